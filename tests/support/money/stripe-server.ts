/**
 * A stand-in for Stripe, written from its published API reference: keys, the account, Checkout sessions with idempotency
 * keys, payment intents. Its messages are signed by the helper of Stripe's own package.
 */
import { randomUUID } from 'node:crypto'
import Stripe from 'stripe'
import { startStandIn, type StandInAnswer, type StandInRequest } from './provider-server.ts'

export interface StripeSession {
  id: string
  object: 'checkout.session'
  url: string
  status: 'open' | 'complete' | 'expired'
  payment_status: 'paid' | 'unpaid'
  amount_total: number
  currency: string
  metadata: Record<string, string>
  payment_intent: string | null
  created: number
  success_url: string
  cancel_url: string
}

const found = (body: unknown): StandInAnswer => ({ status: 200, body })
const failed = (status: number, type: string, code: string): StandInAnswer => ({
  status,
  body: { error: { type, code, message: `stand-in: ${code}` } },
})
const missing = () => failed(404, 'invalid_request_error', 'resource_missing')

const tagsOf = (form: URLSearchParams, prefix: string): Record<string, string> =>
  Object.fromEntries(
    [...form].flatMap(([name, value]) => {
      const [, key] = new RegExp(`^${prefix}\\[(\\w+)\\]$`).exec(name) ?? []
      return key === undefined ? [] : [[key, value]]
    }),
  )

export const startStripe = async (firstSecret: string) => {
  let secret = firstSecret
  const sessions = new Map<string, StripeSession>()
  const intents = new Map<
    string,
    { id: string; object: 'payment_intent'; metadata: Record<string, string> }
  >()
  const byKey = new Map<string, { form: string; answer: StandInAnswer }>()
  const account = {
    id: 'acct_1',
    object: 'account',
    charges_enabled: true,
    business_profile: { name: 'Acme' },
  }

  const create = (form: URLSearchParams): StandInAnswer => {
    const id = `cs_test_${randomUUID()}`
    const session: StripeSession = {
      id,
      object: 'checkout.session',
      url: `https://checkout.stripe.test/${id}`,
      status: 'open',
      payment_status: 'unpaid',
      amount_total: Number(form.get('line_items[0][price_data][unit_amount]')),
      currency: form.get('line_items[0][price_data][currency]') ?? '',
      metadata: tagsOf(form, 'metadata'),
      payment_intent: null,
      created: Math.floor(Date.now() / 1000),
      success_url: form.get('success_url') ?? '',
      cancel_url: form.get('cancel_url') ?? '',
    }
    sessions.set(id, session)
    return found(session)
  }
  const once = ({ headers, body }: StandInRequest, act: () => StandInAnswer): StandInAnswer => {
    const key = headers['idempotency-key'] as string | undefined
    const known = key === undefined ? undefined : byKey.get(key)
    if (known)
      return known.form === body ? known.answer : failed(400, 'idempotency_error', 'idempotency_key_in_use')
    const answer = act()
    if (key !== undefined) byKey.set(key, { form: body, answer })
    return answer
  }
  const answer = (request: StandInRequest): StandInAnswer => {
    if (request.headers.authorization !== `Bearer ${secret}`)
      return failed(401, 'invalid_request_error', 'api_key_invalid')
    const [, , kind, ...rest] = request.url.pathname.split('/')
    if (kind === 'account') return found(account)
    if (kind === 'payment_intents') return found(intents.get(rest[0] ?? '') ?? missing().body)
    if (kind === 'checkout' && request.method === 'POST')
      return once(request, () => create(new URLSearchParams(request.body)))
    if (kind === 'checkout') {
      const session = sessions.get(rest[1] ?? '')
      return session ? found(session) : missing()
    }
    return missing()
  }

  const server = await startStandIn(answer)
  return {
    ...server,
    host: { host: '127.0.0.1', port: server.port, protocol: 'http' } as const,
    account,
    setSecret: (next: string) => {
      secret = next
    },
    sessions,
    sessionFor: (checkoutId: string): StripeSession => {
      const session = [...sessions.values()].find(({ metadata }) => metadata['checkout_id'] === checkoutId)
      if (!session) throw new Error(`no session for ${checkoutId}`)
      return session
    },
    /** The payer pays on the page of the session. */
    pay: (session: StripeSession): void => {
      const intent = {
        id: `pi_${randomUUID()}`,
        object: 'payment_intent' as const,
        metadata: session.metadata,
      }
      intents.set(intent.id, intent)
      Object.assign(session, { status: 'complete', payment_status: 'paid', payment_intent: intent.id })
    },
  }
}

const sdk = new Stripe('sk_test_only_for_signing')

/** A message as it goes over the wire. */
export const stripeMessage = (
  secret: string,
  event: { id?: string; type: string; object: object },
  at: Date,
): { body: string; headers: Record<string, string> } => {
  const body = JSON.stringify({
    id: event.id ?? `evt_${randomUUID()}`,
    object: 'event',
    type: event.type,
    created: Math.floor(at.getTime() / 1000),
    data: { object: event.object },
  })
  const header = sdk.webhooks.generateTestHeaderString({
    payload: body,
    secret,
    timestamp: Math.floor(at.getTime() / 1000),
  })
  return { body, headers: { 'stripe-signature': header } }
}
