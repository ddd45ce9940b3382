import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BadgeName } from '#contract/badges.ts'
import { badgeProgress, type BadgeFacts } from '#server/features/badges/index.ts'
import { lastFinishedWeek, weeksToSettle } from '#server/features/leaderboard/index.ts'
import { createLeaderboardWorld, TODAY } from '#tests/server/leaderboard/world.ts'

const none: BadgeFacts = {
  lessonsDone: 0,
  coursesDone: 0,
  bestQuizPercent: 0,
  currentStreak: 0,
  longestStreak: 0,
  podiums: 0,
  weekSeconds: 0,
  thirdOfWeekSeconds: 0,
}
const of = (badge: BadgeName, facts: Partial<BadgeFacts>) => {
  const found = badgeProgress({ ...none, ...facts }).find((row) => row.badge === badge)
  return [found?.reached, found?.value, found?.target]
}

describe('the rule of each badge', () => {
  test.each<[BadgeName, Partial<BadgeFacts>, unknown]>([
    ['first_lesson', {}, [false, 0, 1]],
    ['first_lesson', { lessonsDone: 9 }, [true, 1, 1]],
    ['streak_3', { currentStreak: 2, longestStreak: 2 }, [false, 2, 3]],
    ['streak_3', { currentStreak: 0, longestStreak: 3 }, [true, 0, 3]],
    ['streak_7', { currentStreak: 1, longestStreak: 6 }, [false, 1, 7]],
    ['streak_30', { currentStreak: 30, longestStreak: 30 }, [true, 30, 30]],
    ['first_course', { coursesDone: 1 }, [true, 1, 1]],
    ['five_courses', { coursesDone: 4 }, [false, 4, 5]],
    ['perfect_quiz', { bestQuizPercent: 99 }, [false, 99, 100]],
    ['perfect_quiz', { bestQuizPercent: 100 }, [true, 100, 100]],
    ['top_3_week', { weekSeconds: 600, thirdOfWeekSeconds: 6000 }, [false, 10, 100]],
    ['top_3_week', { weekSeconds: 9000, thirdOfWeekSeconds: 6000 }, [false, 100, 100]],
    ['top_3_week', { podiums: 1 }, [true, 0, 1]],
  ])('given %s with %j, when judged, then %j', (badge, facts, expected) => {
    expect(of(badge, facts)).toEqual(expected)
  })
})

describe('finished weeks', () => {
  test.each([
    ['2026-11-22', '2026-11-09'],
    // A Monday: somewhere it is still Sunday.
    ['2026-11-23', '2026-11-09'],
    ['2026-11-24', '2026-11-16'],
  ])('given %s, when asked, then the last finished week began on %s', (today, monday) => {
    expect(lastFinishedWeek(today)).toBe(monday)
  })

  test('given a week settled already, when asked, then only later ones are left', () => {
    expect(weeksToSettle('2026-11-24', '2026-11-02', 8)).toEqual(['2026-11-09', '2026-11-16'])
    expect(weeksToSettle('2026-11-24', null, 2)).toEqual(['2026-11-09', '2026-11-16'])
  })
})

describe('badges of a learner', () => {
  let world: Awaited<ReturnType<typeof createLeaderboardWorld>>
  beforeAll(async () => {
    world = await createLeaderboardWorld()
  })
  afterAll(() => world.close())

  interface Badge {
    badge: BadgeName
    earned_at: string | null
    value: number
    target: number
  }
  const badge = async (userId: number, name: BadgeName) =>
    (await world.get<{ badges: Badge[] }>(userId, 'student/badges/')).badges.find((row) => row.badge === name)

  test('given a first lesson, when read, then the badge is earned now and the others tell the way', async () => {
    const me = await world.student()
    expect(await badge(me, 'first_lesson')).toMatchObject({ earned_at: null, value: 0 })
    await world.done(me, { articles: 1, quizPercent: 85 })
    expect((await badge(me, 'first_lesson'))?.earned_at).toBe(world.clock.now().toISOString())
    expect(await badge(me, 'perfect_quiz')).toMatchObject({ earned_at: null, value: 85, target: 100 })
  })

  test('given a badge earned by what is gone, when read later, then it stays with its first moment', async () => {
    const me = await world.student()
    await world.done(me, { articles: 1 })
    const first = await badge(me, 'first_lesson')
    await world.server.db.asSuperuser('delete from enrolment where user_id = $1', [me])
    await world.tick()
    expect(await badge(me, 'first_lesson')).toEqual(first)
  })

  test('given three days over half an hour, when read, then the streak of three is earned', async () => {
    const me = await world.student()
    for (const day of ['2026-11-19', '2026-11-20', TODAY]) await world.spend(me, 1801, day)
    expect((await badge(me, 'streak_3'))?.earned_at).not.toBeNull()
    expect(await badge(me, 'streak_7')).toMatchObject({ earned_at: null, value: 3 })
  })

  test('given a finished week, when its standings are counted, then its first three earn the badge and the fourth does not', async () => {
    await world.clear()
    const people: number[] = []
    for (const minutes of [90, 60, 60, 30]) {
      const id = await world.student()
      people.push(id)
      await world.spend(id, minutes * 60, '2026-11-11')
      await world.spend(id, minutes * 60, '2026-11-18')
    }
    await world.get(people[0] ?? 0, 'overall-leaderboard/')
    const earned = await Promise.all(
      people.map(async (id) => (await badge(id, 'top_3_week'))?.earned_at !== null),
    )
    expect(earned).toEqual([true, true, true, false])
    // The running week: half of what the third has.
    expect(await badge(people[3] ?? 0, 'top_3_week')).toMatchObject({ value: 30, target: 60 })
  })
})
