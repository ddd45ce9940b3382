/** Files for the accounts. Each export is a security event. */
import { PAYMENT_EXPORT_MAX, type exportJournal, type exportPayments } from '#contract/money/payments.ts'
import { inLanguage } from '#contract/assessments/shapes.ts'
import type { QueryOf, ResponseOf } from '#contract/endpoint.ts'
import type { Language } from '#contract/languages.ts'
import type { Core } from '#server/core/core.ts'
import { dayIn } from '#server/core/days.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError } from '#server/core/http/errors.ts'
import { languageFor } from '#server/core/http/language.ts'
import type { AdminScope } from '#server/core/http/scope.ts'
import { csvTable } from '#server/core/question-import/csv-cell.ts'
import { yieldingMap } from '#server/core/yielding-map.ts'
import { decimalOf } from './amount-text.ts'
import { titleOf } from './chart.ts'
import { documentsFor } from './documents/documents.repository.ts'
import * as rows from './payments.repository.ts'

const ROWS_PER_STEP = 200
type File = ResponseOf<typeof exportPayments>

/** The rows step by step: a long table made at once would hold other requests up. */
export const csvOf = async <Row>(
  header: readonly string[],
  found: readonly Row[],
  toCells: (row: Row) => string[],
): Promise<string> => {
  const steps = Array.from({ length: Math.ceil(found.length / ROWS_PER_STEP) }, (_, step) =>
    found.slice(step * ROWS_PER_STEP, (step + 1) * ROWS_PER_STEP),
  )
  // Each step begins with the byte order mark of a table of its own.
  const tables = await yieldingMap(steps, (step) => csvTable(step.map(toCells)).slice(1))
  return [csvTable([header]), ...tables].join('')
}

export const recordExport = (
  { audit }: Pick<Core, 'audit'>,
  scope: AdminScope,
  db: TenantDb,
  object: string,
  count: number,
): Promise<void> =>
  audit.record(db, {
    action: 'money.export',
    result: 'ok',
    actorId: scope.actor.userId,
    sessionId: scope.actor.sessionId,
    object,
    detail: { rows: count },
    requestId: scope.request.id,
    ip: scope.request.ip,
  })

const PAYMENT_HEADER = [
  'transaction',
  'at',
  'kind',
  'account',
  'amount',
  'currency',
  'person_id',
  'person',
  'email',
  'course_id',
  'course',
  'reference',
  'noted_by',
  'programme',
  'payment_link',
  'documents',
]

interface PaymentLine {
  readonly row: rows.PaymentRow
  readonly language: Language
  /** Of its receipts, invoices and credit notes. */
  readonly numbers: string
}

const paymentCells = ({ row, language, numbers }: PaymentLine): string[] =>
  [
    row.id,
    row.at.toISOString(),
    row.kind,
    titleOf(row.account),
    decimalOf(row.amount_minor, row.currency),
    row.currency,
    row.person_id,
    row.person_name,
    row.person_email,
    row.course_id,
    row.course_title,
    row.reference,
    row.made_by_name,
    row.programme_title && inLanguage(row.programme_title, language, 'en'),
    row.link_title,
    numbers,
  ].map((cell) => String(cell ?? ''))

export const paymentsFile = async (
  core: Pick<Core, 'audit'>,
  scope: AdminScope,
  filters: QueryOf<typeof exportPayments>,
): Promise<File> => {
  const { clientId } = scope.tenant
  const { found, zone } = await scope.tx(async (db) => {
    const zone = await rows.zoneOf(db, clientId)
    const page = { limit: PAYMENT_EXPORT_MAX, offset: 0 }
    const narrowed = await rows.withPeople(db, clientId, filters)
    const found = await rows.paymentRows(db, clientId, zone, narrowed, page)
    await recordExport(core, scope, db, 'payments', found.length)
    const documents = await documentsFor(
      db,
      clientId,
      found.map(({ id }) => id),
    )
    const numbersOf = ({ id }: rows.PaymentRow) => (documents.get(id) ?? []).map(({ number }) => number)
    const language = languageFor(scope)
    const lines = found.map((row) => ({ row, language, numbers: numbersOf(row).join(' ') }))
    return { found: lines, zone }
  })
  return {
    file_name: `payments-${dayIn(zone, scope.clock.now())}.csv`,
    rows: found.length,
    csv: await csvOf(PAYMENT_HEADER, found, paymentCells),
  }
}

const JOURNAL_HEADER = [
  'transaction',
  'at',
  'kind',
  'reference',
  'account',
  'debit',
  'credit',
  'currency',
  'person_id',
  'course_id',
]

const journalCells = (row: rows.JournalRow): string[] => {
  const amount = decimalOf(Math.abs(row.amount_minor), row.currency)
  return [
    row.transaction_id,
    row.at.toISOString(),
    row.kind,
    row.reference,
    titleOf(row.account),
    row.amount_minor > 0 ? amount : '',
    row.amount_minor < 0 ? amount : '',
    row.currency,
    row.person_id,
    row.course_id,
  ].map((cell) => String(cell ?? ''))
}

/** All entries or none: half a transaction would not balance. */
export const journalFile = async (
  core: Pick<Core, 'audit'>,
  scope: AdminScope,
  { month }: QueryOf<typeof exportJournal>,
): Promise<File> => {
  const { clientId } = scope.tenant
  const { found, zone } = await scope.tx(async (db) => {
    const zone = await rows.zoneOf(db, clientId)
    const found = await rows.journalRows(db, clientId, zone, { month, limit: PAYMENT_EXPORT_MAX })
    if (found.length > PAYMENT_EXPORT_MAX)
      throw new AppError('conflict', 'This journal is too long for one file. Choose a month.')
    await recordExport(core, scope, db, 'journal', found.length)
    return { found, zone }
  })
  return {
    file_name: `journal-${month ?? dayIn(zone, scope.clock.now())}.csv`,
    rows: found.length,
    csv: await csvOf(JOURNAL_HEADER, found, journalCells),
  }
}
