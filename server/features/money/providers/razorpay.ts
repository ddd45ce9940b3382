/** Razorpay by its SDK: a payment link, which is a hosted page, for each checkout. */
import { createHmac, timingSafeEqual } from 'node:crypto'
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
import { ProviderError } from './provider-error.ts'
import { answerOf, LIST_DEADLINE_MS, loadRazorpay } from './sdk.ts'
import { refundOf, type ProviderSetup } from './setup.ts'

const EXPIRES_AFTER_SECONDS = 24 * 3600

/** Razorpay writes notes that are empty as a list. */
const notes = z.nullish(z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]))
const link = z.object({
  id: z.string(),
  notes,
  status: z.enum(['created', 'partially_paid', 'paid', 'expired', 'cancelled']),
  amount: z.int(),
  amount_paid: z.int(),
  currency: z.string(),
  short_url: z.optional(z.string()),
  payments: z.nullish(z.array(z.object({ payment_id: z.string() }))),
})
type Link = z.infer<typeof link>
const links = z.object({ payment_links: z.array(link) })
const refund = z.object({
  id: z.string(),
  notes,
  amount: z.int(),
  currency: z.string(),
  payment_id: z.string(),
  status: z.optional(z.string()),
})
const refunds = z.object({ items: z.array(refund) })
const payment = z.object({ id: z.string(), notes })

const entityOf = <T extends z.ZodMiniType>(schema: T) => z.optional(z.object({ entity: schema }))
const message = z.object({
  event: z.string(),
  payload: z.object({
    payment_link: entityOf(link),
    payment: entityOf(payment),
    refund: entityOf(refund),
  }),
})
type Message = z.infer<typeof message>
const tags = entityOf(z.object({ notes }))
const tagged = z.object({ payload: z.object({ payment_link: tags, payment: tags, refund: tags }) })

/** The package throws an answer as it came, and stumbles when there is none. */
const failureOf = (error: unknown): KeyFailure => {
  const status = Number((error as { statusCode?: unknown } | null)?.statusCode)
  if (status === 401) return 'key'
  if (status === 403) return 'permission'
  return status >= 400 && status < 500 && status !== 429 ? 'refused' : 'unreachable'
}
const isRefusal = (error: unknown): error is ProviderError =>
  error instanceof ProviderError && error.failure === 'refused'

const noteOf = (clientId: number, found: z.infer<typeof notes>, name: string): string | undefined => {
  if (!found || Array.isArray(found) || found['client_id'] !== String(clientId)) return undefined
  const value = found[name]
  return typeof value === 'string' ? value : undefined
}
const checkoutOf = (clientId: number, found: z.infer<typeof notes>) => noteOf(clientId, found, 'checkout_id')
const refundIdOf = (clientId: number, found: z.infer<typeof notes>) => noteOf(clientId, found, 'refund_id')

const LINK_KINDS: Readonly<Record<string, ProviderMessage['kind']>> = {
  'payment_link.paid': 'paid',
  'payment_link.partially_paid': 'processing',
  'payment_link.expired': 'expired',
  'payment_link.cancelled': 'expired',
}

const linkMessage = (clientId: number, { event, payload }: Message): ProviderMessage | Unheard => {
  const kind = LINK_KINDS[event]
  const found = payload.payment_link?.entity
  const about = found && checkoutOf(clientId, found.notes)
  if (!kind || !found || about === undefined) return 'irrelevant'
  const paymentRef = payload.payment?.entity.id
  return {
    // The id of a delivery is not signed; what happened to the link is.
    eventId: `${event}:${found.id}`,
    kind,
    about,
    amountMinor: kind === 'paid' ? found.amount_paid : found.amount,
    currency: found.currency,
    ...(paymentRef !== undefined && { paymentRef }),
  }
}

const refundMessage = (clientId: number, { event, payload }: Message): ProviderMessage | Unheard => {
  const found = payload.refund?.entity
  const isDone = event === 'refund.processed'
  if (!found || (!isDone && event !== 'refund.failed')) return 'irrelevant'
  const about = checkoutOf(clientId, found.notes) ?? checkoutOf(clientId, payload.payment?.entity.notes)
  if (about === undefined) return 'irrelevant'
  const { id, amount: amountMinor, currency, payment_id: paymentRef } = found
  const refundId = refundIdOf(clientId, found.notes)
  return {
    eventId: isDone ? id : `${id}:failed`,
    kind: isDone ? 'refunded' : 'refund_failed',
    about,
    refundRef: id,
    ...(refundId !== undefined && { refundId }),
    amountMinor,
    currency,
    paymentRef,
  }
}

/** In constant time first; the package compares the texts. */
const isGenuine = async (secret: string, { body, headers }: IncomingCall): Promise<boolean> => {
  const signature = headers['x-razorpay-signature']
  if (typeof signature !== 'string' || !/^[0-9a-f]{64}$/.test(signature)) return false
  const expected = createHmac('sha256', secret).update(body).digest()
  if (!timingSafeEqual(expected, Buffer.from(signature, 'hex'))) return false
  const { default: Razorpay } = await import('razorpay')
  return Razorpay.validateWebhookSignature(body.toString('utf8'), signature, secret)
}

/** Of a form that is not known: whose it is. */
const isOwn = (clientId: number, found: unknown): boolean => {
  const read = tagged.safeParse(found)
  return (
    read.success &&
    Object.values(read.data.payload).some((each) => checkoutOf(clientId, each?.entity.notes) !== undefined)
  )
}

const read = (clientId: number, { body }: IncomingCall): ProviderMessage | Unheard => {
  let found: unknown
  try {
    found = JSON.parse(body.toString('utf8'))
  } catch {
    return 'unreadable'
  }
  const { success, data } = message.safeParse(found)
  if (!success) return isOwn(clientId, found) ? 'unreadable' : 'irrelevant'
  return data.event.startsWith('refund.') ? refundMessage(clientId, data) : linkMessage(clientId, data)
}

const addressOf = ({ id, short_url: url }: Link): { ref: string; url: string } => {
  if (!url?.startsWith('https://')) throw new ProviderError('refused')
  return { ref: id, url }
}

/** Razorpay refuses a second link for a checkout: the first one counts. */
const createLink = async (
  { keys, hosts, urlOf, now }: ProviderSetup,
  { clientId, checkoutId, amountMinor, currency, title, returnPath }: CheckoutRequest,
): Promise<{ ref: string; url: string }> => {
  const razorpay = await loadRazorpay(keys, hosts)
  const body = {
    amount: amountMinor,
    currency,
    accept_partial: false,
    reference_id: checkoutId,
    description: title.slice(0, 2048),
    notes: { client_id: String(clientId), checkout_id: checkoutId },
    callback_url: urlOf(returnPath),
    callback_method: 'get',
    expire_by: Math.floor(now().getTime() / 1000) + EXPIRES_AFTER_SECONDS,
    notify: { sms: false, email: false },
    reminder_enable: false,
  }
  try {
    return addressOf(link.parse(await answerOf(() => razorpay.paymentLink.create(body), failureOf)))
  } catch (error) {
    if (!isRefusal(error)) throw error
    const known = links.parse(
      await answerOf(() => razorpay.paymentLink.all({ reference_id: checkoutId }), failureOf),
    ).payment_links
    const own = known.find(({ notes: found }) => checkoutOf(clientId, found) === checkoutId)
    if (!own) throw error
    return addressOf(own)
  }
}

const STATES: Readonly<Record<Link['status'], ProviderState['state']>> = {
  created: 'created',
  partially_paid: 'processing',
  paid: 'paid',
  expired: 'expired',
  cancelled: 'expired',
}

const stateOf = (found: Link): ProviderState => {
  const paymentRef = found.payments?.[0]?.payment_id
  return {
    state: STATES[found.status],
    amountMinor: found.status === 'paid' ? found.amount_paid : found.amount,
    currency: found.currency,
    ...(paymentRef !== undefined && { paymentRef }),
  }
}

const fetchLink = async ({ keys, hosts }: ProviderSetup, ref: string): Promise<ProviderState | null> => {
  const razorpay = await loadRazorpay(keys, hosts)
  try {
    return stateOf(link.parse(await answerOf(() => razorpay.paymentLink.fetch(ref), failureOf)))
  } catch (error) {
    // Razorpay answers 400 for an id that it does not know.
    if (isRefusal(error)) return null
    throw error
  }
}

const REFUND_STATES: Readonly<Record<string, ProviderRefund['state']>> = {
  processed: 'confirmed',
  failed: 'failed',
}
const refundState = (found: z.infer<typeof refund>) => refundOf(found, REFUND_STATES)

/** Razorpay has no idempotency keys: a refund of ours that is there already counts. */
const sendRefund = async (
  { keys, hosts }: ProviderSetup,
  { clientId, refundId, checkoutId, checkoutRef, paymentRef, amountMinor }: RefundRequest,
): Promise<ProviderRefund> => {
  const razorpay = await loadRazorpay(keys, hosts)
  const made = await answerOf(async () => {
    const payment =
      paymentRef ?? link.parse(await razorpay.paymentLink.fetch(checkoutRef)).payments?.[0]?.payment_id
    if (payment === undefined) throw new ProviderError('refused')
    const { items } = refunds.parse(await razorpay.payments.fetchMultipleRefund(payment))
    const own = items.find(({ notes: found }) => refundIdOf(clientId, found) === refundId)
    return (
      own ??
      razorpay.payments.refund(payment, {
        amount: amountMinor,
        receipt: refundId,
        notes: { client_id: String(clientId), checkout_id: checkoutId, refund_id: refundId },
      })
    )
  }, failureOf)
  return refundState(refund.parse(made))
}

const fetchRefund = async ({ keys, hosts }: ProviderSetup, ref: string): Promise<ProviderRefund | null> => {
  const razorpay = await loadRazorpay(keys, hosts)
  try {
    return refundState(refund.parse(await answerOf(() => razorpay.refunds.fetch(ref), failureOf)))
  } catch (error) {
    if (isRefusal(error)) return null
    throw error
  }
}

const PAGE = 100

/** Every page of a list, until a page is not full. */
const allPages = async <T>(page: (skip: number) => Promise<readonly T[]>): Promise<T[]> => {
  const all: T[] = []
  for (let skip = 0; ; skip += PAGE) {
    const found = await page(skip)
    all.push(...found)
    if (found.length < PAGE) return all
  }
}

const listPayments = async (
  { keys, hosts }: ProviderSetup,
  clientId: number,
  since: Date,
): Promise<ProviderPayment[]> => {
  const razorpay = await loadRazorpay(keys, hosts)
  const from = Math.floor(since.getTime() / 1000)
  const back = new Map<string, number>()
  for (const each of await allPages(
    async (skip) => refunds.parse(await razorpay.refunds.all({ from, count: PAGE, skip })).items,
  ))
    if (each.status === 'processed') back.set(each.payment_id, (back.get(each.payment_id) ?? 0) + each.amount)
  const found = await allPages(
    async (skip) => links.parse(await razorpay.paymentLink.all({ from, count: PAGE, skip })).payment_links,
  )
  return found.flatMap(({ id: ref, notes: tags, status, amount_paid: amountMinor, currency, payments }) => {
    const about = checkoutOf(clientId, tags)
    if (about === undefined || status !== 'paid') return []
    const paymentRef = payments?.[0]?.payment_id
    const refundedMinor = paymentRef === undefined ? 0 : (back.get(paymentRef) ?? 0)
    return [
      { ref, about, amountMinor, refundedMinor, currency, ...(paymentRef !== undefined && { paymentRef }) },
    ]
  })
}

export const createRazorpayProvider = (setup: ProviderSetup): PaymentProvider => ({
  name: 'razorpay',
  isTest: setup.isTest,
  createCheckout: (request) => createLink(setup, request),
  readMessage: async (clientId, call) =>
    (await isGenuine(setup.keys.webhookSecret, call)) ? read(clientId, call) : null,
  fetchState: (_clientId, ref) => fetchLink(setup, ref),
  refund: (request) => sendRefund(setup, request),
  fetchRefund: (_clientId, ref) => fetchRefund(setup, ref),
  listPayments: (clientId, since) =>
    answerOf(() => listPayments(setup, clientId, since), failureOf, LIST_DEADLINE_MS),
  // Razorpay tells a merchant nothing about the account; only its own keys may list its payments.
  checkKeys: async () => {
    const razorpay = await loadRazorpay(setup.keys, setup.hosts)
    await answerOf(() => razorpay.payments.all({ count: 1 }), failureOf)
    return setup.keys.keyId
  },
})
