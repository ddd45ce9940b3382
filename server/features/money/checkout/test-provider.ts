/**
 * A payment provider that moves no money, for the demo: its checkout is a page of the app (test-checkout.service.ts). It
 * behaves as a real one does; its messages are signed and may come twice, late or never.
 */
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'
import type { Core } from '#server/core/core.ts'
import { messageKinds, type PaymentProvider, type ProviderMessage } from './provider.ts'
import * as rows from './test-checkout.repository.ts'

export const TEST_PROVIDER = 'test'
export const SIGNATURE_HEADER = 'x-test-payment-signature'
/** As Stripe does: an older message may be somebody's copy. */
const TOLERANCE_SECONDS = 300
const EXPIRES_AFTER_MS = 24 * 3_600_000
const SLOW_MS = 15_000

type TestCore = Pick<Core, 'db' | 'secret' | 'clock'>

const body = z.object({
  id: z.uuid(),
  kind: z.enum(messageKinds),
  checkout: z.string().check(z.minLength(1), z.maxLength(200)),
  refund: z.optional(z.uuid()),
  amount_minor: z.int(),
  currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
})

const checksum = (secret: Buffer, seconds: number, text: Buffer): Buffer =>
  createHmac('sha256', secret).update(`${seconds}.`).update(text).digest()

/** Each client has a secret of its own. */
const secretOf = ({ secret }: Pick<Core, 'secret'>, clientId: number): Buffer =>
  secret(`money.test-checkout:${clientId}`)

/** A message as it goes over the wire. */
export const signedTestMessage = (
  core: Pick<Core, 'secret'>,
  clientId: number,
  message: ProviderMessage,
  at: Date,
): { body: Buffer; headers: Record<string, string> } => {
  const text = Buffer.from(
    JSON.stringify({
      id: message.eventId,
      kind: message.kind,
      checkout: message.about,
      refund: message.refundId,
      amount_minor: message.amountMinor,
      currency: message.currency,
    }),
  )
  const seconds = Math.floor(at.getTime() / 1000)
  const signature = checksum(secretOf(core, clientId), seconds, text).toString('hex')
  return { body: text, headers: { [SIGNATURE_HEADER]: `t=${seconds},v1=${signature}` } }
}

const isGenuine = (secret: Buffer, header: unknown, text: Buffer, now: Date): boolean => {
  const [, time, given] =
    /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(typeof header === 'string' ? header : '') ?? []
  if (time === undefined || given === undefined) return false
  const seconds = Number(time)
  if (Math.abs(now.getTime() / 1000 - seconds) > TOLERANCE_SECONDS) return false
  return timingSafeEqual(checksum(secret, seconds, text), Buffer.from(given, 'hex'))
}

const parsed = (text: Buffer): ProviderMessage | null => {
  try {
    const result = body.safeParse(JSON.parse(text.toString('utf8')))
    if (!result.success) return null
    const { id: eventId, kind, checkout: about, refund, amount_minor: amountMinor, currency } = result.data
    const own = refund === undefined ? {} : { refundId: refund, refundRef: refund }
    return { eventId, kind, about, ...own, amountMinor, currency }
  } catch {
    return null
  }
}

export const createTestProvider = (core: TestCore): PaymentProvider => ({
  name: TEST_PROVIDER,
  isTest: true,
  createCheckout: async ({ clientId, checkoutId, returnPath }) => {
    const ref = await core.db.withTenant(clientId, (db) =>
      rows.insertTestCheckout(db, clientId, {
        id: randomUUID(),
        checkout_id: checkoutId,
        return_path: returnPath,
      }),
    )
    // Whoever pays a link is not signed in: their page is below the link's.
    const url = returnPath.startsWith('/pay/')
      ? `${returnPath.split('?')[0]}/test/${checkoutId}`
      : `/test-checkout/${checkoutId}`
    return { ref, url }
  },
  readMessage: async (clientId, { body: text, headers, now }) =>
    isGenuine(secretOf(core, clientId), headers[SIGNATURE_HEADER], text, now) ? parsed(text) : null,
  checkKeys: null,
  listPayments: (clientId, since) =>
    core.db.withTenant(clientId, (db) => rows.testPayments(db, clientId, { since, now: core.clock.now() })),
  refund: async ({ clientId, checkoutRef, refundId, amountMinor, testOutcome }) => {
    const message = {
      event_id: randomUUID(),
      kind: testOutcome === 'fail' ? ('refund_failed' as const) : ('refunded' as const),
      amount_minor: amountMinor,
      refund_id: refundId,
      send_at: new Date(core.clock.now().getTime() + (testOutcome === 'slow' ? SLOW_MS : 0)),
    }
    await core.db.withTenant(clientId, async (db) => {
      if (!(await rows.testRefund(db, clientId, refundId)))
        await rows.addTestMessages(db, clientId, checkoutRef, [message])
    })
    return { ref: refundId, state: 'sent' }
  },
  fetchRefund: async (clientId, ref) => {
    const found = await core.db.withTenant(clientId, (db) => rows.testRefund(db, clientId, ref))
    if (!found) return null
    if (found.send_at > core.clock.now()) return { ref, state: 'sent' }
    return { ref, state: found.kind === 'refunded' ? 'confirmed' : 'failed' }
  },
  fetchState: async (clientId, ref) => {
    const row = await core.db.withTenant(clientId, (db) => rows.testCheckoutById(db, clientId, ref))
    if (!row) return null
    const isExpired =
      row.state === 'open' && core.clock.now().getTime() - row.created_at.getTime() > EXPIRES_AFTER_MS
    return {
      state: isExpired ? 'expired' : row.state === 'open' ? 'created' : row.state,
      amountMinor: row.amount_minor,
      currency: row.currency,
    }
  },
})
