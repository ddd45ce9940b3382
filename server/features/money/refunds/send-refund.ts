/** Tells a provider to send money back, and applies what it answers. The provider is called outside of transactions. */
import type { Core } from '#server/core/core.ts'
import { applyMessage, type ApplyContext } from '../checkout/apply-message.ts'
import { checkoutById, type CheckoutRow } from '../checkout/checkouts.repository.ts'
import type { PaymentProvider, ProviderRefund } from '../checkout/provider.ts'
import type { FindProvider } from '../checkout/providers.ts'
import { ProviderError } from '../providers/provider-error.ts'
import { refundById, writeRefund, writeSent, type RefundRow } from './refunds.repository.ts'

export interface RefundContext {
  readonly core: Pick<Core, 'db' | 'clock' | 'log'>
  readonly apply: ApplyContext
  readonly findProvider: FindProvider
}

/** `refused`: the provider will not do it. Null: it does not answer now. */
const answerTo = async (
  provider: PaymentProvider,
  row: RefundRow,
  checkout: CheckoutRow,
): Promise<ProviderRefund | 'refused' | null> => {
  const { client_id: clientId, id, provider_ref: ref } = row
  try {
    if (ref !== null) return await provider.fetchRefund(clientId, ref)
    return await provider.refund({
      clientId,
      refundId: id,
      checkoutId: checkout.id,
      checkoutRef: checkout.provider_ref ?? '',
      paymentRef: checkout.payment_ref,
      amountMinor: row.amount_minor,
      currency: row.currency,
      testOutcome: row.test_outcome,
    })
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    // Wrong keys can be put right; what the provider refuses stays refused.
    return error.failure === 'refused' && ref === null ? 'refused' : null
  }
}

/** Sends what is requested, and asks about what is sent. Safe to repeat. */
export const sendRefund = async (
  { core, apply, findProvider }: RefundContext,
  clientId: number,
  refundId: string,
): Promise<void> => {
  const found = await core.db.withTenant(clientId, async (db) => {
    const row = await refundById(db, clientId, refundId)
    if (!row || row.settled_at !== null) return null
    await writeRefund(db, row, { tried_at: core.clock.now() })
    const checkout = await checkoutById(db, clientId, row.checkout_id)
    if (!checkout) throw new Error(`refund ${refundId} is of no checkout`)
    const provider = await findProvider(db, clientId, checkout.provider)
    return provider && { row, checkout, provider }
  })
  if (!found) return
  const { row, checkout, provider } = found
  const answer = await answerTo(provider, row, checkout)
  if (answer === null) return
  const at = core.clock.now()
  const isOver = answer === 'refused' || answer.state !== 'sent'
  const isConfirmed = answer !== 'refused' && answer.state === 'confirmed'
  const ref = answer === 'refused' ? undefined : answer.ref
  await core.db.withTenant(clientId, async (db) => {
    if (isOver) {
      const message = {
        eventId: isConfirmed ? (ref ?? refundId) : `${ref ?? refundId}:failed`,
        kind: isConfirmed ? ('refunded' as const) : ('refund_failed' as const),
        about: checkout.id,
        refundId,
        ...(ref !== undefined && { refundRef: ref }),
        amountMinor: row.amount_minor,
        currency: row.currency,
      }
      await applyMessage(apply, db, clientId, { provider: provider.name, message, at })
    } else if (ref !== undefined && row.state === 'requested') await writeSent(db, row, ref)
  })
}
