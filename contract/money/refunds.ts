/** Refunds that a payment provider carries out, of payments that came by a checkout. */
import * as z from 'zod/mini'
import { id, idParam, singleLine } from '../common.ts'
import { seenRequest } from '../courses/refund-requests.ts'
import { endpoint } from '../endpoint.ts'

/** They move forward only; money went back when it is confirmed. */
export const providerRefundStates = ['requested', 'sent', 'confirmed', 'failed'] as const
/** What an admin of a demo makes happen to a refund of the test checkout. */
export const testRefundOutcomes = ['confirm', 'fail', 'slow'] as const
export type TestRefundOutcome = (typeof testRefundOutcomes)[number]

export const providerRefund = z.object({
  id: z.uuid(),
  amount_minor: z.int(),
  state: z.enum(providerRefundStates),
})

export const refundCheckout = endpoint({
  name: 'money.refundCheckout',
  method: 'POST',
  path: '/api/clients/{clientId}/admin/checkouts/{checkoutId}/refunds/',
  access: 'admin',
  feature: 'course',
  stepUp: true,
  idempotency: 'key',
  summary:
    'Send a payment back through its provider, in full or part; the ledger follows when the provider confirms it',
  params: z.object({ clientId: idParam, checkoutId: z.uuid() }),
  body: z.object({
    idempotency_key: z.uuid(),
    amount_minor: z.int().check(z.minimum(1), z.maximum(1_000_000_000_000)),
    /** Required after the money-back guarantee: then it is an exception. */
    reason: z.string().check(z.maxLength(1000)),
    /** For a programme. The learner leaves it: courses close and certificates are revoked. Otherwise the amount is owed again. */
    ends_order: z.boolean(),
    test_outcome: z.optional(z.enum(testRefundOutcomes)),
  }),
  response: z.extend(providerRefund, { order_id: z.nullable(id) }),
  status: 201,
  alsoFails: [409],
})

export const settleProgrammeRefund = endpoint({
  name: 'money.settleProgrammeRefund',
  method: 'POST',
  path: '/api/clients/{clientId}/admin/programme-orders/{orderId}/refund/',
  access: 'admin',
  feature: 'course',
  stepUp: true,
  idempotency: 'natural',
  summary:
    'Send what was paid for a programme back in full or part, with which the learner leaves it, or decline; decided once',
  params: z.object({ clientId: idParam, orderId: idParam }),
  body: z.object({
    decision: z.enum(['refunded', 'declined']),
    asked_at: seenRequest,
    note: singleLine(0, 1000),
    /** All that was paid online when absent. */
    amount_minor: z.optional(z.int().check(z.minimum(1), z.maximum(1_000_000_000_000))),
  }),
  response: z.object({ refunds: z.array(providerRefund) }),
  alsoFails: [409],
})
