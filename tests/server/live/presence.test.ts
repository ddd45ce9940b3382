import { randomUUID } from 'node:crypto'
import fc from '#tests/support/property.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { presenceMinutes } from '#server/features/live/presence.repository.ts'
import { CLIENT, minutesFrom, START, startLiveWorld, type LiveWorld } from './world.ts'

let world: LiveWorld
beforeAll(async () => {
  world = await startLiveWorld()
})
afterAll(() => world.server.close())

describe('heartbeats of an open page', () => {
  const beatAt = async (sessionId: number, page: string, minute: number) => {
    world.clock.set(minutesFrom(minute))
    const { ann } = world.people
    return world.call<{ minutes: number; state: string }>(ann, 'POST', `/sessions/${sessionId}/presence/`, {
      page,
    })
  }
  const joinAt = async (sessionId: number, page: string, minute: number) => {
    world.clock.set(minutesFrom(minute))
    await world.join(world.people.ann, sessionId, { page })
  }

  it('count from the start to the end, also when they come earlier and later', async () => {
    const session = await world.addSession()
    const page = randomUUID()
    await joinAt(session, page, -8)
    let last = 0
    for (let minute = -7; minute < 60; minute += 1) last = (await beatAt(session, page, minute)).body.minutes
    expect(last).toBe(59)
    expect((await beatAt(session, page, 61)).body).toEqual({ minutes: 59, state: 'ended' })
  })

  it('do not count a silence of more than two and a half minutes', async () => {
    const session = await world.addSession()
    const page = randomUUID()
    await joinAt(session, page, 0)
    await beatAt(session, page, 2)
    await beatAt(session, page, 20)
    expect((await beatAt(session, page, 22)).body.minutes).toBe(4)
  })

  it('count once for two devices at the same time', async () => {
    const session = await world.addSession()
    const [phone, laptop] = [randomUUID(), randomUUID()]
    await joinAt(session, phone, 0)
    await joinAt(session, laptop, 1)
    for (const minute of [2, 3, 4]) {
      await beatAt(session, phone, minute)
      await beatAt(session, laptop, minute + 0.5)
    }
    expect((await beatAt(session, phone, 5)).body.minutes).toBe(5)
  })

  it('count for nobody who did not join', async () => {
    const session = await world.addSession()
    expect((await beatAt(session, randomUUID(), 5)).status).toBe(404)
  })
})

const LENGTH_SECONDS = 3600
interface Stretch {
  source: 'page' | 'provider'
  device: number
  /** Seconds from the start of the session. */
  from: number
  to: number
}

const stretches = fc.array(
  fc
    .record({
      source: fc.constantFrom('page' as const, 'provider' as const),
      device: fc.integer({ min: 1, max: 3 }),
      from: fc.integer({ min: -900, max: LENGTH_SECONDS + 600 }),
      length: fc.integer({ min: 0, max: 1500 }),
    })
    .map(({ length, ...stretch }): Stretch => ({ ...stretch, to: stretch.from + length })),
  { maxLength: 12 },
)

/** Counts the seconds one by one. */
const minutesByModel = (events: readonly Stretch[], endedAfter: number): number => {
  let seconds = 0
  for (let second = 0; second < Math.min(LENGTH_SECONDS, endedAfter); second += 1)
    if (events.some(({ from, to }) => from <= second && to >= second + 1)) seconds += 1
  return Math.floor(seconds / 60)
}
/** Adds up without merging. */
const minutesAddedUp = (events: readonly Stretch[]): number =>
  Math.floor(events.reduce((sum, { from, to }) => sum + to - from, 0) / 60)

describe('presenceMinutes', () => {
  const STREAMS = 1000
  let streams: { events: Stretch[]; endedAfter: number }[]
  let counted: Map<number, number>
  let sessionIds: number[]

  beforeAll(async () => {
    streams = fc.sample(
      fc.record({
        // Losses and duplicates: some events are there twice.
        events: stretches.chain((events) => fc.subarray(events).map((twice) => [...events, ...twice])),
        endedAfter: fc.oneof(fc.constant(LENGTH_SECONDS), fc.integer({ min: 60, max: LENGTH_SECONDS })),
      }),
      { numRuns: STREAMS, seed: 20261123 },
    )
    const { db } = world.server
    const rows = await db.asSuperuser<{ id: number }>(
      `insert into live_session (client_id, title, starts_at, ends_at, ended_at, time_zone, created_at, updated_at)
       select $1, 'Stream', $2, $2::timestamptz + interval '1 hour',
         $2::timestamptz + seconds * interval '1 second', 'UTC', $2, $2
       from unnest($3::int[]) with ordinality as asked (seconds, place) order by place returning id`,
      [CLIENT, START, streams.map(({ endedAfter }) => endedAfter)],
    )
    sessionIds = rows.map(({ id }) => id).toSorted((a, b) => a - b)
    const events = streams.flatMap((stream, index) =>
      stream.events.map((event) => ({ ...event, session: sessionIds[index]! })),
    )
    const column = <K extends keyof (typeof events)[number]>(name: K) => events.map((event) => event[name])
    await db.asSuperuser(
      `insert into live_presence (client_id, session_id, user_id, source, device, started_at, ended_at)
       select $1, session, $2, source, device, $3::timestamptz + "from" * interval '1 second',
         $3::timestamptz + max("to") * interval '1 second'
       from unnest($4::int[], $5::text[], $6::text[], $7::int[], $8::int[]) as e (session, source, device, "from", "to")
       group by session, source, device, "from"`,
      [
        CLIENT,
        world.people.ann,
        START,
        column('session'),
        column('source'),
        column('device').map(String),
        column('from'),
        column('to'),
      ],
    )
    const seen = await world.server.core.db.withTenant(CLIENT, (tx) => presenceMinutes(tx, { sessionIds }))
    counted = new Map(seen.map((row) => [row.session_id, row.minutes]))
  }, 60_000)

  const differing = (model: (stream: (typeof streams)[number]) => number) =>
    streams.filter((stream, index) => (counted.get(sessionIds[index]!) ?? 0) !== model(stream)).length

  it('equals an independent model over 1,000 random event streams', () => {
    expect(differing(({ events, endedAfter }) => minutesByModel(events, endedAfter))).toBe(0)
    expect(Math.max(...counted.values())).toBeLessThanOrEqual(60)
  })

  it('control: differs from a model that adds up without merging', () => {
    expect(differing(({ events }) => minutesAddedUp(events))).toBeGreaterThan(500)
  })
})
