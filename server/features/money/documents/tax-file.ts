/** Tax invoices, bills of supply and credit notes as a file for the tax return. Each export is a security event. */
import { sql } from 'kysely'
import { PAYMENT_EXPORT_MAX } from '#contract/money/payments.ts'
import type { exportTaxDocuments } from '#contract/money/documents.ts'
import type { QueryOf, ResponseOf } from '#contract/endpoint.ts'
import type { Core } from '#server/core/core.ts'
import { dayIn } from '#server/core/days.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { AdminScope } from '#server/core/http/scope.ts'
import { decimalOf } from '../amount-text.ts'
import { csvOf, recordExport } from '../exports.service.ts'
import { zoneOf } from '../payments.repository.ts'
import type { DocumentContent } from './content.ts'

interface Row {
  number: string
  content: DocumentContent
}

/** In the order of their numbers; one more than `limit` tells that there are more. The day on the document counts. */
const taxDocuments = async (
  db: TenantDb,
  clientId: number,
  { month, limit }: { month: string | undefined; limit: number },
): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    select d.number, d.content from payment_document d
    where d.client_id = ${clientId} and d.kind in ('invoice', 'credit_note')
      ${month ? sql`and d.content ->> 'issued_on' like ${`${month}-%`}` : sql``}
    order by d.year, d.kind desc, d.sequence limit ${limit + 1}`.execute(db)
  return rows
}

const HEADER = [
  'number',
  'kind',
  'issued_on',
  'buyer',
  'buyer_gstin',
  'place_of_supply',
  'description',
  'hsn_sac',
  'tax_percent',
  'taxable_value',
  'cgst',
  'sgst',
  'igst',
  'total',
  'currency',
  'about',
  'reference',
]

/** A credit note lowers, so that each column adds up. */
const cellsOf = ({ number, content }: Row): string[] => {
  const { kind, tax, currency, buyer, seller } = content
  const sign = kind === 'credit_note' ? -1 : 1
  const money = (minor: number | undefined) => decimalOf(sign * (minor ?? 0), currency)
  return [
    number,
    kind,
    content.issued_on,
    buyer.name,
    buyer.gstin,
    tax?.place_of_supply,
    content.title,
    seller.sac,
    tax?.percent,
    money(tax?.taxable_minor ?? content.amount_minor),
    money(tax?.cgst_minor),
    money(tax?.sgst_minor),
    money(tax?.igst_minor),
    money(content.amount_minor),
    currency,
    content.about?.number,
    content.reference,
  ].map((cell) => String(cell ?? ''))
}

/** All documents of the month or none: a part would not add up to the return. */
export const taxFile = async (
  core: Pick<Core, 'audit'>,
  scope: AdminScope,
  { month }: QueryOf<typeof exportTaxDocuments>,
): Promise<ResponseOf<typeof exportTaxDocuments>> => {
  const { clientId } = scope.tenant
  const { found, today } = await scope.tx(async (db) => {
    const found = await taxDocuments(db, clientId, { month, limit: PAYMENT_EXPORT_MAX })
    if (found.length > PAYMENT_EXPORT_MAX)
      throw new AppError('conflict', 'These are too many documents for one file. Choose a month.')
    await recordExport(core, scope, db, 'tax documents', found.length)
    return { found, today: dayIn(await zoneOf(db, clientId), scope.clock.now()) }
  })
  return {
    file_name: `tax-documents-${month ?? today}.csv`,
    rows: found.length,
    csv: await csvOf(HEADER, found, cellsOf),
  }
}
