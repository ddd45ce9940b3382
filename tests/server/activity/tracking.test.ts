import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from '#tests/support/property.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTrackingWorld, START, sum } from './tracking-world.ts'

const MINUTE = 60_000
/** FULL=1 runs every case of D3 to D5, the default a sample. */
const FULL = process.env['FULL'] === '1'
let world: Awaited<ReturnType<typeof createTrackingWorld>>
beforeAll(async () => {
  world = await createTrackingWorld()
})
afterAll(() => world.close())

const interval = (id: string, seconds: number, ageSeconds = 0) => ({
  segment_id: id,
  time_spent_seconds: seconds,
  elapsed_ms: seconds * 1000,
  age_ms: ageSeconds * 1000,
})

describe('study intervals', () => {
  it('D3: counts a repeated report only once', async () => {
    const id = await world.learner()
    const first = await world.report(id, interval('p1.0', 120))
    expect(first).toMatchObject({ counted_seconds: 120, today_seconds: 120 })
    const repeats = await Promise.all(
      Array.from({ length: 20 }, (_, n) => world.report(id, interval('p1.0', 120, n), START + n * 1000)),
    )
    expect(repeats.map((response) => response.counted_seconds)).toEqual(Array.from({ length: 20 }, () => 0))
    expect(await world.secondsOf(id)).toEqual({ '2026-01-15': 120 })
  })

  it('counts a complete report once when a backup of it arrives first', async () => {
    const id = await world.learner()
    await world.report(id, interval('p1.0', 60, 30))
    await world.report(id, interval('p1.0', 90))
    expect(await world.secondsOf(id)).toEqual({ '2026-01-15': 90 })
  })

  it('D3: sums 40 intervals that arrive 1 to 5 times, shuffled and in parallel', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({ seconds: fc.integer({ min: 1, max: 120 }), times: fc.integer({ min: 1, max: 5 }) }),
          {
            minLength: 1,
            maxLength: 40,
          },
        ),
        fc.infiniteStream(fc.nat()),
        async (rows, dice) => {
          const id = await world.learner()
          let age = 0
          const deliveries = rows.flatMap((row, n) => {
            // Numbered like on a page: older ones have lower numbers.
            const body = interval(`q.${rows.length - 1 - n}`, row.seconds, age)
            age += row.seconds
            return Array.from({ length: row.times }, () => body)
          })
          const randomKeys = dice[Symbol.iterator]()
          const shuffled = deliveries
            .map((body) => ({ body, key: randomKeys.next().value ?? 0 }))
            .sort((a, b) => a.key - b.key)
          await Promise.all(shuffled.map(({ body }) => world.report(id, body)))
          expect(sum(await world.secondsOf(id))).toBe(age)
        },
      ),
      { numRuns: FULL ? 1000 : 8 },
    )
  })

  it("accepts only the specification's fields and ignores a repeat in the same minute", async () => {
    const id = await world.learner()
    const report = {
      time_spent_seconds: 95,
      session_id: 'abc',
      date: '2026-01-15',
      device_type: 'mobile',
      session_only: true,
    }
    await world.report(id, report)
    await world.report(id, report)
    expect(await world.secondsOf(id)).toEqual({ '2026-01-15': 95 })
  })
})

describe('two tabs or devices', () => {
  it('D5: counts the union of overlapping intervals like an independent model', async () => {
    const gap = fc.record({
      endedAgo: fc.integer({ min: 0, max: 3600 }),
      seconds: fc.integer({ min: 1, max: 900 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(gap, { minLength: 1, maxLength: 12 }), async (gaps) => {
        const id = await world.learner()
        for (const [n, { endedAgo, seconds }] of gaps.entries())
          await world.report(id, interval(`tab${n}.0`, seconds, endedAgo))
        const covered = new Set<number>()
        for (const { endedAgo, seconds } of gaps)
          for (let second = endedAgo; second < endedAgo + seconds; second += 1) covered.add(second)
        expect(sum(await world.secondsOf(id))).toBe(covered.size)
      }),
      { numRuns: FULL ? 100 : 25 },
    )
  })
})

/** Credited and real seconds of adjacent intervals whose numbers say nothing about their order. */
const creditShuffled = async (seconds: readonly number[], seed: number) => {
  const id = await world.learner()
  let age = 0
  for (const [n, length] of seconds.entries()) {
    await world.report(id, interval(`n.${(n * 7 + seed) % 40}`, length, age))
    age += length
  }
  return [sum(await world.secondsOf(id)), age]
}
const lengths = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 2, maxLength: 40 })

/** Runs `action` with a changed crediting rule. */
const withChangedRule = async (change: (rule: string) => string, action: () => Promise<void>) => {
  const file = join(import.meta.dirname, '../../../server/migrations/0060_time_tracking_in_one_call.sql')
  const original =
    /create function credit_study_time[\s\S]*?end \$\$;/.exec(readFileSync(file, 'utf8'))?.[0] ?? ''
  const rule = original.replace('create function', 'create or replace function')
  expect(change(rule)).not.toBe(rule)
  await world.server.db.asSuperuser(change(rule))
  await action().finally(() => world.server.db.asSuperuser(rule))
}

describe('intervals numbered in any order', () => {
  it('D3: never places one interval over another', async () => {
    await fc.assert(
      fc.asyncProperty(lengths, fc.nat(39), async (seconds, seed) => {
        const [counted, actual] = await creditShuffled(seconds, seed)
        expect(counted).toBe(actual)
      }),
      { numRuns: 20 },
    )
  })

  it('control: loses seconds when the rule follows the number alone', async () => {
    await withChangedRule(
      (rule) => rule.replace('found_row.before_start <= from_at', 'true'),
      async () => {
        // Each is numbered right after the one that follows it in time.
        const id = await world.learner()
        await world.report(id, interval('c.0', 10, 50))
        await world.report(id, interval('b.0', 4, 60))
        await world.report(id, interval('b.1', 5, 64))
        expect(sum(await world.secondsOf(id))).toBe(14)
      },
    )
  })

  it('D5 control: counts too much when the rule adds instead of uniting', async () => {
    await withChangedRule(
      (rule) => rule.replace("- coalesce(taken, '{}')", ''),
      async () => {
        const id = await world.learner()
        await world.report(id, interval('one.0', 100))
        await world.report(id, interval('two.0', 100))
        expect(sum(await world.secondsOf(id))).toBe(200)
      },
    )
  })

  it('D4 control: counts a claimed day when the rule has no floor and ceiling', async () => {
    await withChangedRule(
      (rule) => rule.replace('from_at := floor_at;', ''),
      async () => {
        const id = await world.learner({ firstContact: START - MINUTE })
        await world.report(id, interval('f.0', 7200))
        expect(sum(await world.secondsOf(id))).toBe(7200)
      },
    )
  })
})

describe('the crediting statement', () => {
  it('leaves no tenant on the connection and refuses a transaction of another tenant', async () => {
    const id = await world.learner()
    const { pool } = world.server.db.database
    await world.report(id, interval('w.0', 30))
    const { rows } = await pool.query<{ tenant: number | null; seen: number }>(
      'select current_client_id() as tenant, count(*)::integer as seen from study_segment',
    )
    expect(rows).toEqual([{ tenant: null, seen: 0 }])
    const client = await pool.connect()
    try {
      await client.query("begin; select set_config('app.client_id', '8', true)")
      await expect(
        client.query(
          "select credit_study_time(7, $1, 'w.1', null, 's', 'desktop', '', null, now(), 0, 1000)",
          [id],
        ),
      ).rejects.toThrow('another tenant')
    } finally {
      await client.query('rollback')
      client.release()
    }
  })
})

describe('forged reports (D4)', () => {
  const nonsense = fc.oneof(
    fc.double(),
    fc.integer(),
    fc.string(),
    fc.constantFrom(null, true, 1e308, -1, '86400', [], {}, 86_400, 1e9),
  )
  it('D4: counts no more than the time since the first contact and 86,400 seconds a day', async () => {
    const firstContact = START - 10 * MINUTE
    const id = await world.learner({ firstContact })
    await fc.assert(
      fc.asyncProperty(
        nonsense,
        fc.integer({ min: 0, max: 86_400_000 }),
        fc.integer({ min: 0, max: 31 * 86_400_000 }),
        fc.uuid(),
        async (claim, elapsed, age, segment) => {
          await world.report(id, {
            time_spent_seconds: claim,
            elapsed_ms: elapsed,
            age_ms: age,
            segment_id: segment,
            date: '2031-01-01',
          })
        },
      ),
      { numRuns: FULL ? 10_000 : 1000 },
    )
    const days = await world.secondsOf(id)
    expect(sum(days)).toBeLessThanOrEqual((START - firstContact) / 1000 + 60)
    for (const seconds of Object.values(days)) expect(seconds).toBeLessThanOrEqual(86_400)
  })

  it('counts five minutes of a day claimed after five minutes, and stores the reason', async () => {
    const id = await world.learner({ firstContact: START - 5 * MINUTE })
    const response = await world.report(id, interval('f.0', 86_400))
    expect(response.counted_seconds).toBe(300)
    const list = await world.server.app.inject({
      url: '/api/clients/7/student/study-stretches/',
      headers: { authorization: `Bearer ${id}` },
    })
    expect(list.json()).toMatchObject({
      counted_seconds: 300,
      stretches: [{ claimed_seconds: 86_400, counted_seconds: 300, reason: 'before_first_contact' }],
    })
  })
})

describe('midnights and time zones (D6)', () => {
  it.each([
    ['Asia/Kolkata', Date.UTC(2026, 0, 15, 18, 40)],
    ['Asia/Kathmandu', Date.UTC(2026, 0, 15, 18, 20)],
    ['Etc/GMT+12', Date.UTC(2026, 0, 15, 12, 10)],
    ['Pacific/Kiritimati', Date.UTC(2026, 0, 15, 10, 10)],
    ['Europe/Berlin', Date.UTC(2026, 2, 29, 1, 30)],
    ['America/New_York', Date.UTC(2026, 10, 1, 6, 30)],
  ])(
    'D6: splits an interval over days without loss at midnight or clock changes in %s',
    async (timeZone, timestamp) => {
      const id = await world.learner({ timeZone, firstContact: timestamp - 3 * 86_400_000 })
      await world.report(id, interval('z.0', 7200), timestamp)
      const days = await world.secondsOf(id)
      expect(sum(days)).toBe(7200)
      for (const seconds of Object.values(days)) expect(seconds).toBeLessThanOrEqual(86_400)
    },
  )

  it('D6: splits an hour around midnight into two halves', async () => {
    const timestamp = Date.UTC(2026, 0, 16, 0, 30)
    const id = await world.learner()
    await world.report(id, interval('m.0', 3600), timestamp)
    expect(await world.secondsOf(id)).toEqual({ '2026-01-15': 1800, '2026-01-16': 1800 })
  })
})

describe('beacons', () => {
  const url = '/activity/clients/7/track-time/'
  const payload = { time_spent_seconds: 30, session_id: 's', device_type: 'desktop' }

  it('D10: rejects missing and forged tokens and foreign origins', async () => {
    const id = await world.learner()
    const app = world.server.app
    const valid = await app.inject({
      method: 'POST',
      url,
      payload,
      headers: { authorization: `Bearer ${id}` },
    })
    expect(valid.statusCode).toBe(200)
    const cookie = valid.cookies.find(({ name }) => name === 'lms_activity')
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/activity/clients/7/' })
    const cookieHeader = `lms_activity=${cookie?.value}`
    const forged = cookieHeader.replace(`.${id}.`, `.${id + 1}.`)
    const before = await world.secondsOf(id)
    const attempts = [
      { headers: {} },
      { headers: { cookie: forged } },
      { headers: { cookie: cookieHeader, 'sec-fetch-site': 'cross-site' } },
      { headers: { cookie: cookieHeader, origin: 'https://evil.example' } },
      { headers: { cookie: `${cookieHeader}x` } },
    ]
    for (const attempt of attempts) {
      const response = await app.inject({
        method: 'POST',
        url,
        headers: { ...attempt.headers, 'content-type': 'text/plain' },
        payload: JSON.stringify({ ...payload, segment_id: 'evil.0', time_spent_seconds: 200 }),
      })
      expect(response.statusCode).toBe(401)
    }
    expect(await world.secondsOf(id)).toEqual(before)
  })

  it('counts with the token of an active session, and no longer after it ended', async () => {
    const id = await world.learner()
    const sessionId = '6f9619ff-8b86-4011-b42d-00c04fc964ff'
    await world.contact(id, START - MINUTE, sessionId)
    const { createBeaconTokens } = await import('#server/features/activity/beacon.ts')
    const beaconCookie = createBeaconTokens({
      secret: world.server.core.secret('activity-beacon'),
      clock: world.clock,
      authenticate: async () => {
        throw new Error('not called')
      },
      actorOf: async () => null,
    }).issue({ tenant: { clientId: 7 }, actor: { userId: id, sessionId } } as never)
    const send = (segment: string) =>
      world.server.app.inject({
        method: 'POST',
        url,
        headers: {
          cookie: `${beaconCookie.name}=${beaconCookie.value}`,
          'content-type': 'text/plain',
          'sec-fetch-site': 'same-origin',
        },
        payload: JSON.stringify({ ...payload, segment_id: segment }),
      })
    expect((await send('b.0')).json()).toMatchObject({ counted_seconds: 30 })
    await world.server.db.asSuperuser('update user_session set revoked_at = now() where id = $1', [sessionId])
    expect((await send('b.1')).statusCode).toBe(401)
  })

  it('answers 413 to a body larger than a beacon may be', async () => {
    const id = await world.learner()
    const response = await world.server.app.inject({
      method: 'POST',
      url,
      headers: { authorization: `Bearer ${id}` },
      payload: { ...payload, device_type: 'x'.repeat(5000) },
    })
    expect(response.statusCode).toBe(413)
  })
})
