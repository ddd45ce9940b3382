/** Starts a checkout at its provider, for an order or for a payment link. */
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { PublicScope } from '#server/core/http/scope.ts'
import { writeProviderAnswer, type CheckoutRow } from './checkouts.repository.ts'
import type { PaymentProvider } from './provider.ts'
import type { FindProvider } from './providers.ts'

interface Started {
  readonly findProvider: FindProvider
  /** The stored checkout of this call; a repeat finds the same one. `chosen` fails where nobody can pay online. */
  readonly claim: (
    db: TenantDb,
    chosen: () => Promise<PaymentProvider>,
  ) => Promise<{ checkout: CheckoutRow; title: string }>
  /** Where the payer comes back; the checkout's id is added. */
  readonly path: string
}

export const startAtProvider = async (
  scope: Pick<PublicScope, 'tenant' | 'tx'>,
  { findProvider, claim, path }: Started,
): Promise<{ checkout_id: string; url: string }> => {
  const { clientId } = scope.tenant
  const { provider, checkout, title } = await scope.tx(async (db) => {
    const claimed = await claim(db, async () => {
      const found = await findProvider(db, clientId)
      if (!found) throw new AppError('conflict', 'Paying online is not available here.')
      return found
    })
    // A repeat stays with the provider that the checkout was made for, though another one is chosen by now.
    const own = await findProvider(db, clientId, claimed.checkout.provider)
    if (!own) throw new AppError('conflict', 'Please start this payment again.')
    return { provider: own, ...claimed }
  })
  if (checkout.url !== null) return { checkout_id: checkout.id, url: checkout.url }
  const request = {
    clientId,
    checkoutId: checkout.id,
    amountMinor: checkout.amount_minor,
    currency: checkout.currency,
    title,
    returnPath: `${path}?checkout=${checkout.id}`,
  }
  // A repeat of the call asks the provider again for the same checkout.
  const answer = await provider.createCheckout(request).catch((cause: unknown) => {
    throw new AppError('not_ready', 'Paying online is not possible right now. Nothing was charged.', {
      cause,
    })
  })
  await scope.tx((db) => writeProviderAnswer(db, clientId, checkout.id, answer))
  return { checkout_id: checkout.id, url: answer.url }
}
