/** A receipt, tax invoice or credit note as PDF, drawn only from what was stored with its number. */
import { readFileSync } from 'node:fs'
import { gstStates, isGstState, isUnionTerritory } from '#contract/money/gst.ts'
import { directionOf, type Language } from '#contract/languages.ts'
import { renderPdf } from '#server/core/documents/documents.ts'
import type { DrawableDocument } from '#server/core/documents/drawable.ts'
import { coloursFrom } from '#server/core/documents/page-colours.ts'
import { dayText, directionOfText, oneLine } from '#server/core/documents/page-text.ts'
import type { DocumentContent, Party } from '../content.ts'
import { texts } from './texts.ts'

const source = readFileSync(new URL('./payment-document.typ', import.meta.url), 'utf8')

/** Rupees are grouped as in India. Latin digits from the left in every language, as accounts are kept. */
const moneyText = (minor: number, currency: string): string => {
  const format = new Intl.NumberFormat(currency === 'INR' ? 'en-IN' : 'en', {
    style: 'currency',
    currency,
    currencyDisplay: currency === 'INR' ? 'symbol' : 'code',
  })
  return oneLine(format.format(minor / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2)))
}

const stateText = (language: Language, code: string | null): string | null =>
  code !== null && isGstState(code) ? `${gstStates[code][language]} (${code})` : null

/** Lines of a text that people wrote, each with its own direction. */
const linesOf = (text: string) =>
  text
    .split('\n')
    .map(oneLine)
    .filter((line) => line !== '')
    .map((line) => ({ text: line, dir: directionOfText(line) }))

const partyOf = (language: Language, party: Party) => ({
  name: { text: oneLine(party.name), dir: directionOfText(party.name) },
  address: linesOf(party.address),
  state: stateText(language, party.state),
  gstin: party.gstin,
})

/** Half of an odd rate has a digit behind the point. */
const rateText = (percent: number): string => `${percent}%`

const taxRows = (language: Language, content: DocumentContent) => {
  const { tax, currency } = content
  if (tax === null) return []
  const money = (minor: number) => moneyText(minor, currency)
  const rows = [{ label: texts[language].taxable, amount: money(tax.taxable_minor) }]
  if (tax.percent === 0) return rows
  if (tax.place_of_supply !== content.seller.state)
    return [
      ...rows,
      { label: `${texts[language].igst} ${rateText(tax.percent)}`, amount: money(tax.igst_minor) },
    ]
  const half = rateText(tax.percent / 2)
  const state = isUnionTerritory(tax.place_of_supply) ? 'UTGST' : 'SGST'
  return [
    ...rows,
    { label: `CGST ${half}`, amount: money(tax.cgst_minor) },
    { label: `${state} ${half}`, amount: money(tax.sgst_minor) },
  ]
}

interface Drawn {
  readonly number: string
  readonly language: Language
  readonly content: DocumentContent
}

const documentOf = ({ number, language, content }: Drawn): DrawableDocument => {
  const words = texts[language]
  const { kind, movement, tax, about, seller } = content
  const heading = words.heading(content)
  const money = moneyText(content.amount_minor, content.currency)
  const facts = [
    { label: words.number, code: number },
    { label: words.date, text: dayText(language, content.issued_on) },
    ...(about && kind !== 'receipt'
      ? [{ label: words.about[kind], code: about.number, text: dayText(language, about.issued_on) }]
      : []),
    ...(tax ? [{ label: words.place_of_supply, text: stateText(language, tax.place_of_supply) ?? '' }] : []),
  ]
  return {
    template: { main: '/payment-document.typ', sources: { '/payment-document.typ': source } },
    data: {
      // Copying Devanagari and Arabic out of the page doubles letters (typst 4225, 8767): the title has them right.
      documentTitle: `${heading} ${number}: ${oneLine(content.title)}`,
      language,
      dir: directionOf(language),
      heading,
      facts,
      seller: partyOf(language, seller),
      buyer: partyOf(language, content.buyer),
      title: { text: oneLine(content.title), dir: directionOfText(content.title) },
      sac: tax === null ? null : seller.sac,
      amount: tax === null ? money : moneyText(tax.taxable_minor, content.currency),
      taxes: taxRows(language, content),
      total: money,
      paid: {
        label: words.how[movement],
        value: words.places[content.place],
        reference: oneLine(content.reference),
      },
      texts: {
        seller: words.seller,
        buyer: words.buyer[movement],
        state: words.state,
        description: words.description,
        sac: words.sac,
        amount: words.amount,
        total: words.total[movement],
        reference: words.reference,
      },
      notes: [tax ? words.reverseCharge : words.noTax[movement], words.footer],
      colours: coloursFrom(content.colour),
    },
  }
}

export const renderPaymentDocument = (document: Drawn): Promise<Uint8Array> => renderPdf(documentOf(document))
