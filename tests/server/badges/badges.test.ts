import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BadgeName } from '#contract/badges/badges.ts'
import { badgeProgress, type BadgeFacts } from '#server/features/badges/index.ts'
import { badges, type BadgeDependencies } from '#server/features/badges/badges.service.ts'
import { timeFacts } from '#server/features/activity/index.ts'
import { setFeature } from '#server/features/client-info/index.ts'
import { castVote, forumFacts } from '#server/features/community/index.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import { lastFinishedWeek, weeksToSettle } from '#server/features/leaderboard/index.ts'
import { createLeaderboardWorld, TODAY } from '#tests/server/leaderboard/world.ts'

const noFacts: BadgeFacts = {
  lessonsDone: 0,
  coursesDone: 0,
  bestQuizPercent: 0,
  currentStreak: 0,
  longestStreak: 0,
  podiums: 0,
  weekSeconds: 0,
  thirdOfWeekSeconds: 0,
}
const progressOf = (badge: BadgeName, facts: Partial<BadgeFacts>) => {
  const found = badgeProgress({ ...noFacts, ...facts }).find((row) => row.badge === badge)
  return [found?.reached, found?.value, found?.target]
}

describe('badge rules', () => {
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
    ['first_problem', {}, [undefined, undefined, undefined]],
    ['first_problem', { problemsSolved: 0 }, [false, 0, 1]],
    ['problems_25', { problemsSolved: 24 }, [false, 24, 25]],
    ['problems_25', { problemsSolved: 25 }, [true, 25, 25]],
    ['first_thread', {}, [undefined, undefined, undefined]],
    ['first_thread', { threads: 2 }, [true, 1, 1]],
    ['upvotes_10', { upvotesReceived: 9 }, [false, 9, 10]],
    ['upvotes_10', { upvotesReceived: 10 }, [true, 10, 10]],
    ['top_3_week', { weekSeconds: 600, thirdOfWeekSeconds: 6000 }, [false, 10, 100]],
    ['top_3_week', { weekSeconds: 9000, thirdOfWeekSeconds: 6000 }, [false, 100, 100]],
    ['top_3_week', { podiums: 1 }, [true, 0, 1]],
  ])('judges %s with %j as %j', (badge, facts, expected) => {
    expect(progressOf(badge, facts)).toEqual(expected)
  })
})

describe('finished weeks', () => {
  test.each([
    ['2026-11-22', '2026-11-09'],
    // A Monday: somewhere it is still Sunday.
    ['2026-11-23', '2026-11-09'],
    ['2026-11-24', '2026-11-16'],
  ])('on %s, the last finished week began on %s', (today, monday) => {
    expect(lastFinishedWeek(today)).toBe(monday)
  })

  test('settles only weeks after the last settled one', () => {
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

  test('earns a badge with the first lesson and shows progress for the others', async () => {
    const me = await world.student()
    expect(await badge(me, 'first_lesson')).toMatchObject({ earned_at: null, value: 0 })
    await world.done(me, { articles: 1, quizPercent: 85 })
    expect((await badge(me, 'first_lesson'))?.earned_at).toBe(world.clock.now().toISOString())
    expect(await badge(me, 'perfect_quiz')).toMatchObject({ earned_at: null, value: 85, target: 100 })
  })

  test('keeps a badge and its date after the enrolment behind it is gone', async () => {
    const me = await world.student()
    await world.done(me, { articles: 1 })
    const first = await badge(me, 'first_lesson')
    await world.server.db.asSuperuser('delete from enrolment where user_id = $1', [me])
    await world.tick()
    expect(await badge(me, 'first_lesson')).toEqual(first)
  })

  test('earns the three-day streak after three days of half an hour', async () => {
    const me = await world.student()
    for (const day of ['2026-11-19', '2026-11-20', TODAY]) await world.spend(me, 1801, day)
    expect((await badge(me, 'streak_3'))?.earned_at).not.toBeNull()
    expect(await badge(me, 'streak_7')).toMatchObject({ earned_at: null, value: 3 })
  })

  test('shows forum badges only where the client has a forum, and counts its posts and votes', async () => {
    const [me, ...others] = [await world.student(), await world.student(), await world.student()]
    const forum = (enabled: boolean) =>
      world.server.core.db.withTenant(7, async (db) => {
        await setFeature(db, 7, { slug: 'community_forum', enabled })
        await world.server.core.changes.announce(db, { kind: 'client', clientId: 7 })
      })
    await forum(false)
    expect(await badge(me, 'first_thread')).toBeUndefined()
    await forum(true)
    expect(await badge(me, 'first_thread')).toMatchObject({ earned_at: null, value: 0, target: 1 })
    const [thread, deletedThread] = await world.server.db.asSuperuser<{ id: number }>(
      `insert into forum_thread (client_id, author_id, title, body, created_at, last_activity_at, content_hash, deleted_at)
       values (7, $1, 'One', '<p>One</p>', now(), now(), '', null), (7, $1, 'Two', '<p>Two</p>', now(), now(), '', now())
       returning id`,
      [me],
    )
    const [comment] = await world.server.db.asSuperuser<{ id: number }>(
      `insert into forum_comment (client_id, thread_id, author_id, body, created_at, content_hash)
       values (7, $1, $2, '<p>Yes</p>', now(), '') returning id`,
      [thread?.id, me],
    )
    const upvote = (subject: 'thread' | 'comment', id: number | undefined, userId: number) =>
      world.server.core.db.withTenant(7, (db) =>
        castVote(db, { subject, clientId: 7, id: id ?? 0, userId, value: 1 }),
      )
    for (const voter of [me, ...others]) {
      await upvote('thread', thread?.id, voter)
      await upvote('thread', deletedThread?.id, voter)
      await upvote('comment', comment?.id, voter)
    }
    // Two votes of others for the thread, two for the comment. Own votes and the deleted thread do not count.
    expect(await badge(me, 'upvotes_10')).toMatchObject({ earned_at: null, value: 4, target: 10 })
    expect((await badge(me, 'first_thread'))?.earned_at).not.toBeNull()
    expect((await badge(others[0] ?? 0, 'upvotes_10'))?.value).toBe(0)
  })

  test('shows problem badges only where solved problems are counted', async () => {
    const me = await world.student()
    const actions = { timeFacts, forumFacts, notify: () => Promise.resolve({ mailTo: [] }) }
    const scope = {
      tenant: { clientId: 7, name: 'Client 7', isActive: true, languages: ['en'], features: new Set() },
      clock: world.clock,
      request: { id: 'r', ip: '127.0.0.1', userAgent: '', cookies: {} },
      actor: { userId: me, sessionId: 's', role: 'student' },
      files: { address: (url) => url, html: (html) => html },
      tx: (work) => world.server.core.db.withTenant(7, work),
      read: (...queries) => world.server.core.db.read(7, queries),
    } as MemberScope
    const problemBadges = async (dependencies: BadgeDependencies) =>
      (await badges(scope, dependencies)).badges.filter(({ badge: name }) => name.includes('problem'))
    expect(await problemBadges(actions)).toEqual([])
    const problemFacts = () => Promise.resolve({ problemsSolved: 3 })
    expect(await problemBadges({ ...actions, problemFacts })).toMatchObject([
      { badge: 'first_problem', value: 1, target: 1 },
      { badge: 'problems_25', earned_at: null, value: 3, target: 25 },
    ])
  })

  test('gives the badge to the first three of a finished week and not to the fourth', async () => {
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
    // The current week: half of the third rank's minutes.
    expect(await badge(people[3] ?? 0, 'top_3_week')).toMatchObject({ value: 30, target: 60 })
  })
})
