/** The public page of a payment link. Whoever pays needs no account; a link for one person asks for their address. */
import * as z from 'zod/mini'
import { email } from '../auth/auth.ts'
import { empty, idParam, timestamp } from '../common.ts'
import { endpoint, perHour, perMinute } from '../endpoint.ts'
import { documentFile, paymentDocument } from './documents.ts'
import { checkoutStates } from './checkout-states.ts'
import { testCheckoutPage, testOutcomes } from './programmes.ts'

/** 128 bits in base64url. */
const PAY_CODE = /^[A-Za-z0-9_-]{22}$/
const PAY = '/api/clients/{clientId}/pay/{payCode}/' as const
const forAnyone = { access: 'public', feature: 'admin_payment' } as const
const payParams = z.object({ clientId: idParam, payCode: z.string().check(z.regex(PAY_CODE)) })
const checkoutParams = z.object({ ...payParams.shape, checkoutId: z.uuid() })
const minor = z.int()

/** From a mail: it opens a link for one person. */
const pass = z.nullable(z.string().check(z.regex(/^\d{10}\.[A-Za-z0-9_-]{32}$/)))

const payLink = z.object({
  title: z.string(),
  amount_minor: minor,
  currency: z.string(),
  paid_minor: minor,
  open_minor: minor,
  is_closed: z.boolean(),
  expires_at: timestamp,
  /** What one payment may be; null when nothing can be paid now. */
  payable: z.nullable(z.object({ min_minor: minor, max_minor: minor })),
  /** A payment that somebody has started and not finished: it can be continued. */
  started: z.nullable(z.object({ url: z.string(), amount_minor: minor })),
  /** Null where nobody can pay online: then the client's instructions say how to pay. */
  provider: z.nullable(z.object({ is_test: z.boolean() })),
  payment_instructions: z.nullable(z.string()),
  /** The payment from which the payer comes back. */
  checkout: z.nullable(
    z.object({
      id: z.uuid(),
      state: z.enum(checkoutStates),
      amount_minor: minor,
      /** Once it is paid. */
      documents: z.array(paymentDocument),
    }),
  ),
})
export type PayLink = z.infer<typeof payLink>

/** Reading is a POST: the pass stays out of addresses, and so out of logs. */
export const openPayLink = endpoint({
  name: 'pay.open',
  method: 'POST',
  path: `${PAY}open/`,
  ...forAnyone,
  rateLimit: perMinute(60),
  idempotency: 'natural',
  summary: 'Get what a payment link asks for; 404 for one that is unknown, expired or cancelled',
  params: payParams,
  body: z.object({ pass, checkout: z.nullable(z.uuid()) }),
  /** Null: the link is for one person, and the pass is not theirs. */
  response: z.object({ link: z.nullable(payLink) }),
})

export const sendPayPass = endpoint({
  name: 'pay.sendPass',
  method: 'POST',
  path: `${PAY}pass/`,
  ...forAnyone,
  rateLimit: perHour(20),
  summary: 'Mail access to the person a link is for; the answer is the same for every address',
  params: payParams,
  body: z.object({ email }),
  response: empty,
  status: 204,
})

export const startPayment = endpoint({
  name: 'pay.start',
  method: 'POST',
  path: `${PAY}checkouts/`,
  ...forAnyone,
  rateLimit: perHour(60),
  idempotency: 'key',
  summary:
    'Start paying a link, whole or a part; the server knows what is open. 409 if nothing can be paid now',
  params: payParams,
  body: z.object({
    idempotency_key: z.uuid(),
    amount_minor: z.int().check(z.minimum(1), z.maximum(1_000_000_000_000)),
    pass,
  }),
  response: z.object({
    checkout_id: z.uuid(),
    /** Where the payer goes: a page of the provider, or a path of the app. */
    url: z.string(),
  }),
  status: 201,
  alsoFails: [409, 503],
})

export const openPayDocument = endpoint({
  name: 'pay.document',
  method: 'POST',
  path: `${PAY}checkouts/{checkoutId}/documents/{documentId}/`,
  ...forAnyone,
  rateLimit: perHour(60),
  idempotency: 'natural',
  summary:
    'Get a receipt or invoice of a payment, as a PDF; only its payer knows the checkout. 404 for any other',
  params: z.object({ ...checkoutParams.shape, documentId: idParam }),
  body: z.object({ pass }),
  response: documentFile,
})

export const getPayTest = endpoint({
  name: 'pay.testCheckout',
  method: 'GET',
  path: `${PAY}test-checkouts/{checkoutId}/`,
  ...forAnyone,
  rateLimit: perMinute(60),
  summary: 'Get a checkout of the test provider for a payment link',
  params: checkoutParams,
  response: testCheckoutPage,
})

export const choosePayTest = endpoint({
  name: 'pay.payTestCheckout',
  method: 'POST',
  path: `${PAY}test-checkouts/{checkoutId}/outcome/`,
  ...forAnyone,
  rateLimit: perMinute(60),
  idempotency: 'natural',
  summary: 'Choose what happens to a test payment of a link; the first choice that ends it counts',
  params: checkoutParams,
  body: z.object({ outcome: z.enum(testOutcomes) }),
  response: testCheckoutPage,
})
