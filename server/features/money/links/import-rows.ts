/** From the lines of a file to drafts of payment links. Pure. */
import { createHash } from 'node:crypto'
import { LINK_DAYS, LINK_TITLE_MAX, type PaymentLinkDraft } from '#contract/money/payment-links.ts'
import { shiftDay } from '#server/core/days.ts'
import { fromCsvCell } from '#server/core/question-import/csv-cell.ts'
import { minorOf } from '../amount-text.ts'
import { emailKeyOf } from './links.repository.ts'
import { draftIssues, isCurrency } from './new-link.ts'
import type { CsvLine } from './read-csv.ts'

const columns = ['title', 'amount', 'currency', 'first_part', 'email', 'expires_on', 'reference'] as const
type Column = (typeof columns)[number]
/** Keys of the texts in import-texts.ts. */
export type RowProblem = 'title' | 'amount' | 'currency' | 'first_part' | 'email' | 'expires_on'

export interface ImportRow {
  readonly line: number
  readonly cells: readonly string[]
  readonly title: string
  readonly currency: string
  readonly email: string | null
  readonly amountMinor: number | null
  /** The same for the same row of another upload. Equal rows of one file differ by their number. */
  readonly key: string
  readonly problems: readonly RowProblem[]
  readonly draft: PaymentLinkDraft
}

const ADDRESS = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+\.[^\s@<>()[\]\\,;:"]+$/u
const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/
const isDay = (text: string): boolean =>
  DAY.test(text) && new Date(`${text}T00:00:00Z`).toISOString().startsWith(text)

const nameOf = (header: string): string =>
  header
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')

/** The place of each known column; title and amount must be there. */
export const columnsOf = (header: CsvLine | undefined): ReadonlyMap<Column, number> | null => {
  const names = (header?.cells ?? []).map(nameOf)
  const found = new Map(
    columns.flatMap((column): [Column, number][] => {
      const at = names.indexOf(column)
      return at === -1 ? [] : [[column, at]]
    }),
  )
  return found.has('title') && found.has('amount') ? found : null
}

const keyOf = (parts: readonly unknown[], seen: Map<string, number>): string => {
  const text = JSON.stringify(parts)
  const count = (seen.get(text) ?? 0) + 1
  seen.set(text, count)
  return createHash('sha256').update(`${text}#${count}`).digest('base64url')
}

const isTitle = (title: string): boolean =>
  title !== '' && title.length <= LINK_TITLE_MAX && /^\P{Cc}*$/u.test(title)

const problemsOf = (
  draft: PaymentLinkDraft,
  { amountMinor, wrongPart }: { amountMinor: number | null; wrongPart: boolean },
  today: string,
): RowProblem[] => {
  const isKnown = isCurrency(draft.currency)
  const issues = draftIssues(draft, today)
  const isExpiryWrong = !isDay(draft.expires_on) || 'expires_on' in issues
  return [
    ...(isTitle(draft.title) ? [] : (['title'] as const)),
    ...(isKnown ? [] : (['currency'] as const)),
    ...(isKnown && (amountMinor === null || amountMinor < 1) ? (['amount'] as const) : []),
    ...(isKnown && amountMinor !== null && (wrongPart || 'part_minor' in issues)
      ? (['first_part'] as const)
      : []),
    ...(draft.email !== null && (!ADDRESS.test(draft.email) || draft.email.length > 254)
      ? (['email'] as const)
      : []),
    ...(isExpiryWrong ? (['expires_on'] as const) : []),
  ]
}

export const rowsOf = (
  lines: readonly CsvLine[],
  places: ReadonlyMap<Column, number>,
  { today, currency: preset }: { today: string; currency: string },
): ImportRow[] => {
  const seen = new Map<string, number>()
  return lines.map(({ line, cells }) => {
    const cell = (column: Column): string =>
      fromCsvCell(cells[places.get(column) ?? -1] ?? '').normalize('NFC')
    const currency = cell('currency').toUpperCase() || preset
    const isKnown = isCurrency(currency)
    const amountMinor = isKnown ? minorOf(cell('amount'), currency) : null
    const part = isKnown && cell('first_part') !== '' ? minorOf(cell('first_part'), currency) : null
    const email = cell('email') || null
    const draft = {
      title: cell('title'),
      amount_minor: amountMinor ?? 0,
      currency,
      part_minor: part,
      email,
      expires_on: cell('expires_on') || shiftDay(today, LINK_DAYS),
      reminds: email !== null,
    }
    const wrongPart = cell('first_part') !== '' && (part === null || part < 1)
    return {
      line,
      cells,
      title: draft.title,
      currency,
      email,
      amountMinor,
      key: keyOf(
        [
          draft.title,
          cell('amount'),
          currency,
          cell('first_part'),
          email === null ? null : emailKeyOf(email),
          cell('expires_on'),
          cell('reference'),
        ],
        seen,
      ),
      problems: problemsOf(draft, { amountMinor, wrongPart }, today),
      draft,
    }
  })
}
