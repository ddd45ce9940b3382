import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTrackingWorld, START, sum } from './tracking-world.ts'

const MINUTE = 60_000
/** FULL=1 runs every case of TRUST D3 to D5, the gate a part of them. */
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

describe('given a stretch of study', () => {
  it('when it is reported, then it counts; when repeated in any way, then it counts no more (D3)', async () => {
    const id = await world.learner()
    const first = await world.report(id, interval('p1.0', 120))
    expect(first).toMatchObject({ counted_seconds: 120, today_seconds: 120 })
    const again = await Promise.all(
      Array.from({ length: 20 }, (_, n) => world.report(id, interval('p1.0', 120, n), START + n * 1000)),
    )
    expect(again.map((answer) => answer.counted_seconds)).toEqual(Array.from({ length: 20 }, () => 0))
    expect(await world.secondsOf(id)).toEqual({ '2026-01-15': 120 })
  })

  it('when a backup of it arrives first and the whole later, then the whole counts once', async () => {
    const id = await world.learner()
    await world.report(id, interval('p1.0', 60, 30))
    await world.report(id, interval('p1.0', 90))
    expect(await world.secondsOf(id)).toEqual({ '2026-01-15': 90 })
  })

  it('when each of 40 is delivered 1 to 5 times, shuffled and in parallel, then the sum is that of the 40 (D3)', async () => {
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
            // As a page numbers them: the older, the lower.
            const body = interval(`q.${rows.length - 1 - n}`, row.seconds, age)
            age += row.seconds
            return Array.from({ length: row.times }, () => body)
          })
          const order = dice[Symbol.iterator]()
          const shuffled = deliveries
            .map((body) => ({ body, key: order.next().value ?? 0 }))
            .sort((a, b) => a.key - b.key)
          await Promise.all(shuffled.map(({ body }) => world.report(id, body)))
          expect(sum(await world.secondsOf(id))).toBe(age)
        },
      ),
      { numRuns: FULL ? 1000 : 8 },
    )
  })

  it('when a client sends the specification’s fields only, then it works, and a repeat in the same minute is harmless', async () => {
    const id = await world.learner()
    const plain = {
      time_spent_seconds: 95,
      session_id: 'abc',
      date: '2026-01-15',
      device_type: 'mobile',
      session_only: true,
    }
    await world.report(id, plain)
    await world.report(id, plain)
    expect(await world.secondsOf(id)).toEqual({ '2026-01-15': 95 })
  })
})

describe('given two tabs or devices at once', () => {
  it('when their stretches overlap, then the union counts (D5), as an independent model says', async () => {
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

/** The credited seconds of neighbouring stretches whose numbers say nothing about their order. */
const shuffledNumbers = async (seconds: readonly number[], seed: number) => {
  const id = await world.learner()
  let age = 0
  for (const [n, length] of seconds.entries()) {
    await world.report(id, interval(`n.${(n * 7 + seed) % 40}`, length, age))
    age += length
  }
  return [sum(await world.secondsOf(id)), age]
}
const lengths = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 2, maxLength: 40 })

/** Runs `deed` under another wording of the crediting rule. */
const underRule = async (change: (rule: string) => string, action: () => Promise<void>) => {
  const file = join(import.meta.dirname, '../../../server/migrations/0060_time_tracking_in_one_call.sql')
  const found =
    /create function credit_study_time[\s\S]*?end \$\$;/.exec(readFileSync(file, 'utf8'))?.[0] ?? ''
  const rule = found.replace('create function', 'create or replace function')
  expect(change(rule)).not.toBe(rule)
  await world.server.db.asSuperuser(change(rule))
  await action().finally(() => world.server.db.asSuperuser(rule))
}

describe('given stretches numbered in any order', () => {
  it('when they are reported, then none is laid over another (D3)', async () => {
    await fc.assert(
      fc.asyncProperty(lengths, fc.nat(39), async (seconds, seed) => {
        const [counted, truth] = await shuffledNumbers(seconds, seed)
        expect(counted).toBe(truth)
      }),
      { numRuns: 20 },
    )
  })

  it('control: given the rule that follows the number alone, when reported, then seconds are lost', async () => {
    await underRule(
      (rule) => rule.replace('found_row.before_start <= from_at', 'true'),
      async () => {
        // Each was numbered right after the one that came behind it.
        const id = await world.learner()
        await world.report(id, interval('c.0', 10, 50))
        await world.report(id, interval('b.0', 4, 60))
        await world.report(id, interval('b.1', 5, 64))
        expect(sum(await world.secondsOf(id))).toBe(14)
      },
    )
  })

  it('control: given a rule that adds up instead of uniting, when two overlap, then too much counts (D5)', async () => {
    await underRule(
      (rule) => rule.replace("- coalesce(taken, '{}')", ''),
      async () => {
        const id = await world.learner()
        await world.report(id, interval('one.0', 100))
        await world.report(id, interval('two.0', 100))
        expect(sum(await world.secondsOf(id))).toBe(200)
      },
    )
  })

  it('control: given a rule without floor and ceiling, when a day is claimed after a minute, then it counts (D4)', async () => {
    await underRule(
      (rule) => rule.replace('from_at := floor_at;', ''),
      async () => {
        const id = await world.learner({ firstContact: START - MINUTE })
        await world.report(id, interval('f.0', 7200))
        expect(sum(await world.secondsOf(id))).toBe(7200)
      },
    )
  })
})

describe('given the one statement that credits', () => {
  it('when it is over, then the connection shows no tenant; inside a transaction of another tenant it refuses', async () => {
    const id = await world.learner()
    const { pool } = world.server.core.db
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

describe('given forged reports (D4)', () => {
  const nonsense = fc.oneof(
    fc.double(),
    fc.integer(),
    fc.string(),
    fc.constantFrom(null, true, 1e308, -1, '86400', [], {}, 86_400, 1e9),
  )
  it('when anything at all is claimed, then no more counts than time has passed since the first contact, and 86,400 a day', async () => {
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

  it('when a day is claimed five minutes after signing up, then five minutes count and the reason is kept', async () => {
    const id = await world.learner({ firstContact: START - 5 * MINUTE })
    const answer = await world.report(id, interval('f.0', 86_400))
    expect(answer.counted_seconds).toBe(300)
    const listed = await world.server.app.inject({
      url: '/api/clients/7/student/study-stretches/',
      headers: { authorization: `Bearer ${id}` },
    })
    expect(listed.json()).toMatchObject({
      counted_seconds: 300,
      stretches: [{ claimed_seconds: 86_400, counted_seconds: 300, reason: 'before_first_contact' }],
    })
  })
})

describe('given midnights and zones (D6)', () => {
  it.each([
    ['Asia/Kolkata', Date.UTC(2026, 0, 15, 18, 40)],
    ['Asia/Kathmandu', Date.UTC(2026, 0, 15, 18, 20)],
    ['Etc/GMT+12', Date.UTC(2026, 0, 15, 12, 10)],
    ['Pacific/Kiritimati', Date.UTC(2026, 0, 15, 10, 10)],
    ['Europe/Berlin', Date.UTC(2026, 2, 29, 1, 30)],
    ['America/New_York', Date.UTC(2026, 10, 1, 6, 30)],
  ])(
    'when a stretch in %s touches a midnight or a clock change, then the days add up to it',
    async (timeZone, at) => {
      const id = await world.learner({ timeZone, firstContact: at - 3 * 86_400_000 })
      await world.report(id, interval('z.0', 7200), at)
      const days = await world.secondsOf(id)
      expect(sum(days)).toBe(7200)
      for (const seconds of Object.values(days)) expect(seconds).toBeLessThanOrEqual(86_400)
    },
  )

  it('when half an hour before midnight and half an hour after are one stretch, then each day gets its half', async () => {
    const at = Date.UTC(2026, 0, 16, 0, 30)
    const id = await world.learner()
    await world.report(id, interval('m.0', 3600), at)
    expect(await world.secondsOf(id)).toEqual({ '2026-01-15': 1800, '2026-01-16': 1800 })
  })
})

describe('given a beacon', () => {
  const url = '/activity/clients/7/track-time/'
  const payload = { time_spent_seconds: 30, session_id: 's', device_type: 'desktop' }

  it('when it carries no token and no pass, a foreign pass, or comes from another origin, then nothing counts (D10)', async () => {
    const id = await world.learner()
    const app = world.server.app
    const good = await app.inject({
      method: 'POST',
      url,
      payload,
      headers: { authorization: `Bearer ${id}` },
    })
    expect(good.statusCode).toBe(200)
    const cookie = good.cookies.find(({ name }) => name === 'lms_activity')
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/activity/clients/7/' })
    const pass = `lms_activity=${cookie?.value}`
    const forged = pass.replace(`.${id}.`, `.${id + 1}.`)
    const before = await world.secondsOf(id)
    const tries = [
      { headers: {} },
      { headers: { cookie: forged } },
      { headers: { cookie: pass, 'sec-fetch-site': 'cross-site' } },
      { headers: { cookie: pass, origin: 'https://evil.example' } },
      { headers: { cookie: `${pass}x` } },
    ]
    for (const attempt of tries) {
      const answer = await app.inject({
        method: 'POST',
        url,
        headers: { ...attempt.headers, 'content-type': 'text/plain' },
        payload: JSON.stringify({ ...payload, segment_id: 'evil.0', time_spent_seconds: 200 }),
      })
      expect(answer.statusCode).toBe(401)
    }
    expect(await world.secondsOf(id)).toEqual(before)
  })

  it('when it carries the pass of a living session as plain text, then it counts; after the session ended, it does not', async () => {
    const id = await world.learner()
    const sessionId = '6f9619ff-8b86-4011-b42d-00c04fc964ff'
    await world.contact(id, START - MINUTE, sessionId)
    const { createBeaconPass } = await import('#server/features/activity/beacon.ts')
    const pass = createBeaconPass({
      secret: world.server.core.secret('activity-beacon'),
      clock: world.clock,
      authenticate: async () => {
        throw new Error('not asked')
      },
      actorOf: async () => null,
    }).issue({ tenant: { clientId: 7 }, actor: { userId: id, sessionId } } as never)
    const send = (segment: string) =>
      world.server.app.inject({
        method: 'POST',
        url,
        headers: {
          cookie: `${pass.name}=${pass.value}`,
          'content-type': 'text/plain',
          'sec-fetch-site': 'same-origin',
        },
        payload: JSON.stringify({ ...payload, segment_id: segment }),
      })
    expect((await send('b.0')).json()).toMatchObject({ counted_seconds: 30 })
    await world.server.db.asSuperuser('update user_session set revoked_at = now() where id = $1', [sessionId])
    expect((await send('b.1')).statusCode).toBe(401)
  })

  it('when its body is larger than a beacon may be, then it is refused', async () => {
    const id = await world.learner()
    const answer = await world.server.app.inject({
      method: 'POST',
      url,
      headers: { authorization: `Bearer ${id}` },
      payload: { ...payload, device_type: 'x'.repeat(5000) },
    })
    expect(answer.statusCode).toBe(413)
  })
})
