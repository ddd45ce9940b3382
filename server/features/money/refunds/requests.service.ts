/** Money of a programme back within the guarantee: asked for by the learner, settled by an admin. */
import { randomUUID } from 'node:crypto'
import type { BodyOf, ResponseOf } from '#contract/endpoint.ts'
import type { ProgrammeSlug } from '#contract/money/programme-slugs.ts'
import { isRequestSeen, newReasonIssue, refundHistoryOf } from '#contract/courses/refund-requests.ts'
import type { Programme } from '#contract/money/programmes.ts'
import type { settleProgrammeRefund as settleCall } from '#contract/money/refunds.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError, invalidField, notFound } from '#server/core/http/errors.ts'
import type { AdminScope, MemberScope } from '#server/core/http/scope.ts'
import { placeOf, programmePage, within, type ProgrammeContext } from '../programmes/programme.service.ts'
import { lockOrder, paidFor } from '../programmes/programmes.repository.ts'
import { guaranteeUntil } from './guarantee.ts'
import { insertRefund, refundById } from './refunds.repository.ts'
import type { RefundServiceContext } from './refunds.service.ts'
import * as rows from './requests.repository.ts'
import { sendRefund } from './send-refund.ts'
import { tellDeclined } from './tell-returned.ts'

/** A declined request is no end, but asking for the same again is. */
const requireNewRequest = (
  { declined_before: declined, reason: last }: rows.RequestRow,
  reason: string,
): void => {
  if (refundHistoryOf(declined).asks_left < 1)
    throw new AppError('conflict', 'You cannot ask for this money back once more.')
  const issue = newReasonIssue(reason, [last, ...declined.map((each) => each.reason)])
  if (issue) throw invalidField('reason', issue)
}

/** Until the end of the last day. A repeat finds the request as it is. */
export const askProgrammeRefund = (
  context: ProgrammeContext,
  scope: MemberScope,
  slug: ProgrammeSlug,
  { reason }: { reason: string },
): Promise<Programme> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    const { order, today, zone } = await placeOf(context, within(scope, db), slug)
    const none = () => new AppError('conflict', 'You have no payment for this programme.')
    if (!order?.booked_at) throw none()
    const { id: orderId, state } = await lockOrder(db, clientId, order.id)
    const request = await rows.requestOf(db, clientId, orderId, { lock: true })
    if (!request || request.state === 'declined') {
      if (state === 'ended' || (await paidFor(db, clientId, orderId)) <= 0) throw none()
      if (today > guaranteeUntil(zone, order.booked_at))
        throw new AppError('conflict', 'The money-back guarantee for this programme has expired.')
      const { userId } = scope.actor
      const asked = { orderId, userId, reason, at: scope.clock.now() }
      if (request) {
        requireNewRequest(request, reason)
        await rows.writeNewRequest(db, clientId, asked)
      } else await rows.insertRequest(db, clientId, asked)
    }
    return programmePage(context, within(scope, db), slug)
  })

type Settlement = BodyOf<typeof settleCall>
type Claim = { orderId: number; body: Settlement }

/** The newest payments first; each becomes a refund of its own, with which the learner leaves. */
const requestRefunds = async (
  { core }: RefundServiceContext,
  scope: AdminScope,
  db: TenantDb,
  { payments, amountMinor, reason }: { payments: rows.Paid[]; amountMinor: number; reason: string },
): Promise<string[]> => {
  const { clientId } = scope.tenant
  const { userId, sessionId } = scope.actor
  const at = scope.clock.now()
  const ids: string[] = []
  let open = amountMinor
  for (const { id: checkoutId, left_minor: left, currency } of payments) {
    const part = Math.min(open, left)
    if (part < 1) break
    open -= part
    const { id } = await insertRefund(db, {
      client_id: clientId,
      id: randomUUID(),
      checkout_id: checkoutId,
      idempotency_key: randomUUID(),
      amount_minor: part,
      currency,
      ends_order: true,
      reason,
      requested_by: userId,
      requested_at: at,
      tried_at: at,
      test_outcome: null,
    })
    ids.push(id)
    await core.audit.record(db, {
      action: 'money.refund_request',
      result: 'ok',
      actorId: userId,
      sessionId,
      object: `checkout:${checkoutId}`,
      detail: { amount_minor: part, currency, ends_order: true },
      requestId: scope.request.id,
      ip: scope.request.ip,
    })
  }
  return ids
}

const settle = async (
  context: RefundServiceContext,
  scope: AdminScope,
  db: TenantDb,
  { orderId, body: { decision, note, amount_minor: part, asked_at: seen } }: Claim,
): Promise<string[]> => {
  const { clientId } = scope.tenant
  // In the order in which a provider's message takes its locks.
  const payments = await rows.paymentsLeft(db, clientId, orderId)
  const request = await rows.requestOf(db, clientId, orderId, { lock: true })
  if (!request) throw notFound()
  if (request.state !== 'asked') throw new AppError('conflict', 'There is no open refund request.')
  if (!isRequestSeen(request.asked_at, seen))
    throw new AppError('conflict', 'The learner has asked again. Read the new reason first.')
  const decided = { state: decision, at: scope.clock.now(), by: scope.actor.userId, note }
  await rows.settleRequest(db, clientId, orderId, decided)
  if (decision === 'declined') {
    await tellDeclined(context.apply.grants, db, clientId, {
      orderId,
      round: request.declined_before.length + 1,
    })
    return []
  }
  const max = payments.reduce((sum, { left_minor: left }) => sum + left, 0)
  if (max < 1) throw new AppError('conflict', 'All of this payment has been sent back.')
  if (part !== undefined && part > max)
    throw invalidField('amount_minor', {
      code: 'too_large',
      message: 'This is more than is left of the payment.',
      params: { max },
    })
  return requestRefunds(context, scope, db, { payments, amountMinor: part ?? max, reason: request.reason })
}

/** Stores the decision, then tells the provider; its confirmation closes the courses and moves the ledger. */
export const settleProgrammeRefund = async (
  context: RefundServiceContext & { readonly send: (clientId: number) => Promise<unknown> },
  scope: AdminScope,
  orderId: number,
  body: Settlement,
): Promise<ResponseOf<typeof settleCall>> => {
  const { clientId } = scope.tenant
  const ids = await scope.tx((db) => settle(context, scope, db, { orderId, body }))
  for (const id of ids) await sendRefund(context, clientId, id)
  if (ids.length > 0) await context.send(clientId)
  return scope.tx(async (db) => {
    const refunds: ResponseOf<typeof settleCall>['refunds'] = []
    for (const id of ids) {
      const refund = await refundById(db, clientId, id)
      if (refund) refunds.push({ id, amount_minor: refund.amount_minor, state: refund.state })
    }
    return { refunds }
  })
}
