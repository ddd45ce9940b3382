/** Payment providers of a client, whose keys go in and never come out, and which of them learners pay with. */
import * as z from 'zod/mini'
import { clientParams, timestamp } from '../common.ts'
import { endpoint, perMinute } from '../endpoint.ts'

const BASE = '/api/clients/{clientId}/admin/payment-providers/' as const
const adminOnly = { access: 'admin', feature: 'course' } as const

export const paymentProviders = ['stripe', 'razorpay'] as const
export type PaymentProviderName = (typeof paymentProviders)[number]
const providerName = z.enum(paymentProviders)
const providerParams = z.extend(clientParams, { paymentProvider: providerName })

/**
 * Why a provider did not accept the keys. `key`: it does not know them. `permission`: they may not do this. `inactive`: the
 * account cannot take payments yet. `unreachable`: no answer. `refused`: it refuses for another reason.
 */
export const keyFailures = ['key', 'permission', 'inactive', 'unreachable', 'refused'] as const
export type KeyFailure = (typeof keyFailures)[number]

/** What each key looks like; a provider without `key_id` has none. */
export const keyPatterns = {
  stripe: { secret: /^(?:sk|rk)_(?:test|live)_\w{8,250}$/, webhook_secret: /^whsec_[\w+/=-]{8,250}$/ },
  razorpay: {
    key_id: /^rzp_(?:test|live)_\w{6,60}$/,
    secret: /^[\x21-\x7e]{8,200}$/,
    webhook_secret: /^[\x21-\x7e]{12,200}$/,
  },
} as const satisfies Record<PaymentProviderName, Partial<Record<KeyName, RegExp>>>
export const keyNames = ['key_id', 'secret', 'webhook_secret'] as const
export type KeyName = (typeof keyNames)[number]

/** The messages that the provider has to send. */
export const messageNames = {
  stripe: [
    'checkout.session.completed',
    'checkout.session.async_payment_succeeded',
    'checkout.session.async_payment_failed',
    'checkout.session.expired',
    'refund.created',
    'refund.updated',
    'refund.failed',
  ],
  razorpay: [
    'payment_link.paid',
    'payment_link.partially_paid',
    'payment_link.expired',
    'payment_link.cancelled',
    'refund.processed',
    'refund.failed',
  ],
} as const satisfies Record<PaymentProviderName, readonly string[]>

const settings = z.object({
  provider: providerName,
  has_keys: z.boolean(),
  /** The public part of Razorpay's key. */
  key_id: z.nullable(z.string()),
  /** Payments with these keys move no money. */
  is_test: z.boolean(),
  /** When the provider accepted exactly these keys. */
  checked_at: z.nullable(timestamp),
  /** Where the provider sends its messages; null while the installation has no public address. */
  message_url: z.nullable(z.string()),
  message_path: z.string(),
  /** When its last genuine message came. */
  last_message_at: z.nullable(timestamp),
})
export type PaymentProviderSettings = z.infer<typeof settings>

const overview = z.object({
  providers: z.array(settings),
  /** What learners pay with; null: nobody can pay online. */
  chosen: z.nullable(z.enum([...paymentProviders, 'test'])),
})
export type PaymentProviders = z.infer<typeof overview>

export const listPaymentProviders = endpoint({
  name: 'money.providers',
  method: 'GET',
  path: BASE,
  ...adminOnly,
  summary: 'List the payment providers with their settings, without keys',
  params: clientParams,
  response: overview,
})

const key = z.nullable(z.string().check(z.minLength(1), z.maxLength(300), z.regex(/^[\x21-\x7e]+$/)))

export const savePaymentProvider = endpoint({
  name: 'money.saveProvider',
  method: 'PUT',
  path: `${BASE}{paymentProvider}/`,
  ...adminOnly,
  stepUp: true,
  summary: 'Store the keys of a payment provider, encrypted; null keeps a stored one',
  params: providerParams,
  body: z.object({ key_id: key, secret: key, webhook_secret: key }),
  response: overview,
})

export const removePaymentProvider = endpoint({
  name: 'money.removeProvider',
  method: 'DELETE',
  path: `${BASE}{paymentProvider}/`,
  ...adminOnly,
  stepUp: true,
  summary: 'Delete the keys of a payment provider; its messages are not believed any more',
  params: providerParams,
  response: overview,
})

export const testPaymentProvider = endpoint({
  name: 'money.testProvider',
  method: 'POST',
  path: `${BASE}{paymentProvider}/test/`,
  ...adminOnly,
  rateLimit: perMinute(10),
  idempotency: 'natural',
  summary: 'Ask the provider whether it accepts the stored keys; 404 without keys',
  params: providerParams,
  response: z.object({
    failure: z.nullable(z.enum(keyFailures)),
    /** What the provider calls the account, if it says so. */
    account: z.nullable(z.string()),
    settings: overview,
  }),
})
export type ProviderTest = z.infer<(typeof testPaymentProvider)['response']>

export const choosePaymentProvider = endpoint({
  name: 'money.chooseProvider',
  method: 'PUT',
  path: `${BASE}choice/`,
  ...adminOnly,
  stepUp: true,
  summary: 'Choose what learners pay with; 409 for a provider that has not accepted its keys',
  params: clientParams,
  body: z.object({ provider: z.nullable(providerName) }),
  response: overview,
  alsoFails: [409],
})
