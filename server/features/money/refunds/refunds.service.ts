/** An admin sends a payment back through the provider that it came by. */
import { randomUUID } from 'node:crypto'
import type { BodyOf, ResponseOf } from '#contract/endpoint.ts'
import type { refundCheckout as refundCall } from '#contract/money/refunds.ts'
import type { Core } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError, invalidField, notFound } from '#server/core/http/errors.ts'
import type { AdminScope } from '#server/core/http/scope.ts'
import { lockCheckoutById, type CheckoutRow } from '../checkout/checkouts.repository.ts'
import { zoneOf } from '../payments.repository.ts'
import { isGuaranteed } from './guarantee.ts'
import * as rows from './refunds.repository.ts'
import { sendRefund, type RefundContext } from './send-refund.ts'

type Body = BodyOf<typeof refundCall>
export type RefundServiceContext = RefundContext & { readonly core: Pick<Core, 'audit'> }

const requireAmount = async (db: TenantDb, checkout: CheckoutRow, { amount_minor: wanted }: Body) => {
  const open = await rows.openSum(db, checkout.client_id, checkout.id)
  const max = checkout.amount_minor - checkout.refunded_minor - open
  if (max < 1) throw new AppError('conflict', 'All of this payment has been sent back.')
  if (wanted > max)
    throw invalidField('amount_minor', {
      code: 'too_large',
      message: 'This is more than is left of the payment.',
      params: { max },
    })
}

/** After the guarantee a refund is an exception, and says why. */
const requireReason = async (
  scope: AdminScope,
  db: TenantDb,
  { client_id: clientId, id }: CheckoutRow,
  { reason }: Body,
): Promise<void> => {
  if (reason.trim() !== '') return
  const since = await rows.guaranteedSince(db, clientId, id)
  if (!isGuaranteed(await zoneOf(db, clientId), since, scope.clock.now()))
    throw invalidField('reason', {
      code: 'required',
      message: 'The guarantee has ended. Say why this money goes back.',
    })
}

/** The refund of this call; a repeat of its key finds the same one. */
const claimRefund = async (
  context: RefundServiceContext,
  scope: AdminScope,
  db: TenantDb,
  { checkout, body }: { checkout: CheckoutRow; body: Body },
): Promise<{ refund: rows.RefundRow; isNew: boolean }> => {
  const { clientId } = scope.tenant
  const { userId } = scope.actor
  const known = await rows.refundByKey(db, clientId, { userId, key: body.idempotency_key })
  if (known) {
    if (known.checkout_id !== checkout.id || known.amount_minor !== body.amount_minor)
      throw new AppError('conflict', 'This refund has been started with another amount.')
    return { refund: known, isNew: false }
  }
  const provider = await context.findProvider(db, clientId, checkout.provider)
  if (checkout.state !== 'paid' || checkout.provider_ref === null || !provider)
    throw new AppError('conflict', 'This payment cannot be sent back from here.')
  await requireAmount(db, checkout, body)
  await requireReason(scope, db, checkout, body)
  const endsOrder = body.ends_order && checkout.order_id !== null
  const now = scope.clock.now()
  const refund = await rows.insertRefund(db, {
    client_id: clientId,
    id: randomUUID(),
    checkout_id: checkout.id,
    idempotency_key: body.idempotency_key,
    amount_minor: body.amount_minor,
    currency: checkout.currency,
    ends_order: endsOrder,
    reason: body.reason,
    requested_by: userId,
    requested_at: now,
    tried_at: now,
    test_outcome: provider.isTest ? (body.test_outcome ?? null) : null,
  })
  await context.core.audit.record(db, {
    action: 'money.refund_request',
    result: 'ok',
    actorId: userId,
    sessionId: scope.actor.sessionId,
    object: `checkout:${checkout.id}`,
    detail: { amount_minor: body.amount_minor, currency: checkout.currency, ends_order: endsOrder },
    requestId: scope.request.id,
    ip: scope.request.ip,
  })
  return { refund, isNew: true }
}

/** Stores the wish, then tells the provider. While it does not answer, the job goes on trying. */
export const refundCheckout = async (
  context: RefundServiceContext & { readonly send: (clientId: number) => Promise<unknown> },
  scope: AdminScope,
  checkoutId: string,
  body: Body,
): Promise<ResponseOf<typeof refundCall>> => {
  const { clientId } = scope.tenant
  const { refund, isNew, orderId } = await scope.tx(async (db) => {
    const checkout = await lockCheckoutById(db, clientId, checkoutId)
    if (!checkout) throw notFound()
    return {
      ...(await claimRefund(context, scope, db, { checkout, body })),
      orderId: checkout.order_id,
    }
  })
  // A repeat leaves it to the job: while the first call waits for the provider, a second would send it twice.
  if (isNew) await sendRefund(context, clientId, refund.id)
  await context.send(clientId)
  const now = await scope.tx((db) => rows.refundById(db, clientId, refund.id))
  const { id, amount_minor, state } = now ?? refund
  return { id, amount_minor, state, order_id: orderId }
}
