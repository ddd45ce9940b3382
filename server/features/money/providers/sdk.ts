/** The providers' own packages, the only code that calls the providers. */
import type { Razorpay } from './razorpay-types.ts'
import type Stripe from 'stripe'
import type { KeyFailure } from '#contract/money/providers.ts'
import type { ProviderKeys } from './keys.repository.ts'
import { ProviderError } from './provider-error.ts'

/** For one request; a call may make several. */
const TIMEOUT_MS = 8_000
const DEADLINE_MS = 12_000
/** For lists of many pages. */
export const LIST_DEADLINE_MS = 120_000

/** Other addresses than the providers' own, for tests. */
export interface ProviderHosts {
  readonly stripe?: { readonly host: string; readonly port: number; readonly protocol: 'http' }
  readonly razorpay?: string
}

/** When the server starts: each holds the event loop for about 50 ms, which no request shall wait for. */
export const loadProviderPackages = async (): Promise<void> => {
  await import('stripe')
  await import('razorpay')
}

/** Making one takes a third of the time of reading a message. */
const stripeClients = new WeakMap<ProviderKeys, Stripe>()

export const loadStripe = async (keys: ProviderKeys, { stripe }: ProviderHosts): Promise<Stripe> => {
  const known = stripeClients.get(keys)
  if (known) return known
  const sdk = await import('stripe')
  const client = new sdk.default(keys.secret, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 0,
    telemetry: false,
    ...stripe,
  })
  stripeClients.set(keys, client)
  return client
}

export const loadRazorpay = async (
  { keyId, secret }: ProviderKeys,
  { razorpay }: ProviderHosts,
): Promise<Razorpay> => {
  const sdk = await import('razorpay')
  const client = new sdk.default({ key_id: keyId, key_secret: secret }) as unknown as Razorpay
  // The package has no option for these.
  Object.assign(client.api.rq.defaults, { timeout: TIMEOUT_MS, maxRedirects: 0 })
  if (razorpay !== undefined) client.api.rq.defaults.baseURL = razorpay
  return client
}

/** What a provider answers, or why it does not. Nobody waits longer than the deadline. */
export const answerOf = async <T>(
  call: () => Promise<T>,
  failureOf: (error: unknown) => KeyFailure,
  deadlineMs = DEADLINE_MS,
): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new ProviderError('unreachable')), deadlineMs)
  })
  try {
    return await Promise.race([call(), deadline])
  } catch (error) {
    if (error instanceof ProviderError) throw error
    throw new ProviderError(failureOf(error), error)
  } finally {
    clearTimeout(timer)
  }
}
