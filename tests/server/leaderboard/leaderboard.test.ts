import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LeaderboardRow } from '#contract/leaderboard/leaderboard.ts'
import { createRankingJob } from '#server/features/leaderboard/index.ts'
import { createLeaderboardWorld } from './world.ts'

/** Ten thousand where there is time for it. */
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

/** Competition ranking, written a second time: how many have more, plus one. */
const rankModel = (tenths: readonly number[]) =>
  tenths.map((mine) => tenths.filter((other) => other > mine).length + 1)

describe('marks', () => {
  test('given lessons and a quiz, when read, then a lesson is 1 and a quiz its best score of ten points', async () => {
    const me = await world.student()
    await world.done(me, { articles: 2, videos: 1, quizPercent: 85 })
    await world.tick()
    expect((await overall(me)).own).toMatchObject({ marks: 11.5, course: 'Course 1', is_me: true })
  })

  test('given a problem with points earned, when read, then they are marks, finished or not (RULES "Learning")', async () => {
    const me = await world.student()
    await world.done(me, { articles: 1 })
    await world.server.db.asSuperuser(
      `with problem as (
         insert into course_item (client_id, course_id, topic_id, type, title, position)
         select client_id, course_id, topic_id, 'problem', 'Solve', 99 from course_item where client_id = 7 order by id limit 1
         returning client_id, id, course_id)
       insert into item_progress (client_id, user_id, item_id, course_id, first_at, last_at, earned_points)
       select client_id, $1, id, course_id, $2, $2, 7 from problem`,
      [me, world.clock.now()],
    )
    await world.tick()
    expect((await overall(me)).own).toMatchObject({ marks: 8 })
  })

  test('given nothing finished, when read, then one stands behind everybody with marks, without a place in the list', async () => {
    const me = await world.student()
    await world.tick()
    const { own, neighbours, learners } = await overall(me)
    expect([own?.standing, own?.marks, neighbours]).toEqual([learners + 1, 0, []])
  })

  test('given two courses, when read, then the course shown is the one that brought most', async () => {
    const me = await world.student()
    await world.done(me, { articles: 1 })
    await world.done(me, { articles: 2, course: 1 })
    await world.tick()
    expect((await overall(me)).own).toMatchObject({ marks: 3, course: 'Course 2' })
  })
})

describe('standing', () => {
  test('given fifty random rounds of progress, when read, then every standing is the model’s (D12)', async () => {
    await world.clear()
    const people: number[] = []
    const tenths = new Map<number, number>()
    const random = world.random(4711)
    for (let round = 0; round < 50; round += 1) {
      if (people.length < 8 || random() < 0.4) people.push(await world.student())
      const who = people[Math.floor(random() * people.length)] ?? 0
      const quizPercent = Math.floor(random() * 6) * 20
      await world.done(who, { quizPercent })
      tenths.set(who, Math.max(tenths.get(who) ?? 0, quizPercent))
      await world.tick()
      const ranked = people.filter((id) => (tenths.get(id) ?? 0) > 0)
      const model = rankModel(ranked.map((id) => tenths.get(id) ?? 0))
      const { own } = await overall(who)
      const expected = (tenths.get(who) ?? 0) > 0 ? model[ranked.indexOf(who)] : ranked.length + 1
      expect(own?.standing).toBe(expected)
    }
    const all = await world.statuses()
    const model = rankModel(all.map((row) => row.tenths))
    expect(all.map((row) => row.standing)).toEqual(model)
    // Ties are there, or the line above says nothing about them.
    expect(new Set(model).size).toBeLessThan(model.length)
  })

  test('given thousands of learners with random scores, when counted, then every standing is the model’s (D12)', async () => {
    await world.clear()
    await world.crowd(CROWD)
    const me = await world.student()
    await overall(me)
    const all = await world.statuses()
    // The model by counting sort: how many have more.
    const having = Array.from({ length: 101 }, () => 0)
    for (const { tenths } of all) having[tenths] = (having[tenths] ?? 0) + 1
    const more = (tenths: number) => having.slice(tenths + 1).reduce((sum, count) => sum + count, 0)
    const wrong = all.filter(({ standing, tenths }) => standing !== more(tenths) + 1)
    expect(wrong).toEqual([])
    expect(all.length).toBeGreaterThan(CROWD * 0.9)
  })

  test('control: given ranks without skips, when compared with the model, then they differ', async () => {
    const all = await world.statuses()
    const dense = all.map(
      (row) => new Set(all.filter((other) => other.tenths > row.tenths).map(({ tenths }) => tenths)).size + 1,
    )
    expect(dense).not.toEqual(rankModel(all.map((row) => row.tenths)))
  })

  test('given staff and a disabled learner with marks, when read, then neither is ranked', async () => {
    const admin = await world.student({ role: 'admin' })
    const disabled = await world.student()
    const me = await world.student()
    for (const id of [admin, disabled]) await world.done(id, { articles: 3, videos: 3, quizPercent: 100 })
    await world.server.db.asSuperuser('update app_user set disabled_at = now() where id = $1', [disabled])
    await world.tick()
    const ids = (await world.statuses(me)).map((row) => row.user_id)
    expect(ids).not.toContain(admin)
    expect(ids).not.toContain(disabled)
    expect((await overall(admin)).own).toBeNull()
  })

  test('given someone in the middle, when read, then two above and two below come with the own row', async () => {
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

describe('how one appears', () => {
  test('given a nickname, when others and oneself read, then the nickname stands there and the name nowhere', async () => {
    await world.clear()
    const [me, other] = [await world.student(), await world.student()]
    await world.done(me, { articles: 1 })
    await world.spend(me, 3600)
    await world.tick()
    expect((await choose(me, { visibility: 'nickname', nickname: '  Night owl ' })).body).toEqual({
      visibility: 'nickname',
      nickname: 'Night owl',
    })
    expect((await overall(other)).leaderboard.map((row) => row.name)).toEqual(['Night owl'])
    const daily = await world.get<{ leaderboard: { id: number; name: string }[] }>(
      other,
      'student/daily-progress-leaderboard/',
    )
    expect(daily.leaderboard.map((row) => row.name)).toEqual(['Night owl'])
    expect(daily.leaderboard.map((row) => row.id)).not.toContain(me)
  })

  test('given a hidden learner, when others read, then they are not there; they see themselves with their standing', async () => {
    await world.clear()
    const [me, other] = [await world.student(), await world.student()]
    await world.done(me, { articles: 2 })
    await world.done(other, { articles: 1 })
    await world.spend(me, 3600)
    await choose(me, { visibility: 'hidden' })
    await world.tick()
    expect((await overall(other)).leaderboard.map((row) => row.is_me)).toEqual([true])
    expect((await overall(me)).own).toMatchObject({ standing: 1 })
    const daily = (id: number) =>
      world.get<{ leaderboard: unknown[] }>(id, 'student/daily-progress-leaderboard/')
    expect((await daily(other)).leaderboard).toEqual([])
    expect((await daily(me)).leaderboard).toHaveLength(1)
  })

  test.each([
    [{ visibility: 'nickname' }, 'required'],
    [{ visibility: 'nickname', nickname: 'x' }, 'too_short'],
    [{ visibility: 'nickname', nickname: 'y'.repeat(31) }, 'too_long'],
  ])('given %j, when chosen, then the field is named: %s', async (body, code) => {
    const reply = await choose(await world.student(), body)
    expect([reply.status, reply.body.fields?.['nickname']?.[0]?.code]).toEqual([422, code])
  })

  test('given somebody’s name or nickname in other letters, when taken by another, then it is refused', async () => {
    const [me, other] = [await world.student({ name: 'Asha Rao' }), await world.student()]
    await choose(me, { visibility: 'nickname', nickname: 'Comet' })
    for (const nickname of ['asha rao', 'COMET'])
      expect(
        (await choose(other, { visibility: 'nickname', nickname })).body.fields?.['nickname']?.[0],
      ).toMatchObject({
        code: 'taken',
      })
  })
})

describe('the refresh', () => {
  test('given a tenant never counted, when its first reader comes, then the list is there at once', async () => {
    await world.clear()
    const me = await world.student()
    await world.done(me, { articles: 1 })
    expect((await overall(me)).leaderboard).toHaveLength(1)
  })

  test('given two processes at once, when both look, then one of them counts', async () => {
    await world.clear()
    await world.done(await world.student(), { articles: 1 })
    const jobs = [createRankingJob(world.server.core), createRankingJob(world.server.core)]
    const counts = await Promise.all(jobs.map((job) => job.look()))
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1)
    expect(await jobs[0]?.look()).toBe(0)
  })

  test('given four minutes, when the job looks, then what changed is counted although nobody asked', async () => {
    await world.clear()
    const job = createRankingJob(world.server.core)
    const me = await world.student()
    await job.look()
    await world.done(me, { articles: 1 })
    await world.tick(4 * 60_000)
    await job.look()
    expect((await world.statuses()).map((row) => row.user_id)).toEqual([me])
  })

  test('given a lesson deleted by its teacher, when an hour has passed, then its mark is gone', async () => {
    await world.clear()
    const me = await world.student()
    await world.done(me, { articles: 2 })
    await overall(me)
    await world.server.db.asSuperuser(
      `delete from course_item where id = (select min(item_id) from item_progress where user_id = $1)`,
      [me],
    )
    await world.tick(3_600_000)
    expect((await overall(me)).own).toMatchObject({ marks: 1 })
  })
})
