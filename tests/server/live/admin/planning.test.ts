import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PlanCheck, StaffSession, StaffSessionDetail } from '#contract/live/admin/sessions.ts'
import { createTestClock } from '#tests/support/clock.ts'
import { startLiveWorld, type LiveWorld } from '#tests/support/live/world.ts'

const NOW = new Date('2026-11-23T06:00:00Z')
const clock = createTestClock(NOW)
let world: LiveWorld
beforeAll(async () => {
  world = await startLiveWorld(clock)
})
afterAll(() => world.server.close())

const SESSIONS = '/admin/live-sessions/'
const planned = async (...args: Parameters<LiveWorld['create']>): Promise<StaffSessionDetail> => {
  const answer = await world.create(...args)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json()
}
const read = async (id: number, userId = world.people.admin): Promise<StaffSessionDetail> =>
  (await world.call(userId, 'GET', `${SESSIONS}${id}/`)).json()
const save = (
  userId: number,
  session: Pick<StaffSessionDetail, 'id' | 'revision' | 'form'>,
  changes: object,
  scope = 'one',
) =>
  world.call(userId, 'PUT', `${SESSIONS}${session.id}/`, {
    ...session.form,
    revision: session.revision,
    scope,
    past_ok: false,
    ...changes,
  })
const fieldsOf = (answer: { json: () => unknown }) =>
  Object.keys((answer.json() as { fields?: object }).fields ?? {})
const seriesTimes = async (seriesId: number) =>
  (
    await world.server.db.asSuperuser<{ starts_at: Date }>(
      'select starts_at from live_session where series_id = $1 and cancelled_at is null order by starts_at',
      [seriesId],
    )
  ).map(({ starts_at: at }) => at.toISOString())

describe('planning a session', () => {
  it('stores the instant of the zone, the length and the people', async () => {
    const session = await planned(world.people.teacher, {
      host_ids: [world.people.teacher, world.people.colleague],
    })
    expect(session).toMatchObject({
      starts_at: '2026-11-24T12:30:00.000Z',
      ends_at: '2026-11-24T13:30:00.000Z',
      state: 'scheduled',
      invited: 2,
      joined: 0,
      revision: 1,
      series: null,
    })
    expect(session.hosts.map(({ name }) => name)).toEqual(['Teacher', 'Colleague'])
    expect(session.form).toEqual(world.form({ host_ids: [world.people.teacher, world.people.colleague] }))
  })

  it('plans nothing more when the same call is repeated', async () => {
    const key = { idempotency_key: randomUUID() }
    const first = await planned(world.people.teacher, {}, key)
    const again = await planned(world.people.teacher, {}, key)
    expect(again.id).toBe(first.id)
  })

  it('refuses a time that the clock skips and names the next one', async () => {
    const answer = await world.create(world.people.admin, {
      time_zone: 'America/New_York',
      starts_local: '2027-03-14T02:30',
    })
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({
      fields: { starts_local: [{ code: 'invalid', params: { time: '02:30', next: '03:30' } }] },
    })
  })

  it('takes the first or the second of two equal times as it is told', async () => {
    const times = { time_zone: 'Europe/London', starts_local: '2027-10-31T01:30' }
    const first = await planned(world.people.admin, times)
    const second = await planned(world.people.admin, { ...times, second_time: true })
    expect([first.starts_at, second.starts_at]).toEqual([
      '2027-10-31T00:30:00.000Z',
      '2027-10-31T01:30:00.000Z',
    ])
    expect([first.form.second_time, second.form.second_time]).toEqual([false, true])
  })

  it('asks before it plans in the past', async () => {
    const past = { starts_local: '2026-11-22T18:00' }
    const refused = await world.create(world.people.teacher, past)
    expect([refused.statusCode, fieldsOf(refused)]).toEqual([422, ['past_ok']])
    const session = await planned(world.people.teacher, past, { past_ok: true })
    expect(session.state).toBe('ended')
  })

  it.each([
    ['a course of somebody else', () => ({ course_id: world.courses.other }), 'course_id'],
    ['a learner as host', () => ({ host_ids: [world.people.ann] }), 'host_ids'],
    [
      'a learner of another course',
      () => ({ audience: 'chosen', invitee_ids: [world.people.cem] }),
      'invitee_ids',
    ],
    ['nobody', () => ({ audience: 'chosen' }), 'invitee_ids'],
    ['no link', () => ({ meeting_url: null }), 'meeting_url'],
    ['a link without encryption', () => ({ meeting_url: 'http://meet.example.org/x' }), 'meeting_url'],
    ['a zone that does not exist', () => ({ time_zone: 'Mars/Olympus' }), 'starts_local'],
    ['a section of no course', () => ({ section_id: 1_999_999 }), 'section_id'],
  ] as const)('refuses %s', async (_, changes, field) => {
    const answer = await world.create(world.people.teacher, changes() as Parameters<LiveWorld['create']>[1])
    expect([answer.statusCode, fieldsOf(answer)]).toEqual([422, [field]])
  })

  it('lets only admins plan a class for everyone, and an instructor not widen one later', async () => {
    const everyone = { audience: 'everyone', course_id: null } as const
    expect((await world.create(world.people.teacher, everyone)).statusCode).toBe(403)
    expect((await planned(world.people.admin, everyone)).invited).toBe(3)
    const own = await planned(world.people.teacher)
    expect((await save(world.people.teacher, own, everyone)).statusCode).toBe(403)
  })
})

describe('who sees what', () => {
  it('shows an instructor their own sessions and those of their courses, an admin all', async () => {
    const other = await planned(world.people.admin, {
      title: 'Unseen',
      course_id: world.courses.other,
      host_ids: [world.people.colleague],
    })
    const listed = async (userId: number) => {
      const page = (await world.call(userId, 'GET', `${SESSIONS}?search=unseen`)).json() as {
        results: StaffSession[]
      }
      return page.results.map(({ id }) => id)
    }
    expect(await listed(world.people.admin)).toEqual([other.id])
    expect(await listed(world.people.colleague)).toEqual([other.id])
    expect(await listed(world.people.teacher)).toEqual([])
    for (const [method, path] of [
      ['GET', ''],
      ['PUT', ''],
      ['POST', 'cancellation/'],
    ] as const) {
      const body = { ...other.form, course_id: world.courses.own, revision: 1, scope: 'one', past_ok: false }
      const answer = await world.call(world.people.teacher, method, `${SESSIONS}${other.id}/${path}`, body)
      expect(answer.statusCode).toBe(404)
    }
  })

  it('gives the calendar of a stretch, at most six weeks', async () => {
    const path = '/admin/live-calendar/?from=2027-10-31T00:00:00Z&until='
    const month = (await world.call(world.people.admin, 'GET', `${path}2027-11-30T00:00:00Z`)).json() as {
      sessions: StaffSession[]
    }
    expect(month.sessions.map(({ starts_at: at }) => at)).toEqual([
      '2027-10-31T00:30:00.000Z',
      '2027-10-31T01:30:00.000Z',
    ])
    expect((await world.call(world.people.admin, 'GET', `${path}2028-10-31T00:00:00Z`)).statusCode).toBe(422)
  })

  it('offers an instructor their own courses and learners', async () => {
    const options = (await world.call(world.people.teacher, 'GET', '/admin/live-options/')).json() as {
      courses: { title: string }[]
      hosts: { id: number }[]
      providers: string[]
    }
    expect(options.courses.map(({ title }) => title)).toEqual(['Own'])
    expect(options.hosts[0]?.id).toBe(world.people.teacher)
    expect(options.providers).toEqual(['link'])
    const found = async (userId: number, search: string) =>
      (
        (await world.call(userId, 'GET', `/admin/live-learners/?search=${search}`)).json() as {
          results: { name: string }[]
        }
      ).results.map(({ name }) => name)
    expect(await found(world.people.teacher, 'c')).toEqual([])
    expect(await found(world.people.admin, 'c')).toContain('Cem')
    expect(await found(world.people.teacher, 'an')).toEqual(['Ann'])
  })
})

describe('checking a plan', () => {
  const check = async (changes: object): Promise<PlanCheck> => {
    const {
      title: _t,
      description: _d,
      section_id: _s,
      provider: _p,
      meeting_url: _m,
      capacity: _c,
      consent_rule: _r,
      ...plan
    } = world.form({ starts_local: '2028-03-06T10:00' })
    const answer = await world.call(world.people.admin, 'POST', `${SESSIONS}check/`, {
      ...plan,
      session_id: null,
      repeat: null,
      ...changes,
    })
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json()
  }

  it('counts the audience', async () => {
    expect((await check({})).audience_count).toBe(2)
    expect((await check({ audience: 'everyone' })).audience_count).toBe(3)
    expect((await check({ audience: 'chosen', invitee_ids: [world.people.cem] })).audience_count).toBe(1)
    expect((await check({ kind: 'webinar', audience: 'everyone' })).audience_count).toBeNull()
  })

  it('finds the same host and the same learners at the same time', async () => {
    const beside = await planned(world.people.admin, {
      title: 'Beside',
      starts_local: '2028-03-06T10:30',
      audience: 'chosen',
      invitee_ids: [world.people.ann, world.people.cem],
      host_ids: [world.people.teacher],
    })
    expect((await check({})).conflicts).toMatchObject([
      { session_id: beside.id, title: 'Beside', hosts: [{ name: 'Teacher' }], learners: 1 },
    ])
    expect((await check({ host_ids: [world.people.colleague] })).conflicts).toMatchObject([
      { hosts: [], learners: 1 },
    ])
    expect((await check({ starts_local: '2028-03-06T11:30' })).conflicts).toEqual([])
    expect((await check({ starts_local: '2028-03-06T09:30' })).conflicts).toEqual([])
    expect((await check({ session_id: beside.id })).conflicts).toEqual([])
  })

  it('says what the clock does to a series', async () => {
    const plan = await check({
      time_zone: 'Europe/London',
      starts_local: '2027-03-21T01:30',
      repeat: { weekdays: [7], until: '2027-04-04' },
    })
    expect(plan.sessions).toBe(3)
    expect(plan.clock_changes).toEqual([
      { kind: 'gap', local: '2027-03-28T01:30', shown: '2027-03-28T02:30' },
    ])
  })

  it('knows a start in the past and a day that does not exist', async () => {
    expect((await check({ starts_local: '2020-01-01T10:00' })).is_past).toBe(true)
    expect((await check({ starts_local: '2027-02-30T10:00' })).first).toBeNull()
  })
})

const weekly = (until: string) => ({ repeat: { weekdays: [1, 4], until } })
const aSeries = (start = '2027-01-04T18:00', until = '2027-01-22') =>
  planned(world.people.teacher, { title: 'Weekly', starts_local: start }, weekly(until))
const sessionOn = async (seriesId: number, day: string) => {
  const [row] = await world.server.db.asSuperuser<{ id: number }>(
    'select id from live_session where series_id = $1 and series_on = $2',
    [seriesId, day],
  )
  return read(row?.id ?? 0)
}

describe('a weekly series', () => {
  it('has a session on every chosen weekday', async () => {
    const session = await aSeries()
    expect(session.series).toEqual({ weekdays: [1, 4], last_on: '2027-01-22', sessions: 6, remaining: 6 })
    expect(await seriesTimes(session.series_id ?? 0)).toEqual(
      ['04', '07', '11', '14', '18', '21'].map((day) => `2027-01-${day}T12:30:00.000Z`),
    )
  })

  it('refuses a series that is empty or too long', async () => {
    for (const until of ['2026-12-01', '2040-01-01']) {
      const answer = await world.create(
        world.people.teacher,
        { starts_local: '2027-01-04T18:00' },
        weekly(until),
      )
      expect([answer.statusCode, fieldsOf(answer)]).toEqual([422, ['until']])
    }
  })

  it('moves this one alone', async () => {
    const { series_id: seriesId } = await aSeries()
    const one = await sessionOn(seriesId ?? 0, '2027-01-07')
    expect((await save(world.people.teacher, one, { starts_local: '2027-01-08T19:00' })).statusCode).toBe(200)
    expect((await seriesTimes(seriesId ?? 0)).slice(0, 3)).toEqual([
      '2027-01-04T12:30:00.000Z',
      '2027-01-08T13:30:00.000Z',
      '2027-01-11T12:30:00.000Z',
    ])
  })

  it('moves this and the following ones, and cuts the rule in two', async () => {
    const { series_id: seriesId } = await aSeries()
    const one = await sessionOn(seriesId ?? 0, '2027-01-14')
    const answer = await save(
      world.people.teacher,
      one,
      { starts_local: '2027-01-15T19:00', title: 'Later' },
      'following',
    )
    const after = answer.json() as StaffSessionDetail
    expect(after.series_id).not.toBe(seriesId)
    expect(await seriesTimes(seriesId ?? 0)).toEqual(
      ['04', '07', '11'].map((day) => `2027-01-${day}T12:30:00.000Z`),
    )
    expect(await seriesTimes(after.series_id ?? 0)).toEqual(
      ['15', '19', '22'].map((day) => `2027-01-${day}T13:30:00.000Z`),
    )
    expect(after.series).toMatchObject({ weekdays: [2, 5], last_on: '2027-01-23' })
    expect((await sessionOn(seriesId ?? 0, '2027-01-11')).title).toBe('Weekly')
  })

  it('changes all, but neither the time of one that was moved alone nor the past', async () => {
    const series = await planned(
      world.people.teacher,
      { title: 'Weekly', starts_local: '2026-11-16T18:00' },
      { ...weekly('2026-12-03'), past_ok: true },
    )
    const alone = await sessionOn(series.series_id ?? 0, '2026-11-26')
    await save(world.people.teacher, alone, { starts_local: '2026-11-27T09:00' })
    const next = await sessionOn(series.series_id ?? 0, '2026-11-30')
    await save(world.people.teacher, next, { starts_local: '2026-11-30T20:00', title: 'Renamed' }, 'all')
    expect(await seriesTimes(series.series_id ?? 0)).toEqual([
      '2026-11-16T12:30:00.000Z',
      '2026-11-19T12:30:00.000Z',
      '2026-11-23T14:30:00.000Z',
      '2026-11-27T03:30:00.000Z',
      '2026-11-30T14:30:00.000Z',
      '2026-12-03T14:30:00.000Z',
    ])
    expect((await sessionOn(series.series_id ?? 0, '2026-11-26')).title).toBe('Renamed')
    expect((await sessionOn(series.series_id ?? 0, '2026-11-19')).title).toBe('Weekly')
  })

  it('keeps the time of day when the clocks change', async () => {
    const series = await planned(
      world.people.admin,
      { time_zone: 'Europe/London', starts_local: '2027-03-24T09:00' },
      { repeat: { weekdays: [3], until: '2027-03-31' } },
    )
    expect(await seriesTimes(series.series_id ?? 0)).toEqual([
      '2027-03-24T09:00:00.000Z',
      '2027-03-31T08:00:00.000Z',
    ])
  })
})

describe('overlapping edits', () => {
  it('refuses the second with a conflict and loses nothing', async () => {
    const session = await planned(world.people.teacher)
    const first = await save(world.people.teacher, session, { title: 'First' })
    const second = await save(world.people.admin, session, { title: 'Second' })
    expect([first.statusCode, second.statusCode]).toEqual([200, 409])
    expect((await read(session.id)).title).toBe('First')
    const again = await save(world.people.admin, await read(session.id), { title: 'Second' })
    expect(again.statusCode).toBe(200)
  })

  it('lets one of 20 simultaneous edits through', async () => {
    const session = await planned(world.people.teacher)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => save(world.people.teacher, session, { title: `Edit ${n}` })),
    )
    expect(answers.map(({ statusCode }) => statusCode).filter((status) => status === 200)).toHaveLength(1)
    expect((await read(session.id)).revision).toBe(2)
  })

  it('refuses to change a cancelled session', async () => {
    const session = await planned(world.people.teacher)
    await world.call(world.people.teacher, 'POST', `${SESSIONS}${session.id}/cancellation/`, { scope: 'one' })
    const answer = await save(world.people.teacher, await read(session.id), { title: 'New' })
    expect(answer.statusCode).toBe(409)
  })
})
