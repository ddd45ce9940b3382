/** Documents for their payers and for admins, and what stands on the next ones. */
import type { BodyOf, ResponseOf } from '#contract/endpoint.ts'
import {
  OWN_PAYMENTS_MAX,
  type DocumentFile,
  type getSeller,
  type InvoiceBuyer,
  type OwnPayments,
  type saveBuyer as saveBuyerCall,
  type saveSeller as saveSellerCall,
} from '#contract/money/documents.ts'
import { stateOfGstin } from '#contract/money/gst.ts'
import type { Core } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { invalidField, notFound } from '#server/core/http/errors.ts'
import { languageFor } from '#server/core/http/language.ts'
import { mayCall, type AdminScope, type MemberScope } from '#server/core/http/scope.ts'
import * as rows from './documents.repository.ts'
import { renderPaymentDocument } from './drawing/drawing.ts'

const required = (field: string) => invalidField(field, { code: 'required', message: 'This is needed.' })

const shownBuyer = (row: rows.BuyerRow | undefined): InvoiceBuyer => ({
  legal_name: row?.legal_name ?? '',
  address: row?.address ?? '',
  state: row?.state ?? null,
  gstin: row?.gstin ?? null,
})

/** Drawn outside of a transaction. */
export const fileOf = async (row: rows.DocumentRow): Promise<DocumentFile> => ({
  file_name: `${row.number.replaceAll('/', '-')}.pdf`,
  pdf: Buffer.from(await renderPaymentDocument(row)).toString('base64'),
})

/** Somebody else's document is as good as none. */
export const document = async (scope: MemberScope, documentId: number): Promise<DocumentFile> => {
  const { clientId } = scope.tenant
  const found = await scope.tx((db) => rows.documentById(db, clientId, documentId))
  if (!found || (found.person_id !== scope.actor.userId && !mayCall('admin', scope.actor.role)))
    throw notFound()
  return fileOf(found)
}

export const ownPayments = (scope: MemberScope): Promise<OwnPayments> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    const { userId } = scope.actor
    const payments = await rows.ownPaymentRows(db, clientId, {
      userId,
      language: languageFor(scope),
      limit: OWN_PAYMENTS_MAX,
    })
    const documents = await rows.documentsFor(
      db,
      clientId,
      payments.map(({ id }) => id),
    )
    const seller = await rows.sellerOf(db, clientId)
    const hasInvoices = seller !== undefined && seller.gstin !== null
    return {
      results: payments.map((payment) => ({
        ...payment,
        at: payment.at.toISOString(),
        documents: documents.get(payment.id) ?? [],
      })),
      buyer: hasInvoices ? shownBuyer(await rows.buyerOf(db, clientId, userId)) : null,
    }
  })

/** A tax number decides the state, and needs the name that it is registered under. */
export const saveBuyer = (scope: MemberScope, body: BodyOf<typeof saveBuyerCall>): Promise<InvoiceBuyer> =>
  scope.tx(async (db) => {
    const { gstin } = body
    if (gstin !== null && body.legal_name === '') throw required('legal_name')
    const buyer = { ...body, state: gstin === null ? body.state : stateOfGstin(gstin) }
    const row = { client_id: scope.tenant.clientId, user_id: scope.actor.userId, ...buyer }
    await rows.writeBuyer(db, row)
    return shownBuyer(row)
  })

const shownSeller = ({ client_id: _client, updated_at: _at, ...seller }: rows.SellerRow) => seller

export const seller = (scope: AdminScope): Promise<ResponseOf<typeof getSeller>> =>
  scope.tx(async (db) => {
    const row = await rows.sellerOf(db, scope.tenant.clientId)
    return { seller: row ? shownSeller(row) : null }
  })

/** For the demo, and for what an admin saved. */
export const putSeller = async (
  db: TenantDb,
  clientId: number,
  body: BodyOf<typeof saveSellerCall>,
  at: Date,
): Promise<rows.SellerRow> => {
  const { gstin } = body
  if (gstin !== null && body.sac === null) throw required('sac')
  const row = {
    client_id: clientId,
    ...body,
    state: gstin === null ? body.state : stateOfGstin(gstin),
    updated_at: at,
  }
  await rows.writeSeller(db, row)
  return row
}

export const saveSeller = (
  { audit }: Pick<Core, 'audit'>,
  scope: AdminScope,
  body: BodyOf<typeof saveSellerCall>,
): Promise<ResponseOf<typeof saveSellerCall>> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    const saved = await putSeller(db, clientId, body, scope.clock.now())
    await audit.record(db, {
      action: 'money.seller',
      result: 'ok',
      actorId: scope.actor.userId,
      sessionId: scope.actor.sessionId,
      object: 'seller',
      detail: { gstin: saved.gstin ?? '', tax_percent: saved.tax_percent },
      requestId: scope.request.id,
      ip: scope.request.ip,
    })
    return { seller: shownSeller(saved) }
  })
