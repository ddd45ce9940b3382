/** A demo client with a programme of two courses, and what a payment provider would send. */
import { randomUUID } from 'node:crypto'
import type { Programme } from '#contract/money/programmes.ts'
import type { Core } from '#server/core/core.ts'
import { refundedCertificates } from '#server/features/certificates/index.ts'
import { coursePayments, programmeAccess } from '#server/features/courses/index.ts'
import type { ProviderMessage } from '#server/features/money/checkout/provider.ts'
import { signedTestMessage } from '#server/features/money/checkout/test-provider.ts'
import { addProgramme, type ProviderHosts } from '#server/features/money/index.ts'
import { notifier } from '#server/features/notifications/index.ts'
import { addPerson } from '#tests/support/server/people.ts'
import { CLIENT, startWorld, type World } from '../courses/world.ts'

export const TOTAL = 10_000_000
export const MINIMUM = 100_000
export const CURRENCY = 'INR'

/** What payments open and refunds close, as the workers pass it. */
export const grantsOf = (core: Core) => ({
  ...notifier(core),
  ...programmeAccess(core, notifier(core)),
  ...coursePayments(core, notifier(core)),
  ...refundedCertificates(core, notifier(core)),
})

export interface ProgrammeWorld extends World {
  courses: readonly number[]
  person: (name?: string) => Promise<number>
  page: (user: number) => Promise<Programme>
  start: (
    user: number,
    body: object,
  ) => Promise<{ status: number; body: { checkout_id: string; url: string; fields?: unknown } }>
  /** Starts a checkout and returns its id. */
  checkout: (user: number, amount_minor: number, plan?: string) => Promise<string>
  /** What the payer of the test checkout chooses. */
  choose: (user: number, checkout: string, outcome: string) => Promise<number>
  message: (kind: ProviderMessage['kind'], checkout: string, amountMinor: number) => ProviderMessage
  /** Posts a message to the address for messages; its signature may be changed. */
  send: (
    message: ProviderMessage,
    change?: { at?: Date; signedFor?: number; client?: number; provider?: string },
  ) => Promise<number>
  rows: <R extends Record<string, unknown>>(text: string, values?: unknown[]) => Promise<R[]>
}

export const startProgrammeWorld = async (payments?: ProviderHosts): Promise<ProgrammeWorld> => {
  const world = await startWorld(payments)
  const { server } = world
  await server.db.asSuperuser(
    `update client set currency = $2, time_zone = 'Asia/Kolkata', demo_seeded_at = now() where client_id = $1`,
    [CLIENT, CURRENCY],
  )
  const courses = [await world.course({ price: 'premium' }), await world.course({ price: 'premium' })]
  await server.core.db.withTenant(CLIENT, (db) =>
    addProgramme(
      db,
      {
        client_id: CLIENT,
        slug: 'flagship',
        title: { en: 'Data Career Programme', ar: 'برنامج مهنة البيانات' },
        summary: { en: 'Courses and projects.' },
        total_minor: TOTAL,
        currency: CURRENCY,
        assessment_id: null,
        minimum_minor: MINIMUM,
      },
      courses,
    ),
  )
  let serial = 0
  const path = '/programmes/flagship/'
  const start: ProgrammeWorld['start'] = (user, body) =>
    world.call(user, 'POST', `${path}checkouts/`, {
      idempotency_key: randomUUID(),
      plan: 'instalments',
      ...body,
    })
  return {
    ...world,
    courses,
    person: (name = 'Payer') => {
      serial += 1
      return addPerson(server.db, { clientId: CLIENT, name: `${name} ${serial}` })
    },
    page: async (user) => (await world.call<Programme>(user, 'GET', path)).body,
    start,
    checkout: async (user, amount_minor, plan = 'instalments') => {
      const { status, body } = await start(user, { amount_minor, plan })
      if (status !== 201) throw new Error(`no checkout: ${status} ${JSON.stringify(body)}`)
      return body.checkout_id
    },
    choose: async (user, checkout, outcome) =>
      (await world.call(user, 'POST', `/test-checkouts/${checkout}/outcome/`, { outcome })).status,
    message: (kind, about, amountMinor) => ({
      eventId: randomUUID(),
      kind,
      about,
      amountMinor,
      currency: CURRENCY,
    }),
    send: async (message, { at, signedFor = CLIENT, client = CLIENT, provider = 'test' } = {}) => {
      const { body, headers } = signedTestMessage(server.core, signedFor, message, at ?? server.clock.now())
      const reply = await server.app.inject({
        method: 'POST',
        url: `/payment-messages/${provider}/${client}/`,
        headers: { ...headers, 'content-type': 'application/json' },
        payload: body,
      })
      return reply.statusCode
    },
    rows: (text, values = []) => server.db.asSuperuser(text, values),
  }
}
