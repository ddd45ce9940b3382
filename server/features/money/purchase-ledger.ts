/** What the courses post when staff note a purchase or settle a refund, in their transaction. */
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError } from '#server/core/http/errors.ts'
import { placeOf, type ManualPlace } from './chart.ts'
import { lockOnlinePayments, returnOnline } from './courses/course-money.ts'
import { balancesOf, countRefunds, lastRefund, post } from './ledger.repository.ts'
import { lockReference, noteByReference, referenceOfPurchase } from './links/notes.repository.ts'
import { returnByReference } from './links/returns/returns.repository.ts'
import { paymentOf, refundOf, reversalOf, saleOf, type Purchase } from './postings.ts'

/** A reference that was noted by hand for a payment link is not used again (rules: Money). */
const requireNewReference = async (db: TenantDb, clientId: number, purchaseId: number): Promise<void> => {
  const reference = await referenceOfPurchase(db, clientId, purchaseId)
  if (reference === undefined) return
  await lockReference(db, clientId, reference)
  if ((await noteByReference(db, clientId, reference)) || (await returnByReference(db, clientId, reference)))
    throw new AppError('conflict', 'This reference has been used for another payment.')
}

/** A sale with its payment. Access for free is neither. */
const postPurchase = async (
  db: TenantDb,
  clientId: number,
  purchase: Purchase,
  place: ManualPlace = 'bank',
): Promise<void> => {
  if (purchase.amountMinor === 0) return
  await requireNewReference(db, clientId, purchase.purchaseId)
  await post(db, clientId, saleOf(purchase))
  await post(db, clientId, paymentOf(purchase, place))
}

/**
 * A refund in full or part. Online payments go back through their provider; others from the account that the payment came to. The caller has locked the purchase.
 */
const postRefund = async (db: TenantDb, clientId: number, refund: Purchase): Promise<void> => {
  if (refund.amountMinor === 0) return
  if (await returnOnline(db, clientId, refund)) return
  const { purchaseId } = refund
  const paid = (await balancesOf(db, clientId, { purchaseId })).filter(
    ({ account, currency }) => placeOf(account) !== null && currency === refund.currency,
  )
  const source = paid.find(({ balance }) => balance >= refund.amountMinor)
  if (!source) throw new AppError('conflict', 'More than this payment cannot be refunded.')
  const round = (await countRefunds(db, clientId, purchaseId)) + 1
  await post(db, clientId, refundOf(refund, source.account, round))
}

/** Takes the last refund of a purchase back: its money returned. Harmless for a refund of nothing. */
const postRefundReversal = async (
  db: TenantDb,
  clientId: number,
  { purchaseId, at, madeBy }: { purchaseId: number; at: Date; madeBy: number },
): Promise<void> => {
  const refund = await lastRefund(db, clientId, purchaseId)
  if (refund) await post(db, clientId, reversalOf(refund, { at, madeBy }))
}

export const purchaseLedger = {
  purchased: postPurchase,
  lockPayments: lockOnlinePayments,
  refunded: postRefund,
  refundReversed: postRefundReversal,
}
