import { REFUNDS_DUE_MAX, type DueRefund } from '#contract/money/payments.ts'
import { shownDeclined } from '#contract/courses/refund-requests.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { openRefundRows } from './purchases.repository.ts'

/** Refund requests that nobody has decided, the oldest first. */
export const openRefunds = async (db: TenantDb, clientId: number): Promise<DueRefund[]> => {
  const rows = await openRefundRows(db, clientId, REFUNDS_DUE_MAX)
  return rows.map((row) => ({
    purchase_id: row.id,
    order_id: null,
    person: { id: row.user_id, name: row.name, email: row.email },
    course: { id: row.course_id, title: row.course_title },
    programme: null,
    amount_minor: row.amount_minor,
    currency: row.currency,
    reference: row.reference,
    paid_at: row.purchased_at.toISOString(),
    asked_at: (row.refund_asked_at ?? row.purchased_at).toISOString(),
    reason: row.refund_reason,
    declined_before: shownDeclined(row.refund_declined_before),
  }))
}
