import { describe, expect, it } from 'vitest'
import type { LeaderboardRow } from '#contract/leaderboard/leaderboard.ts'
import { shownRows } from '#src/features/leaderboard/model/ranking.ts'
import { todayOf } from '#src/features/leaderboard/model/today.ts'

const row = (standing: number, isMe = false): LeaderboardRow => ({
  standing,
  name: `Learner ${standing}`,
  course: null,
  marks: 1,
  is_me: isMe,
})
const top = [1, 2, 3, 4, 5, 6, 7].map((standing) => row(standing))
const standings = (rows: ReturnType<typeof shownRows>) => rows.map((shown) => shown.row.standing)
const gaps = (rows: ReturnType<typeof shownRows>) => rows.map((shown) => shown.hasGap)

describe('rows of the leaderboard on the home', () => {
  it('shows the top five to somebody without marks or among them', () => {
    expect(standings(shownRows({ leaderboard: top, neighbours: [] }))).toEqual([1, 2, 3, 4, 5])
    const withMe = [row(1), row(2), row(3, true), row(4), row(5), row(6)]
    expect(standings(shownRows({ leaderboard: withMe, neighbours: withMe.slice(0, 5) }))).toEqual([
      1, 2, 3, 4, 5,
    ])
  })

  it('marks the gap before the learner’s own part of the list', () => {
    const rows = shownRows({
      leaderboard: top,
      neighbours: [40, 41, 42, 43, 44].map((n) => row(n, n === 42)),
    })
    expect(standings(rows)).toEqual([1, 2, 41, 42, 43])
    expect(gaps(rows)).toEqual([false, false, true, false, false])
  })

  it('shows the last learner with the one before, and no gap without left-out learners', () => {
    const last = shownRows({ leaderboard: top, neighbours: [row(8), row(9), row(10, true)] })
    expect(standings(last)).toEqual([1, 2, 3, 9, 10])
    const near = shownRows({
      leaderboard: [row(1), row(2), row(3), row(4), row(5)],
      neighbours: [row(3), row(3, true), row(6)],
    })
    expect(standings(near)).toEqual([1, 2, 3, 3, 6])
    expect(gaps(near)).not.toContain(true)
  })
})

describe('today', () => {
  const days = [
    { day: '2026-11-20', hours: 1, counted: true },
    { day: '2026-11-21', hours: 0.35, counted: false },
  ]
  it('aims at a seventh of the weekly goal, else at a day of the streak', () => {
    expect(todayOf({ days }, { goal_minutes: 140 })).toEqual({ minutes: 21, goal: 20 })
    expect(todayOf({ days }, { goal_minutes: null })).toEqual({ minutes: 21, goal: 30 })
    expect(todayOf({ days: [] }, { goal_minutes: 10 })).toEqual({ minutes: 0, goal: 2 })
  })
})
