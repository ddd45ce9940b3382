import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Moment } from '#contract/moments/moments.ts'
import { createLeaderboardWorld, TODAY } from '#tests/server/leaderboard/world.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

describe('moments of a learner', () => {
  let world: Awaited<ReturnType<typeof createLeaderboardWorld>>
  beforeAll(async () => {
    world = await createLeaderboardWorld()
  })
  afterAll(() => world.close())

  const post = async (userId: number, body: object) => {
    const reply = await world.server.app.inject({
      method: 'POST',
      url: '/api/clients/7/student/moments/',
      headers: { authorization: `Bearer ${userId}` },
      payload: body,
    })
    expect(reply.statusCode).toBe(200)
    return reply.json<{ moments: Moment[] }>().moments
  }
  const claim = (userId: number, key: string = randomUUID()) => post(userId, { idempotency_key: key })
  const kinds = (moments: readonly Moment[]) => moments.map(({ kind }) => kind)
  const badges = (moments: readonly Moment[]) =>
    moments.flatMap((moment) => (moment.kind === 'badge' ? [moment.badge] : []))
  /** Every item of the first course, which has one section with one lesson. */
  const finishCourse = async (userId: number) => {
    await world.done(userId, { articles: 3, videos: 3, quizPercent: 100 })
    await world.server.db.asSuperuser(
      `update item_progress set completed_at = $2 where user_id = $1 and completed_at is null`,
      [userId, world.clock.now()],
    )
  }
  const bell = async (userId: number) =>
    (
      await world.server.db.asSuperuser<{ kind: string; badge: string }>(
        `select kind, params->>'badge' as badge from notification where user_id = $1 order by id`,
        [userId],
      )
    ).filter(({ kind }) => kind === 'badge_earned')

  test('tells lesson, section, course, badges and streak together, largest first', async () => {
    const me = await world.student()
    expect(await claim(me)).toEqual([])
    await world.spend(me, 1801)
    await finishCourse(me)
    const moments = await claim(me)
    expect(kinds(moments).filter((kind) => kind !== 'badge')).toEqual([
      'course',
      'section',
      'streak',
      'lesson',
    ])
    expect(moments[0]).toMatchObject({ kind: 'course', title: 'Course 1' })
    expect(moments).toContainEqual({ kind: 'streak', days: 1 })
    expect(badges(moments).toSorted()).toEqual(['first_lesson', 'perfect_quiz'])
  })

  test('control: an unfinished lesson has no moment, and 30 minutes are no streak day', async () => {
    const me = await world.student()
    await world.spend(me, 1800)
    await world.done(me, { articles: 3, videos: 2 })
    expect(kinds(await claim(me))).toEqual(['badge'])
  })

  test('tells each moment to one call only, and again to a repeat of that call', async () => {
    const me = await world.student()
    await finishCourse(me)
    const key = randomUUID()
    const first = await claim(me, key)
    expect(first.length).toBeGreaterThan(2)
    expect(await claim(me)).toEqual([])
    expect(await claim(me, key)).toEqual(first)
  })

  test('gives a moment to one of several tabs that ask at the same time', async () => {
    const me = await world.student()
    await finishCourse(me)
    const answers = await Promise.all(Array.from({ length: 5 }, () => claim(me)))
    const told = answers.flat().filter(({ kind }) => kind === 'course')
    expect(told).toHaveLength(1)
  })

  test('celebrates nothing that was reached in an earlier visit', async () => {
    const me = await world.student()
    await finishCourse(me)
    await world.tick(31 * MINUTE_MS)
    expect(kinds(await claim(me)).filter((kind) => kind !== 'badge')).toEqual([])
  })

  test('keeps badges from before the first look out of the bell and the moments', async () => {
    const me = await world.student()
    await finishCourse(me)
    await world.tick(2 * DAY_MS)
    expect(await claim(me)).toEqual([])
    expect(await bell(me)).toEqual([])
    // Later ones are news.
    await world.server.db.asSuperuser(`update enrolment set completed_at = $2 where user_id = $1`, [
      me,
      world.clock.now(),
    ])
    expect(badges(await claim(me))).toEqual(['first_course'])
    expect(await bell(me)).toEqual([{ kind: 'badge_earned', badge: 'first_course' }])
  })

  test('rings the bell once for a badge, whoever looks first', async () => {
    const me = await world.student()
    await world.done(me, { articles: 1 })
    await world.get(me, 'student/badges/')
    await world.get(me, 'student/badges/')
    expect(badges(await claim(me))).toEqual(['first_lesson'])
    expect(await bell(me)).toEqual([{ kind: 'badge_earned', badge: 'first_lesson' }])
  })

  test('tells the streak once a day', async () => {
    const me = await world.student()
    const today = world.clock.now().toISOString().slice(0, 10)
    await world.spend(me, 3600, today)
    expect(await claim(me)).toEqual([{ kind: 'streak', days: 1 }])
    await world.spend(me, 3600, today)
    expect(await claim(me)).toEqual([])
    expect(today >= TODAY).toBe(true)
  })

  test("does not know another learner's attempt", async () => {
    const me = await world.student()
    expect(await post(me, { idempotency_key: randomUUID(), attempt_id: randomUUID() })).toEqual([])
  })
})
