import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StaffSessionDetail } from '#contract/live/admin/sessions.ts'
import type { Webinar } from '#contract/live/webinars.ts'
import { createTestClock } from '#tests/support/clock.ts'
import { startLiveWorld, CLIENT, type LiveWorld } from '#tests/support/live/world.ts'
import { addPerson } from '#tests/support/server/people.ts'
import { meetingOf } from '#tests/support/meeting.ts'

const clock = createTestClock(new Date('2026-11-23T06:00:00Z'))
const CROWD = 100
let world: LiveWorld
let crowd: number[]
beforeAll(async () => {
  world = await startLiveWorld(clock)
  crowd = []
  for (let n = 0; n < CROWD; n += 1)
    crowd.push(await addPerson(world.server.db, { clientId: CLIENT, name: `Guest ${n}` }))
})
afterAll(() => world.server.close())

const aWebinar = async (changes: object = {}) => {
  const answer = await world.create(world.people.teacher, {
    kind: 'webinar',
    title: 'Careers',
    audience: 'everyone',
    course_id: null,
    starts_local: '2026-12-01T18:00',
    ...changes,
  })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json() as StaffSessionDetail
}
const register = (userId: number, id: number) => world.call(userId, 'PUT', `/webinars/${id}/registration/`)
const registered = async (id: number) => {
  const [row] = await world.server.db.asSuperuser<{ n: number }>(
    'select count(*)::int as n from live_invitee where session_id = $1 and registered_at is not null',
    [id],
  )
  return row?.n
}
const listed = async (userId: number, view: string) =>
  ((await world.call(userId, 'GET', `/webinars/?view=${view}`)).json() as { results: Webinar[] }).results

describe('webinars', () => {
  it('lets everybody see and register, and shows only staff that they may manage', async () => {
    const webinar = await aWebinar({ capacity: 50 })
    const answer = await register(world.people.cem, webinar.id)
    expect(answer.json()).toMatchObject({ registered: 1, is_registered: true, may_manage: false })
    expect((await listed(world.people.cem, 'mine')).map(({ id }) => id)).toEqual([webinar.id])
    expect(await listed(world.people.ann, 'mine')).toEqual([])
    const managed = async (userId: number) =>
      (await listed(userId, 'upcoming')).map(({ may_manage: may }) => may)
    expect(await managed(world.people.teacher)).toEqual([true])
    expect(await managed(world.people.admin)).toEqual([true])
    expect(await managed(world.people.colleague)).toEqual([false])
    expect(await managed(world.people.ann)).toEqual([false])
    await world.call(world.people.cem, 'DELETE', `/webinars/${webinar.id}/registration/`)
    expect(await registered(webinar.id)).toBe(0)
  })

  it('registers a person once, however often they press', async () => {
    const webinar = await aWebinar({ capacity: 2 })
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => register(world.people.ann, webinar.id)),
    )
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    expect(await registered(webinar.id)).toBe(1)
  })

  it('gives the last seat to one of 100', async () => {
    const webinar = await aWebinar({ capacity: 1 })
    const answers = await Promise.all(crowd.map((userId) => register(userId, webinar.id)))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    // A busy machine may answer 503 to some: they can press again, and find no seat.
    const refused = answers.filter(({ statusCode }) => statusCode === 409 || statusCode === 503)
    expect(refused).toHaveLength(CROWD - 1)
    expect(await registered(webinar.id)).toBe(1)
  })

  it('control: counting without the lock oversells', async () => {
    const webinar = await aWebinar({ capacity: 1 })
    const bothCounted = meetingOf(2)
    await Promise.all(
      crowd.slice(0, 2).map((userId) =>
        world.server.core.db.withTenant(CLIENT, async (db) => {
          const { n } = await db
            .selectFrom('live_invitee')
            .select((row) => row.fn.countAll<number>().as('n'))
            .where('client_id', '=', CLIENT)
            .where('session_id', '=', webinar.id)
            .executeTakeFirstOrThrow()
          await bothCounted()
          if (n >= 1) return
          const row = { client_id: CLIENT, session_id: webinar.id, user_id: userId }
          await db
            .insertInto('live_invitee')
            .values({ ...row, invited_at: clock.now(), registered_at: clock.now() })
            .execute()
        }),
      ),
    )
    expect(await registered(webinar.id)).toBe(2)
  })

  it('refuses registration once it is over or cancelled, and hides a cancelled one', async () => {
    const over = await aWebinar({ starts_local: '2026-11-23T12:00' })
    const cancelled = await aWebinar({ title: 'Gone' })
    await world.call(world.people.teacher, 'POST', `/admin/live-sessions/${cancelled.id}/cancellation/`, {
      scope: 'one',
    })
    expect((await register(world.people.ann, over.id)).statusCode).toBe(200)
    clock.set('2026-11-23T08:00:00Z')
    expect((await register(world.people.bob, over.id)).statusCode).toBe(409)
    expect((await register(world.people.bob, cancelled.id)).statusCode).toBe(409)
    expect((await listed(world.people.bob, 'upcoming')).map(({ id }) => id)).not.toContain(cancelled.id)
    expect((await listed(world.people.bob, 'past')).map(({ id }) => id)).toEqual([over.id])
  })

  it('shows who registered to its own staff alone', async () => {
    const webinar = await aWebinar()
    await register(world.people.cem, webinar.id)
    const path = `/admin/webinars/${webinar.id}/registrations/`
    expect((await world.call(world.people.teacher, 'GET', path)).json()).toMatchObject({
      count: 1,
      results: [{ name: 'Cem', email: null, joined_at: null }],
    })
    expect((await world.call(world.people.colleague, 'GET', path)).statusCode).toBe(404)
    expect((await world.call(world.people.ann, 'GET', path)).statusCode).toBe(403)
  })

  it('shows addresses to admins alone, and finds nobody by them for instructors', async () => {
    const webinar = await aWebinar()
    await register(world.people.cem, webinar.id)
    const [cem] = await world.server.db.asSuperuser<{ email: string }>(
      'select email from app_user where id = $1',
      [world.people.cem],
    )
    const found = async (userId: number) =>
      (
        await world.call(
          userId,
          'GET',
          `/admin/webinars/${webinar.id}/registrations/?search=${encodeURIComponent(cem!.email)}`,
        )
      ).json<{ results: object[] }>().results
    expect(await found(world.people.admin)).toMatchObject([{ email: cem!.email }])
    expect(await found(world.people.teacher)).toEqual([])
  })

  it('finds no class here', async () => {
    const lesson = (await world.create(world.people.teacher)).json() as StaffSessionDetail
    expect((await register(world.people.ann, lesson.id)).statusCode).toBe(404)
  })
})
