/**
 * Applies a genuine message in the caller's transaction: once, in any order, and only forward. A refund proves its
 * payment, so it may come first.
 */
import { checkoutStates } from '#contract/money/checkout-states.ts'
import type { Core } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { hasOpenCheckout, releaseUse } from '../coupons/coupons.repository.ts'
import { releaseHold } from '../courses/course-coupons.repository.ts'
import { returnWithoutSeat } from '../courses/course-money.ts'
import type { Grants } from '../dependencies.ts'
import { endOrder } from '../programmes/end.ts'
import * as refunds from '../refunds/refunds.repository.ts'
import { reopenRequest } from '../refunds/requests.repository.ts'
import { tellReturned } from '../refunds/tell-returned.ts'
import * as rows from './checkouts.repository.ts'
import { moveMoneyOf } from './move-money.ts'
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
  action: 'money.payment' | 'money.refund' | 'money.refund_failed' | 'money.odd_message',
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
  await Promise.all([
    rows.writeCheckoutState(db, clientId, id, {
      state: 'paid',
      settled_at: at,
      ...(message.paymentRef !== undefined && { payment_ref: message.paymentRef }),
    }),
    record(context, db, 'money.payment', id, received),
    moveMoneyOf(context.grants, db, checkout, {
      amountMinor,
      account: `clearing:${provider}`,
      reference: `checkout:${id}`,
      at,
    }),
  ])
}

/** The refund that an admin asked for; none if it was made at the provider. */
const ownRefund = (
  db: TenantDb,
  { client_id: clientId, id }: rows.CheckoutRow,
  { refundId, refundRef }: ProviderMessage,
): Promise<refunds.RefundRow | undefined> => {
  // Tags can be edited at the provider.
  const own = refundId !== undefined && UUID.test(refundId) ? refundId : undefined
  if (own === undefined && refundRef === undefined) return Promise.resolve(undefined)
  return refunds.lockRefund(db, clientId, id, { id: own, ref: refundRef })
}

/** The outcome of a message, and the changes to make if it is applied. */
interface Verdict {
  readonly outcome: MessageOutcome
  readonly apply?: () => Promise<void>
}

/** Money that did not go back. After a confirmation the ledger stays, and the comparison with the provider finds it. */
const judgeFailedRefund = async (
  context: ApplyContext,
  db: TenantDb,
  checkout: rows.CheckoutRow,
  received: Received,
): Promise<Verdict> => {
  const own = await ownRefund(db, checkout, received.message)
  if (!own || own.state === 'failed') return { outcome: 'known' }
  if (own.state === 'confirmed') return { outcome: 'amount_differs' }
  return { outcome: 'applied', apply: () => failRefund(context, db, checkout, received, own) }
}

const failRefund = async (
  context: ApplyContext,
  db: TenantDb,
  checkout: rows.CheckoutRow,
  received: Received,
  own: refunds.RefundRow,
): Promise<void> => {
  const { refundRef } = received.message
  await refunds.writeRefund(db, own, {
    state: 'failed',
    settled_at: received.at,
    ...(own.provider_ref === null && refundRef !== undefined && { provider_ref: refundRef }),
  })
  if (checkout.order_id !== null) await reopenRequest(db, checkout.client_id, checkout.order_id)
  await record(context, db, 'money.refund_failed', checkout.id, received)
}

const judgeRefund = async (
  context: ApplyContext,
  db: TenantDb,
  checkout: rows.CheckoutRow,
  received: Received,
): Promise<Verdict> => {
  const { message } = received
  if (message.amountMinor > checkout.amount_minor - checkout.refunded_minor)
    return { outcome: 'amount_differs' }
  const own = await ownRefund(db, checkout, message)
  if (own && (own.state === 'failed' || own.amount_minor !== message.amountMinor))
    return { outcome: 'amount_differs' }
  return { outcome: 'applied', apply: () => applyRefund(context, db, checkout, received, own) }
}

const applyRefund = async (
  context: ApplyContext,
  db: TenantDb,
  checkout: rows.CheckoutRow,
  received: Received,
  own: refunds.RefundRow | undefined,
): Promise<void> => {
  const { provider, message, at } = received
  const { client_id: clientId, id } = checkout
  if (checkout.state !== 'paid') await creditPayment(context, db, checkout, received)
  await rows.writeCheckoutState(db, clientId, id, {
    refunded_minor: checkout.refunded_minor + message.amountMinor,
  })
  await moveMoneyOf(context.grants, db, checkout, {
    amountMinor: -message.amountMinor,
    account: `clearing:${provider}`,
    reference: `refund:${provider}:${message.eventId}`,
    refunds: `checkout:${id}`,
    at,
  })
  if (own) {
    await refunds.writeRefund(db, own, {
      state: 'confirmed',
      provider_ref: own.provider_ref ?? message.refundRef ?? message.eventId,
      settled_at: at,
    })
    if (own.ends_order && checkout.order_id !== null)
      await endOrder(context.grants, db, clientId, checkout.order_id, at)
  }
  if (checkout.order_id !== null)
    await tellReturned(context.grants, db, clientId, { orderId: checkout.order_id, at })
  await record(context, db, 'money.refund', id, received)
}

/** A checkout that ended without a payment gives its coupon back. */
const endOrWait = async (
  db: TenantDb,
  { client_id: clientId, id, order_id: orderId, course_id: courseId }: rows.CheckoutRow,
  kind: 'processing' | 'failed' | 'expired',
  at: Date,
): Promise<void> => {
  const hasEnded = kind !== 'processing'
  await rows.writeCheckoutState(db, clientId, id, { state: kind, ...(hasEnded && { settled_at: at }) })
  if (hasEnded && orderId !== null && !(await hasOpenCheckout(db, clientId, orderId, at)))
    await releaseUse(db, clientId, orderId, at)
  if (hasEnded && courseId !== null) await releaseHold(db, clientId, id, at)
}

const judge = async (
  context: ApplyContext,
  db: TenantDb,
  checkout: rows.CheckoutRow,
  received: Received,
): Promise<Verdict> => {
  const { message, at } = received
  const { kind, amountMinor, currency } = message
  if (currency !== checkout.currency || !Number.isSafeInteger(amountMinor) || amountMinor < 1)
    return { outcome: 'amount_differs' }
  if (kind === 'refunded') return judgeRefund(context, db, checkout, received)
  if (kind === 'refund_failed') return judgeFailedRefund(context, db, checkout, received)
  if (amountMinor !== checkout.amount_minor) return { outcome: 'amount_differs' }
  if (checkoutStates.indexOf(kind) <= checkoutStates.indexOf(checkout.state)) return { outcome: 'known' }
  return {
    outcome: 'applied',
    apply: () =>
      kind === 'paid' ? creditPayment(context, db, checkout, received) : endOrWait(db, checkout, kind, at),
  }
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
  // PostgreSQL looks for the message after it has the lock: a repeat that arrived at the same time has committed by then.
  const [checkout, isRepeat] = await Promise.all([
    findCheckout(db, clientId, received),
    rows.hasMessage(db, clientId, provider, eventId),
  ])
  if (isRepeat) return 'known'
  const { outcome, apply }: Verdict = checkout
    ? await judge(context, db, checkout, received)
    : { outcome: 'unknown_checkout' }
  await Promise.all([rows.insertMessage(db, clientId, provider, message, { at, outcome }), apply?.()])
  if (checkout && checkout.course_id !== null && checkout.state !== 'paid' && outcome === 'applied')
    await returnWithoutSeat(db, checkout, at)
  if (outcome === 'unknown_checkout' || outcome === 'amount_differs')
    await record(context, db, 'money.odd_message', id, received)
  return outcome
}
