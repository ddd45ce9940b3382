/** Makes the books say what the provider says. Whatever is granted or taken back goes the way of a provider's message. */
import type { TenantDb } from '#server/core/db/database.ts'
import { applyMessage, type ApplyContext } from '../checkout/apply-message.ts'
import { lockCheckoutById, type CheckoutRow } from '../checkout/checkouts.repository.ts'
import { moveMoneyOf } from '../checkout/move-money.ts'
import type { FindingRow } from './comparison.repository.ts'

/** Money that is at the provider after all, such as a refund that failed after its confirmation. */
const putBack = (
  { grants }: ApplyContext,
  db: TenantDb,
  checkout: CheckoutRow,
  { amountMinor, finding, at }: { amountMinor: number; finding: FindingRow; at: Date },
): Promise<void> =>
  moveMoneyOf(grants, db, checkout, {
    amountMinor,
    account: `clearing:${checkout.provider}`,
    reference: `compared:${finding.id}`,
    at,
  })

/** Nothing to do for a payment that nobody here knows, or of another sum than was asked for: that ends at the provider. */
export const repairBooks = async (
  context: ApplyContext,
  db: TenantDb,
  finding: FindingRow,
  at: Date,
): Promise<void> => {
  const { client_id: clientId, id, theirs_minor: theirs, currency } = finding
  const checkout =
    finding.checkout_id === null ? undefined : await lockCheckoutById(db, clientId, finding.checkout_id)
  if (!checkout || checkout.currency !== currency || theirs > checkout.amount_minor) return
  const apply = (kind: 'paid' | 'refunded', amountMinor: number) =>
    applyMessage(context, db, clientId, {
      provider: checkout.provider,
      message: {
        eventId: `compared:${id}:${kind}`,
        kind,
        about: checkout.id,
        amountMinor,
        currency,
        ...(finding.payment_ref !== null && { paymentRef: finding.payment_ref }),
      },
      at,
    })
  const isPaid = checkout.state === 'paid'
  if (!isPaid && finding.kind !== 'paid_not_granted') return
  if (!isPaid) await apply('paid', checkout.amount_minor)
  const ours = checkout.amount_minor - checkout.refunded_minor
  if (ours > theirs) await apply('refunded', ours - theirs)
  else if (ours < theirs && finding.kind === 'amount_differs')
    await putBack(context, db, checkout, { amountMinor: theirs - ours, finding, at })
}
