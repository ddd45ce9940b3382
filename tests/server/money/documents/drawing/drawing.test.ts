/** What stands on a receipt, tax invoice and credit note, as others read it. */
import { describe, expect, it } from 'vitest'
import type { Language } from '#contract/languages.ts'
import {
  creditNoteOf,
  invoiceOf,
  receiptOf,
  type DocumentContent,
  type Sale,
} from '#server/features/money/documents/content.ts'
import { renderPaymentDocument } from '#server/features/money/documents/drawing/drawing.ts'
import { hasPoppler, readByPoppler } from '#tests/support/documents/poppler.ts'
import { readPdf } from '#tests/support/documents/read-pdf.ts'

const NUMBER = 'KSP/I2627/12'
const sale = (changes: Partial<Sale> = {}): Sale => ({
  movement: 'in',
  issuedOn: '2026-11-23',
  seller: {
    name: 'Kite School Private Limited',
    address: '12 Residency Road\nBengaluru 560025',
    state: '29',
    gstin: '29AABCL1234M1ZF',
    sac: '999293',
    taxPercent: 18,
  },
  buyer: { name: 'Asha Traders', address: '14 Marine Drive', state: '27', gstin: '27AAPFU0939F1ZV' },
  title: 'Data Career Programme',
  currency: 'INR',
  amountMinor: 12_345_678,
  place: 'online',
  reference: 'UTR-1',
  colour: '#0b6e4f',
  ...changes,
})
const invoice = (changes: Partial<Sale> = {}): DocumentContent => {
  const content = invoiceOf(sale(changes))
  if (!content) throw new Error('no invoice')
  return content
}
const draw = (content: DocumentContent, language: Language = 'en') =>
  renderPaymentDocument({ number: NUMBER, language, content })

/** Amounts of the page in paise, in the order of the lines. */
const amountsIn = (text: string): number[] =>
  [...text.matchAll(/₹\s?([\d,]+\.\d{2})/g)].map(([, digits]) => Number(digits?.replaceAll(/[,.]/g, '')))

describe.skipIf(!hasPoppler)('a tax invoice, read by poppler', () => {
  it('names both parties, both tax numbers, the place of supply and the code', async () => {
    const { pdftotext, pdfinfo } = await readByPoppler(await draw(invoice()))
    for (const part of [
      'Tax invoice',
      NUMBER,
      'November 23, 2026',
      'Kite School Private Limited',
      '29AABCL1234M1ZF',
      'Asha Traders',
      '27AAPFU0939F1ZV',
      'Maharashtra (27)',
      '999293',
      'Data Career Programme',
    ])
      expect(pdftotext).toContain(part)
    expect(pdfinfo).toMatch(/^Tagged:\s+yes$/m)
    expect(pdfinfo).toMatch(/^Pages:\s+1$/m)
  })

  it('adds up between states, grouped as in India', async () => {
    const { pdftotext } = await readByPoppler(await draw(invoice()))
    const [line, taxable, igst, total] = amountsIn(pdftotext)
    expect(pdftotext).toContain('IGST 18%')
    expect(pdftotext).not.toContain('CGST')
    expect(pdftotext).toContain('₹1,23,456.78')
    expect([line, total]).toEqual([taxable, 12_345_678])
    expect((taxable ?? 0) + (igst ?? 0)).toBe(total)
  })

  it.each([
    ['29', 'SGST 9%'],
    [null, 'SGST 9%'],
  ])('adds up within the state, for a buyer of the state %s', async (state, half) => {
    const buyer = { name: 'Asha', address: '', state, gstin: null }
    const { pdftotext } = await readByPoppler(await draw(invoice({ buyer })))
    const [, taxable, cgst, sgst, total] = amountsIn(pdftotext)
    expect(pdftotext).toContain('CGST 9%')
    expect(pdftotext).toContain(half)
    expect(pdftotext).not.toContain('IGST')
    expect(cgst).toBe(sgst)
    expect((taxable ?? 0) + (cgst ?? 0) + (sgst ?? 0)).toBe(total)
  })

  it('is a bill of supply at zero percent', async () => {
    const { pdftotext } = await readByPoppler(
      await draw(invoice({ seller: { ...sale().seller, taxPercent: 0 } })),
    )
    expect(pdftotext).toContain('Bill of supply')
    expect(pdftotext).not.toMatch(/Tax invoice|IGST/)
  })

  it('is lowered by a credit note that names it', async () => {
    const note = creditNoteOf({ number: NUMBER, content: invoice() }, [], 5_000_000, {
      issuedOn: '2026-11-30',
      place: 'bank',
      reference: 'R-1',
    })
    const { pdftotext } = await readByPoppler(
      await renderPaymentDocument({ number: 'KSP/C2627/3', language: 'en', content: note }),
    )
    const [, taxable, igst, total] = amountsIn(pdftotext)
    for (const part of ['Credit note', 'KSP/C2627/3', NUMBER, 'Paid back to'])
      expect(pdftotext).toContain(part)
    expect((taxable ?? 0) + (igst ?? 0)).toBe(total)
    expect(total).toBe(5_000_000)
  })

  it('is a receipt without tax where only a receipt is asked for', async () => {
    const { pdftotext } = await readByPoppler(await draw(receiptOf(sale())))
    expect(pdftotext).toContain('Receipt')
    expect(pdftotext).toContain('It is not a tax invoice.')
    expect(amountsIn(pdftotext)).toEqual([12_345_678, 12_345_678])
    expect(pdftotext).not.toMatch(/GST \d|Taxable/)
  })
})

describe('a document', () => {
  it.each([
    ['en', 'Tax invoice', 'Data Career Programme', 'Asha Traders'],
    ['hi', 'टैक्स इनवॉइस', 'डेटा करियर प्रोग्राम', 'श्रेया द्विवेदी'],
    ['ar', 'فاتورة ضريبية', 'برنامج مهنة البيانات', 'شيماء عبد الرحمن'],
  ] as const)('is drawn in %s with its fonts, on one page', async (language, heading, title, name) => {
    const buyer = { name, address: '', state: null, gstin: null }
    const facts = await readPdf(await draw(invoice({ title, buyer }), language))
    expect(facts).toMatchObject({ pages: 1, isTagged: true, language })
    expect(facts.title).toContain(heading)
    expect(facts.title).toContain(title)
  })

  it('has the same bytes each time', async () => {
    const [one, other] = [await draw(invoice()), await draw(invoice())]
    expect(Buffer.from(one).equals(Buffer.from(other))).toBe(true)
    // Control: another document has others.
    expect(Buffer.from(one).equals(Buffer.from(await draw(invoice({ title: 'Another' }))))).toBe(false)
  })

  it('stays on one page with the longest texts', async () => {
    const long = 'W'.repeat(120)
    const party = { name: long, address: `${'Street '.repeat(42)}`, state: '26', gstin: null }
    const content = invoice({ title: long, buyer: party, reference: long })
    expect((await readPdf(await draw(content))).pages).toBe(1)
  })
})
