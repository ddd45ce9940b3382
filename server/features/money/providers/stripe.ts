/** Stripe by its SDK: hosted pages of Stripe Checkout, one session for each checkout. */
import type Stripe from 'stripe'
import * as z from 'zod/mini'
import type { KeyFailure } from '#contract/money/providers.ts'
import type {
  CheckoutRequest,
  IncomingCall,
  PaymentProvider,
  ProviderMessage,
  ProviderPayment,
  ProviderRefund,
  ProviderState,
  RefundRequest,
  Unheard,
} from '../checkout/provider.ts'
import { fromStripe, toStripe } from './amounts.ts'
import { ProviderError } from './provider-error.ts'
import { answerOf, LIST_DEADLINE_MS, loadStripe } from './sdk.ts'
import { leftPath, refundOf, type ProviderSetup } from './setup.ts'

const TOLERANCE_SECONDS = 300

const metadata = z.nullish(z.record(z.string(), z.string()))
const reference = z.nullish(z.union([z.string(), z.object({ id: z.string() })]))
const session = z.object({
  id: z.string(),
  metadata,
  status: z.nullish(z.enum(['open', 'complete', 'expired'])),
  payment_status: z.enum(['paid', 'unpaid', 'no_payment_required']),
  amount_total: z.int(),
  currency: z.string(),
  payment_intent: reference,
})
type Session = z.infer<typeof session>
const refund = z.object({
  id: z.string(),
  metadata,
  status: z.nullish(z.string()),
  amount: z.int(),
  currency: z.string(),
  payment_intent: reference,
})

const idOf = (value: z.infer<typeof reference>): string | undefined =>
  typeof value === 'string' ? value : value?.id

const FAILURES: Readonly<Record<string, KeyFailure>> = {
  StripeAuthenticationError: 'key',
  StripePermissionError: 'permission',
  StripeConnectionError: 'unreachable',
  StripeAPIError: 'unreachable',
  StripeRateLimitError: 'unreachable',
}
const failureOf = (error: unknown): KeyFailure =>
  FAILURES[(error as { type?: string } | null)?.type ?? ''] ?? 'refused'
const isMissing = (error: unknown): boolean =>
  error instanceof ProviderError &&
  (error.cause as { code?: string } | undefined)?.code === 'resource_missing'

/** What both sides call this checkout. */
const tagsOf = (clientId: number, checkoutId: string) => ({
  client_id: String(clientId),
  checkout_id: checkoutId,
})

/** The checkout that a thing of this client belongs to. */
const checkoutOf = (clientId: number, tags: z.infer<typeof metadata>): string | undefined =>
  tags?.['client_id'] === String(clientId) ? tags['checkout_id'] : undefined

const withRef = (ref: string | undefined) => (ref === undefined ? {} : { paymentRef: ref })

const SESSION_KINDS: Readonly<Record<string, (of: Session) => ProviderMessage['kind']>> = {
  'checkout.session.completed': ({ payment_status }) => (payment_status === 'paid' ? 'paid' : 'processing'),
  'checkout.session.async_payment_succeeded': () => 'paid',
  'checkout.session.async_payment_failed': () => 'failed',
  'checkout.session.expired': () => 'expired',
}

/** Of a form that is not known: whose it is. */
const unread = (clientId: number, event: Stripe.Event): Unheard => {
  const read = z.object({ metadata }).safeParse(event.data.object)
  return read.success && checkoutOf(clientId, read.data.metadata) !== undefined ? 'unreadable' : 'irrelevant'
}

const sessionMessage = (clientId: number, event: Stripe.Event): ProviderMessage | Unheard => {
  const parsed = session.safeParse(event.data.object)
  const kindOf = SESSION_KINDS[event.type]
  if (!kindOf) return 'irrelevant'
  if (!parsed.success) return unread(clientId, event)
  const about = checkoutOf(clientId, parsed.data.metadata)
  if (about === undefined) return 'irrelevant'
  const { amount_total: amount, currency, payment_intent: payment } = parsed.data
  return {
    eventId: event.id,
    kind: kindOf(parsed.data),
    about,
    ...fromStripe(amount, currency),
    ...withRef(idOf(payment)),
  }
}

const REFUND_STATES: Readonly<Record<string, ProviderRefund['state']>> = {
  succeeded: 'confirmed',
  failed: 'failed',
  canceled: 'failed',
}
const refundState = (found: z.infer<typeof refund>) => refundOf(found, REFUND_STATES)

/** A refund that was made at Stripe itself says its payment only; the payment says the checkout. */
const refundMessage = async (
  stripe: Stripe,
  clientId: number,
  event: Stripe.Event,
): Promise<ProviderMessage | Unheard> => {
  const parsed = refund.safeParse(event.data.object)
  if (!parsed.success) return unread(clientId, event)
  const { state } = refundState(parsed.data)
  if (state === 'sent') return 'irrelevant'
  const { id, amount, currency, metadata: own } = parsed.data
  const payment = idOf(parsed.data.payment_intent)
  let about = checkoutOf(clientId, own)
  if (about === undefined && payment !== undefined) {
    const found = await answerOf(() => stripe.paymentIntents.retrieve(payment), failureOf)
    about = checkoutOf(clientId, found.metadata)
  }
  if (about === undefined) return 'irrelevant'
  const refundId = own?.['refund_id']
  return {
    // One refund is one event, however often Stripe reports it.
    eventId: state === 'confirmed' ? id : `${id}:failed`,
    kind: state === 'confirmed' ? 'refunded' : 'refund_failed',
    about,
    refundRef: id,
    ...(refundId !== undefined && { refundId }),
    ...fromStripe(amount, currency),
    ...withRef(payment),
  }
}

const sendRefund = async (
  { keys, hosts }: ProviderSetup,
  { clientId, refundId, checkoutId, checkoutRef, paymentRef, amountMinor, currency }: RefundRequest,
): Promise<ProviderRefund> => {
  const stripe = await loadStripe(keys, hosts)
  const made = await answerOf(async () => {
    const payment =
      paymentRef ?? idOf(session.parse(await stripe.checkout.sessions.retrieve(checkoutRef)).payment_intent)
    if (payment === undefined) throw new ProviderError('refused')
    return stripe.refunds.create(
      {
        payment_intent: payment,
        amount: toStripe(amountMinor, currency),
        metadata: { ...tagsOf(clientId, checkoutId), refund_id: refundId },
      },
      { idempotencyKey: `refund:${clientId}:${refundId}` },
    )
  }, failureOf)
  return refundState(refund.parse(made))
}

/** Null for what Stripe does not know. */
const known = <T>(call: Promise<T>): Promise<T | null> =>
  call.catch((error: unknown) => {
    if (isMissing(error)) return null
    throw error
  })

const verified = (
  stripe: Stripe,
  secret: string,
  { body, headers, now }: IncomingCall,
): Stripe.Event | null => {
  try {
    const header = headers['stripe-signature'] ?? ''
    return stripe.webhooks.constructEvent(body, header, secret, TOLERANCE_SECONDS, undefined, now.getTime())
  } catch {
    return null
  }
}

const createSession = async (
  { keys, hosts, urlOf }: ProviderSetup,
  { clientId, checkoutId, amountMinor, currency, title, returnPath }: CheckoutRequest,
): Promise<{ ref: string; url: string }> => {
  const stripe = await loadStripe(keys, hosts)
  const tags = tagsOf(clientId, checkoutId)
  const made = await answerOf(
    () =>
      stripe.checkout.sessions.create(
        {
          mode: 'payment',
          client_reference_id: checkoutId,
          metadata: tags,
          payment_intent_data: { metadata: tags, description: title },
          line_items: [
            {
              quantity: 1,
              price_data: {
                currency: currency.toLowerCase(),
                unit_amount: toStripe(amountMinor, currency),
                product_data: { name: title },
              },
            },
          ],
          // People pay exactly what they owe, in its currency.
          adaptive_pricing: { enabled: false },
          success_url: urlOf(returnPath),
          cancel_url: urlOf(leftPath(returnPath)),
        },
        { idempotencyKey: `checkout:${clientId}:${checkoutId}` },
      ),
    failureOf,
  )
  if (!made.url?.startsWith('https://')) throw new ProviderError('refused')
  return { ref: made.id, url: made.url }
}

const stateOf = ({ status, payment_status: paid }: Session): ProviderState['state'] => {
  if (paid === 'paid') return 'paid'
  if (status === 'expired') return 'expired'
  return status === 'complete' ? 'processing' : 'created'
}

const since = (at: Date) => ({ created: { gte: Math.floor(at.getTime() / 1000) }, limit: 100 })

/** What went back of each payment. */
const refundSums = async (stripe: Stripe, from: Date): Promise<Map<string, number>> => {
  const sums = new Map<string, number>()
  for await (const each of stripe.refunds.list(since(from))) {
    const found = refund.parse(each)
    const payment = idOf(found.payment_intent)
    if (payment !== undefined && found.status === 'succeeded')
      sums.set(payment, (sums.get(payment) ?? 0) + found.amount)
  }
  return sums
}

const listPayments = async (
  { keys, hosts }: ProviderSetup,
  clientId: number,
  from: Date,
): Promise<ProviderPayment[]> => {
  const stripe = await loadStripe(keys, hosts)
  const refunded = await refundSums(stripe, from)
  const payments: ProviderPayment[] = []
  for await (const each of stripe.checkout.sessions.list(since(from))) {
    const parsed = session.safeParse(each)
    if (!parsed.success || parsed.data.payment_status !== 'paid') continue
    const about = checkoutOf(clientId, parsed.data.metadata)
    if (about === undefined) continue
    const { id: ref, amount_total: amount, currency, payment_intent: intent } = parsed.data
    const payment = idOf(intent)
    const back = payment === undefined ? 0 : (refunded.get(payment) ?? 0)
    const refundedMinor = fromStripe(back, currency).amountMinor
    payments.push({ ref, about, ...fromStripe(amount, currency), refundedMinor, ...withRef(payment) })
  }
  return payments
}

export const createStripeProvider = (setup: ProviderSetup): PaymentProvider => {
  const { keys, hosts } = setup
  return {
    name: 'stripe',
    isTest: setup.isTest,
    createCheckout: (request) => createSession(setup, request),
    readMessage: async (clientId, call) => {
      const stripe = await loadStripe(keys, hosts)
      const event = verified(stripe, keys.webhookSecret, call)
      if (!event) return null
      return event.type.startsWith('refund.')
        ? refundMessage(stripe, clientId, event)
        : sessionMessage(clientId, event)
    },
    fetchState: async (_clientId, ref) => {
      const stripe = await loadStripe(keys, hosts)
      const found = await known(answerOf(() => stripe.checkout.sessions.retrieve(ref), failureOf))
      if (!found) return null
      const parsed = session.parse(found)
      return {
        state: stateOf(parsed),
        ...fromStripe(parsed.amount_total, parsed.currency),
        ...withRef(idOf(parsed.payment_intent)),
      }
    },
    refund: (request) => sendRefund(setup, request),
    fetchRefund: async (_clientId, ref) => {
      const stripe = await loadStripe(keys, hosts)
      const found = await known(answerOf(() => stripe.refunds.retrieve(ref), failureOf))
      return found && refundState(refund.parse(found))
    },
    listPayments: (clientId, from) =>
      answerOf(() => listPayments(setup, clientId, from), failureOf, LIST_DEADLINE_MS),
    checkKeys: async () => {
      const stripe = await loadStripe(keys, hosts)
      const account = await answerOf(() => stripe.accounts.retrieveCurrent(), failureOf)
      if (!account.charges_enabled && !setup.isTest) throw new ProviderError('inactive')
      return account.business_profile?.name ?? account.email ?? account.id
    },
  }
}
