import type { LeaderboardRow } from '#contract/leaderboard/leaderboard.ts'

const ROWS = 5

interface Ranking {
  leaderboard: readonly LeaderboardRow[]
  neighbours: readonly LeaderboardRow[]
}
interface ShownRow {
  row: LeaderboardRow
  /** Learners between the row before and this one are left out. */
  hasGap: boolean
}

/** Five rows: the top, or the first ones, the learner and who is next to them. */
export const shownRows = ({ leaderboard, neighbours }: Ranking): ShownRow[] => {
  const top = leaderboard.slice(0, ROWS)
  const own = neighbours.findIndex((row) => row.is_me)
  if (own < 0 || top.some((row) => row.is_me)) return top.map((row) => ({ row, hasGap: false }))
  const near = neighbours.slice(Math.max(0, own - 1), own + 2)
  const first = leaderboard.slice(0, ROWS - near.length)
  const last = first.at(-1)?.standing ?? 0
  // Tied learners share a standing, so a neighbour may also be among the first ones.
  const others = near.filter((row) => row.is_me || row.standing > last)
  return [...first, ...others].map((row, index) => ({
    row,
    hasGap: index === first.length && row.standing > last + 1,
  }))
}
