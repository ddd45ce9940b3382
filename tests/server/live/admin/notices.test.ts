import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StaffSessionDetail } from '#contract/live/admin/sessions.ts'
import { createTestClock } from '#tests/support/clock.ts'
import { startLiveWorld, type LiveWorld } from '#tests/support/live/world.ts'

const clock = createTestClock(new Date('2026-11-23T06:00:00Z'))
let world: LiveWorld
beforeAll(async () => {
  world = await startLiveWorld(clock)
})
afterAll(() => world.server.close())

const SESSIONS = '/admin/live-sessions/'
const planned = async (...args: Parameters<LiveWorld['create']>) =>
  (await world.create(...args)).json() as StaffSessionDetail
const save = async (session: StaffSessionDetail, changes: object, scope = 'one') =>
  (
    await world.call(world.people.teacher, 'PUT', `${SESSIONS}${session.id}/`, {
      ...session.form,
      revision: session.revision,
      scope,
      past_ok: true,
      ...changes,
    })
  ).json() as StaffSessionDetail
const cancel = (id: number, scope = 'one') =>
  world.call(world.people.teacher, 'POST', `${SESSIONS}${id}/cancellation/`, { scope })

/** The new notifications of a kind since the last look. */
const lastSeen = new Map<string, number>()
const news = async (kind: string) => {
  const all = await world.notices(kind)
  const fresh = all.slice(lastSeen.get(kind) ?? 0)
  lastSeen.set(kind, all.length)
  return fresh
}

describe('notices of a change', () => {
  it('tells everybody invited once, in their zone, when a session moves', async () => {
    const session = await planned(world.people.teacher, {
      host_ids: [world.people.teacher, world.people.colleague],
    })
    await save(session, { starts_local: '2026-11-25T19:30' })
    const told = await news('live_moved')
    expect(told.map(({ user_id: id }) => id).toSorted((a, b) => a - b)).toEqual([
      world.people.colleague,
      world.people.ann,
      world.people.bob,
    ])
    const paramsOf = (userId: number) => told.find(({ user_id: id }) => id === userId)?.params
    expect(paramsOf(world.people.ann)).toMatchObject({ title: 'Loops' })
    expect(paramsOf(world.people.ann)?.['before']).toMatch(/24.*(18:00|6:00)/)
    expect(paramsOf(world.people.ann)?.['after']).toMatch(/25.*(19:30|7:30)/)
    // London is 5:30 h behind.
    expect(paramsOf(world.people.bob)?.['after']).toMatch(/25.*(14:00|2:00)/)
  })

  it('tells nobody of other changes, nor of a move in the past', async () => {
    const session = await planned(world.people.teacher)
    const renamed = await save(session, { title: 'New name', description: 'More' })
    expect(renamed.title).toBe('New name')
    const past = await planned(world.people.teacher, { starts_local: '2026-11-20T10:00' }, { past_ok: true })
    await save(past, { starts_local: '2026-11-20T11:00' })
    expect(await news('live_moved')).toEqual([])
  })

  it('tells of a moved series once, not once for each session', async () => {
    const series = await planned(
      world.people.teacher,
      { starts_local: '2027-01-04T18:00' },
      { repeat: { weekdays: [1], until: '2027-02-22' } },
    )
    await save(series, { starts_local: '2027-01-05T18:00' }, 'all')
    const told = await news('live_moved')
    expect(told).toHaveLength(2)
    expect(told[0]?.params).toMatchObject({ sessions: 8 })
  })

  it('tells once of a cancellation, however often it is pressed', async () => {
    const session = await planned(world.people.teacher)
    const answers = await Promise.all(Array.from({ length: 10 }, () => cancel(session.id)))
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    const told = await news('live_cancelled')
    expect(told.map(({ user_id: id }) => id).toSorted((a, b) => a - b)).toEqual([
      world.people.ann,
      world.people.bob,
    ])
  })

  it('cancels this and the following ones with one notice, and leaves the past', async () => {
    const series = await planned(
      world.people.teacher,
      { starts_local: '2026-11-16T18:00' },
      { repeat: { weekdays: [1], until: '2026-12-07' }, past_ok: true },
    )
    await cancel(series.id, 'all')
    const rows = await world.server.db.asSuperuser<{ is_cancelled: boolean; sequence: number }>(
      `select cancelled_at is not null as is_cancelled, sequence from live_session
       where series_id = $1 order by series_on`,
      [series.series_id],
    )
    expect(rows).toEqual([
      { is_cancelled: false, sequence: 0 },
      ...Array.from({ length: 3 }, () => ({ is_cancelled: true, sequence: 1 })),
    ])
    expect(await news('live_cancelled')).toHaveLength(2)
  })

  it('does not tell of a session that is over', async () => {
    const past = await planned(world.people.teacher, { starts_local: '2026-11-20T10:00' }, { past_ok: true })
    const answer = (await cancel(past.id)).json() as StaffSessionDetail
    expect(answer.state).toBe('ended')
    expect(await news('live_cancelled')).toEqual([])
  })

  it('tells who registered for a webinar, staff too', async () => {
    const webinar = await planned(world.people.teacher, {
      kind: 'webinar',
      audience: 'everyone',
      course_id: null,
      starts_local: '2026-12-01T18:00',
    })
    for (const id of [world.people.cem, world.people.colleague])
      expect((await world.call(id, 'PUT', `/webinars/${webinar.id}/registration/`)).statusCode).toBe(200)
    await cancel(webinar.id)
    const told = await news('live_cancelled')
    expect(told.map(({ user_id: id }) => id).toSorted((a, b) => a - b)).toEqual([
      world.people.colleague,
      world.people.cem,
    ])
  })
})

describe('notices of an invitation', () => {
  it('tells chosen learners once, when the class is planned and when they are added later', async () => {
    const { ann, bob } = world.people
    await news('live_invited')
    const session = await planned(world.people.teacher, { audience: 'chosen', invitee_ids: [ann] })
    const first = await news('live_invited')
    expect(first.map(({ user_id: id }) => id)).toEqual([ann])
    expect(first[0]?.params['at']).toMatch(/24.*(18:00|6:00)/)
    const changed = await save(session, { invitee_ids: [ann, bob] })
    expect((await news('live_invited')).map(({ user_id: id }) => id)).toEqual([bob])
    await save(changed, { title: 'Renamed' })
    expect(await news('live_invited')).toEqual([])
  })

  it('tells nobody of a session in the past', async () => {
    await world.create(
      world.people.teacher,
      { audience: 'chosen', invitee_ids: [world.people.ann], starts_local: '2026-11-20T10:00' },
      { past_ok: true },
    )
    expect(await news('live_invited')).toEqual([])
  })
})
