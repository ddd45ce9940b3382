import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LeaderboardRow } from '#contract/leaderboard/leaderboard.ts'
import { createRankingJob } from '#server/features/leaderboard/index.ts'
import { createLeaderboardWorld } from './world.ts'

/** Ten thousand learners with FULL=1. */
const CROWD = process.env['FULL'] === '1' ? 10_000 : 2_000

let world: Awaited<ReturnType<typeof createLeaderboardWorld>>
beforeAll(async () => {
  world = await createLeaderboardWorld()
})
afterAll(() => world.close())

interface Overall {
  leaderboard: LeaderboardRow[]
  own: LeaderboardRow | null
  neighbours: LeaderboardRow[]
  learners: number
}
const overall = (userId: number) => world.get<Overall>(userId, 'overall-leaderboard/')
const choose = (userId: number, body: object) => world.put(userId, 'student/leaderboard-visibility/', body)

/** Competition ranking, implemented a second time: one plus the number of better ones. */
const rankModel = (tenths: readonly number[]) =>
  tenths.map((own) => tenths.filter((other) => other > own).length + 1)

describe('marks', () => {
  test('counts 1 for a lesson and up to ten points for the best score of a quiz', async () => {
    const learner = await world.student()
    await world.done(learner, { articles: 2, videos: 1, quizPercent: 85 })
    await world.tick()
    expect((await overall(learner)).own).toMatchObject({ marks: 11.5, course: 'Course 1', is_me: true })
  })

  test('counts the earned points of a problem, finished or not', async () => {
    const learner = await world.student()
    await world.done(learner, { articles: 1 })
    await world.server.db.asSuperuser(
      `with problem as (
         insert into course_item (client_id, course_id, topic_id, type, title, position)
         select client_id, course_id, topic_id, 'problem', 'Solve', 99 from course_item where client_id = 7 order by id limit 1
         returning client_id, id, course_id)
       insert into item_progress (client_id, user_id, item_id, course_id, first_at, last_at, earned_points)
       select client_id, $1, id, course_id, $2, $2, 7 from problem`,
      [learner, world.clock.now()],
    )
    await world.tick()
    expect((await overall(learner)).own).toMatchObject({ marks: 8 })
  })

  test('ranks a learner without marks behind everybody, outside of the list', async () => {
    const learner = await world.student()
    await world.tick()
    const { own, neighbours, learners } = await overall(learner)
    expect([own?.standing, own?.marks, neighbours]).toEqual([learners + 1, 0, []])
  })

  test('shows the course that brought most marks', async () => {
    const learner = await world.student()
    await world.done(learner, { articles: 1 })
    await world.done(learner, { articles: 2, course: 1 })
    await world.tick()
    expect((await overall(learner)).own).toMatchObject({ marks: 3, course: 'Course 2' })
  })
})

describe('rank', () => {
  test('D12: equals the model in fifty random rounds of progress', async () => {
    await world.clear()
    const people: number[] = []
    const tenths = new Map<number, number>()
    const random = world.random(4711)
    for (let round = 0; round < 50; round += 1) {
      if (people.length < 8 || random() < 0.4) people.push(await world.student())
      const learner = people[Math.floor(random() * people.length)] ?? 0
      const quizPercent = Math.floor(random() * 6) * 20
      await world.done(learner, { quizPercent })
      tenths.set(learner, Math.max(tenths.get(learner) ?? 0, quizPercent))
      await world.tick()
      const ranked = people.filter((id) => (tenths.get(id) ?? 0) > 0)
      const expectedRanks = rankModel(ranked.map((id) => tenths.get(id) ?? 0))
      const { own } = await overall(learner)
      const expected =
        (tenths.get(learner) ?? 0) > 0 ? expectedRanks[ranked.indexOf(learner)] : ranked.length + 1
      expect(own?.standing).toBe(expected)
    }
    const rows = await world.ranks()
    const expectedRanks = rankModel(rows.map((row) => row.tenths))
    expect(rows.map((row) => row.standing)).toEqual(expectedRanks)
    // Without ties the comparison above would prove little.
    expect(new Set(expectedRanks).size).toBeLessThan(expectedRanks.length)
  })

  test('D12: equals the model for thousands of random scores', async () => {
    await world.clear()
    await world.crowd(CROWD)
    const learner = await world.student()
    await overall(learner)
    const rows = await world.ranks()
    // The model as a counting sort: how many learners have more.
    const countByTenths = Array.from({ length: 101 }, () => 0)
    for (const { tenths } of rows) countByTenths[tenths] = (countByTenths[tenths] ?? 0) + 1
    const countAbove = (tenths: number) =>
      countByTenths.slice(tenths + 1).reduce((sum, count) => sum + count, 0)
    const differing = rows.filter(({ standing, tenths }) => standing !== countAbove(tenths) + 1)
    expect(differing).toEqual([])
    expect(rows.length).toBeGreaterThan(CROWD * 0.9)
  })

  test('control: differs from dense ranks', async () => {
    const rows = await world.ranks()
    const dense = rows.map(
      (row) =>
        new Set(rows.filter((other) => other.tenths > row.tenths).map(({ tenths }) => tenths)).size + 1,
    )
    expect(dense).not.toEqual(rankModel(rows.map((row) => row.tenths)))
  })

  test('leaves out staff and disabled learners', async () => {
    const admin = await world.student({ role: 'admin' })
    const disabled = await world.student()
    const learner = await world.student()
    for (const id of [admin, disabled]) await world.done(id, { articles: 3, videos: 3, quizPercent: 100 })
    await world.server.db.asSuperuser('update app_user set disabled_at = now() where id = $1', [disabled])
    await world.tick()
    const ids = (await world.ranks(learner)).map((row) => row.user_id)
    expect(ids).not.toContain(admin)
    expect(ids).not.toContain(disabled)
    expect((await overall(admin)).own).toBeNull()
  })

  test('comes with two neighbours above and below', async () => {
    await world.clear()
    const people: number[] = []
    for (let index = 0; index < 15; index += 1) {
      const id = await world.student()
      people.push(id)
      await world.done(id, { quizPercent: 100 - index })
    }
    await world.tick()
    const { leaderboard, neighbours, learners } = await overall(people[12] ?? 0)
    expect(leaderboard.map((row) => row.standing)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(neighbours.map((row) => [row.standing, row.is_me])).toEqual([
      [11, false],
      [12, false],
      [13, true],
      [14, false],
      [15, false],
    ])
    expect(learners).toBe(15)
  })
})

describe('visibility', () => {
  test('shows a nickname instead of the name', async () => {
    await world.clear()
    const [learner, other] = [await world.student(), await world.student()]
    await world.done(learner, { articles: 1 })
    await world.spend(learner, 3600)
    await world.tick()
    expect((await choose(learner, { visibility: 'nickname', nickname: '  Night owl ' })).body).toEqual({
      visibility: 'nickname',
      nickname: 'Night owl',
    })
    expect((await overall(other)).leaderboard.map((row) => row.name)).toEqual(['Night owl'])
    const daily = await world.get<{ leaderboard: { id: number; name: string }[] }>(
      other,
      'student/daily-progress-leaderboard/',
    )
    expect(daily.leaderboard.map((row) => row.name)).toEqual(['Night owl'])
    expect(daily.leaderboard.map((row) => row.id)).not.toContain(learner)
  })

  test('hides a learner from others and shows them their own rank', async () => {
    await world.clear()
    const [learner, other] = [await world.student(), await world.student()]
    await world.done(learner, { articles: 2 })
    await world.done(other, { articles: 1 })
    await world.spend(learner, 3600)
    await choose(learner, { visibility: 'hidden' })
    await world.tick()
    expect((await overall(other)).leaderboard.map((row) => row.is_me)).toEqual([true])
    expect((await overall(learner)).own).toMatchObject({ standing: 1 })
    const daily = (id: number) =>
      world.get<{ leaderboard: unknown[] }>(id, 'student/daily-progress-leaderboard/')
    expect((await daily(other)).leaderboard).toEqual([])
    expect((await daily(learner)).leaderboard).toHaveLength(1)
  })

  test.each([
    [{ visibility: 'nickname' }, 'required'],
    [{ visibility: 'nickname', nickname: 'x' }, 'too_short'],
    [{ visibility: 'nickname', nickname: 'y'.repeat(31) }, 'too_long'],
  ])('names the field for %j: %s', async (body, code) => {
    const reply = await choose(await world.student(), body)
    expect([reply.status, reply.body.fields?.['nickname']?.[0]?.code]).toEqual([422, code])
  })

  test("refuses somebody else's name or nickname in any letter case", async () => {
    const [owner, other] = [await world.student({ name: 'Asha Rao' }), await world.student()]
    await choose(owner, { visibility: 'nickname', nickname: 'Comet' })
    for (const nickname of ['asha rao', 'COMET'])
      expect(
        (await choose(other, { visibility: 'nickname', nickname })).body.fields?.['nickname']?.[0],
      ).toMatchObject({
        code: 'taken',
      })
  })
})

describe('refresh', () => {
  test('gives the first reader of a new tenant a list at once', async () => {
    await world.clear()
    const learner = await world.student()
    await world.done(learner, { articles: 1 })
    expect((await overall(learner)).leaderboard).toHaveLength(1)
  })

  test('runs in one of two processes', async () => {
    await world.clear()
    await world.done(await world.student(), { articles: 1 })
    const jobs = [createRankingJob(world.server.core), createRankingJob(world.server.core)]
    const counts = await Promise.all(jobs.map((job) => job.look()))
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1)
    expect(await jobs[0]?.look()).toBe(0)
  })

  test('runs within four minutes without readers', async () => {
    await world.clear()
    const job = createRankingJob(world.server.core)
    const learner = await world.student()
    await job.look()
    await world.done(learner, { articles: 1 })
    await world.tick(4 * 60_000)
    await job.look()
    expect((await world.ranks()).map((row) => row.user_id)).toEqual([learner])
  })

  test('removes the mark of a deleted lesson within an hour', async () => {
    await world.clear()
    const learner = await world.student()
    await world.done(learner, { articles: 2 })
    await overall(learner)
    await world.server.db.asSuperuser(
      `delete from course_item where id = (select min(item_id) from item_progress where user_id = $1)`,
      [learner],
    )
    await world.tick(3_600_000)
    expect((await overall(learner)).own).toMatchObject({ marks: 1 })
  })
})
