/**
 * Applies a genuine message in the caller's transaction: once, in any order, and only forward. A refund proves its
 * payment, so it may come first.
 */
import { checkoutStates } from '#contract/money/programmes.ts'
import type { Core } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { hasOpenCheckout, releaseUse } from '../coupons/coupons.repository.ts'
import type { Grants } from '../dependencies.ts'
import { moveMoney } from '../programmes/book.ts'
import * as rows from './checkouts.repository.ts'
import type { MessageOutcome, ProviderMessage } from './provider.ts'

export type ApplyContext = Pick<Core, 'audit'> & { readonly grants: Grants }

interface Received {
  readonly provider: string
  readonly message: ProviderMessage
  readonly at: Date
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/

const record = (
  { audit }: ApplyContext,
  db: TenantDb,
  action: 'money.payment' | 'money.refund' | 'money.odd_message',
  checkoutId: string,
  { provider, message }: Received,
): Promise<void> =>
  audit.record(db, {
    action,
    result: action === 'money.odd_message' ? 'refused' : 'ok',
    actorId: null,
    object: `checkout:${checkoutId.slice(0, 100)}`,
    detail: { provider, amount_minor: message.amountMinor, currency: message.currency },
  })

const creditPayment = async (
  context: ApplyContext,
  db: TenantDb,
  checkout: rows.CheckoutRow,
  received: Received,
): Promise<void> => {
  const { client_id: clientId, id, amount_minor: amountMinor } = checkout
  const { provider, message, at } = received
  await rows.writeCheckoutState(db, clientId, id, {
    state: 'paid',
    settled_at: at,
    ...(message.paymentRef !== undefined && { payment_ref: message.paymentRef }),
  })
  await moveMoney(context.grants, db, clientId, checkout.order_id, {
    amountMinor,
    account: `clearing:${provider}`,
    reference: `checkout:${id}`,
    at,
  })
  await record(context, db, 'money.payment', id, received)
}

const applyRefund = async (
  context: ApplyContext,
  db: TenantDb,
  checkout: rows.CheckoutRow,
  received: Received,
): Promise<MessageOutcome> => {
  const { provider, message, at } = received
  const { client_id: clientId, id } = checkout
  if (message.amountMinor > checkout.amount_minor - checkout.refunded_minor) return 'amount_differs'
  if (checkout.state !== 'paid') await creditPayment(context, db, checkout, received)
  await rows.writeCheckoutState(db, clientId, id, {
    refunded_minor: checkout.refunded_minor + message.amountMinor,
  })
  await moveMoney(context.grants, db, clientId, checkout.order_id, {
    amountMinor: -message.amountMinor,
    account: `clearing:${provider}`,
    reference: `refund:${provider}:${message.eventId}`,
    refunds: `checkout:${id}`,
    at,
  })
  await record(context, db, 'money.refund', id, received)
  return 'applied'
}

/** A checkout that ended without a payment gives its coupon back. */
const endOrWait = async (
  db: TenantDb,
  { client_id: clientId, id, order_id: orderId }: rows.CheckoutRow,
  kind: 'processing' | 'failed' | 'expired',
  at: Date,
): Promise<void> => {
  const hasEnded = kind !== 'processing'
  await rows.writeCheckoutState(db, clientId, id, { state: kind, ...(hasEnded && { settled_at: at }) })
  if (hasEnded && !(await hasOpenCheckout(db, clientId, orderId, at)))
    await releaseUse(db, clientId, orderId, at)
}

const applyTo = async (
  context: ApplyContext,
  db: TenantDb,
  checkout: rows.CheckoutRow,
  received: Received,
): Promise<MessageOutcome> => {
  const { message, at } = received
  const { kind, amountMinor, currency } = message
  if (currency !== checkout.currency || !Number.isSafeInteger(amountMinor) || amountMinor < 1)
    return 'amount_differs'
  if (kind === 'refunded') return applyRefund(context, db, checkout, received)
  if (amountMinor !== checkout.amount_minor) return 'amount_differs'
  if (checkoutStates.indexOf(kind) <= checkoutStates.indexOf(checkout.state)) return 'known'
  if (kind === 'paid') await creditPayment(context, db, checkout, received)
  else await endOrWait(db, checkout, kind, at)
  return 'applied'
}

const findCheckout = async (
  db: TenantDb,
  clientId: number,
  { provider, message: { about: id, paymentRef } }: Received,
): Promise<rows.CheckoutRow | undefined> => {
  if (UUID.test(id)) return rows.lockCheckout(db, clientId, provider, { id })
  return paymentRef === undefined ? undefined : rows.lockCheckout(db, clientId, provider, { paymentRef })
}

export const applyMessage = async (
  context: ApplyContext,
  db: TenantDb,
  clientId: number,
  received: Received,
): Promise<MessageOutcome> => {
  const { provider, message, at } = received
  const { about: id, eventId } = message
  const checkout = await findCheckout(db, clientId, received)
  // After the lock: a repeat that arrived at the same time has committed by now.
  if (await rows.hasMessage(db, clientId, provider, eventId)) return 'known'
  const outcome = checkout ? await applyTo(context, db, checkout, received) : 'unknown_checkout'
  await rows.insertMessage(db, clientId, provider, message, { at, outcome })
  if (outcome === 'unknown_checkout' || outcome === 'amount_differs')
    await record(context, db, 'money.odd_message', id, received)
  return outcome
}
