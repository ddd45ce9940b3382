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

type TestCore = Pick<Core, 'db' | 'secret' | 'clock'>

const body = z.object({
  id: z.uuid(),
  kind: z.enum(messageKinds),
  checkout: z.string().check(z.minLength(1), z.maxLength(200)),
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
    const { id: eventId, kind, checkout: about, amount_minor: amountMinor, currency } = result.data
    return { eventId, kind, about, amountMinor, currency }
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
    return { ref, url: `/test-checkout/${checkoutId}` }
  },
  readMessage: async (clientId, { body: text, headers, now }) =>
    isGenuine(secretOf(core, clientId), headers[SIGNATURE_HEADER], text, now) ? parsed(text) : null,
  checkKeys: null,
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
