/** The world of a programme with a stand-in of each payment provider on this machine. */
import type { PaymentProviderName, PaymentProviders, ProviderTest } from '#contract/money/providers.ts'
import { addPerson } from '#tests/support/server/people.ts'
import { razorpayMessage, startRazorpay } from '#tests/support/money/razorpay-server.ts'
import { startStripe, stripeMessage } from '#tests/support/money/stripe-server.ts'
import { CLIENT, type Reply } from '../courses/world.ts'
import { startProgrammeWorld, type ProgrammeWorld } from './programme-world.ts'

export const STRIPE_KEYS = {
  key_id: null,
  secret: 'sk_test_51canarycanary',
  webhook_secret: 'whsec_canarycanary7',
}
export const RAZORPAY_KEYS = {
  key_id: 'rzp_test_canary7',
  secret: 'razorcanarysecret',
  webhook_secret: 'razor-webhook-canary',
}
const KEYS = { stripe: STRIPE_KEYS, razorpay: RAZORPAY_KEYS }

export interface ProviderWorld extends ProgrammeWorld {
  admin: number
  stripe: Awaited<ReturnType<typeof startStripe>>
  razorpay: Awaited<ReturnType<typeof startRazorpay>>
  save: (provider: PaymentProviderName, keys?: object) => Promise<Reply<PaymentProviders>>
  test: (provider: PaymentProviderName) => Promise<Reply<ProviderTest>>
  choosePay: (provider: PaymentProviderName | null) => Promise<number>
  /** Stores keys, tests and chooses them. */
  setUp: (provider: PaymentProviderName) => Promise<void>
  deliver: (
    provider: PaymentProviderName,
    message: { body: string | Buffer; headers: Record<string, string> },
    client?: number,
  ) => Promise<number>
  /** What Stripe or Razorpay sends when the payer of a checkout has paid. */
  paid: (provider: PaymentProviderName, checkout: string) => { body: string; headers: Record<string, string> }
  closeAll: () => Promise<void>
}

export const startProviderWorld = async (): Promise<ProviderWorld> => {
  const stripe = await startStripe(STRIPE_KEYS.secret)
  const razorpay = await startRazorpay({ keyId: RAZORPAY_KEYS.key_id, secret: RAZORPAY_KEYS.secret })
  const world = await startProgrammeWorld({ stripe: stripe.host, razorpay: razorpay.host })
  const { server, call } = world
  const admin = await addPerson(server.db, { clientId: CLIENT, name: 'Ada Admin', role: 'admin' })
  const path = '/admin/payment-providers/'
  const save: ProviderWorld['save'] = (provider, keys = KEYS[provider]) =>
    call(admin, 'PUT', `${path}${provider}/`, keys)
  const test: ProviderWorld['test'] = (provider) => call(admin, 'POST', `${path}${provider}/test/`)
  const choosePay: ProviderWorld['choosePay'] = async (provider) =>
    (await call(admin, 'PUT', `${path}choice/`, { provider })).status
  const paid: ProviderWorld['paid'] = (provider, checkout) => {
    if (provider === 'razorpay') {
      const link = razorpay.linkFor(checkout)
      if (link.status !== 'paid') razorpay.pay(link)
      const payment = { id: link.payments?.[0]?.payment_id, notes: link.notes, amount: link.amount }
      return razorpayMessage(RAZORPAY_KEYS.webhook_secret, 'payment_link.paid', {
        payment_link: link,
        payment,
      })
    }
    const session = stripe.sessionFor(checkout)
    if (session.payment_status !== 'paid') stripe.pay(session)
    const event = { type: 'checkout.session.completed', object: session }
    return stripeMessage(STRIPE_KEYS.webhook_secret, event, server.clock.now())
  }
  return {
    ...world,
    admin,
    stripe,
    razorpay,
    save,
    test,
    choosePay,
    setUp: async (provider) => {
      await save(provider)
      const { body } = await test(provider)
      if (body.failure !== null || (await choosePay(provider)) !== 200)
        throw new Error(`not set up: ${provider}`)
    },
    deliver: async (provider, { body, headers }, client = CLIENT) => {
      const reply = await server.app.inject({
        method: 'POST',
        url: `/payment-messages/${provider}/${client}/`,
        headers: { 'content-type': 'application/json', ...headers },
        payload: body,
      })
      return reply.statusCode
    },
    paid,
    closeAll: async () => {
      await Promise.all([server.close(), stripe.close(), razorpay.close()])
    },
  }
}
