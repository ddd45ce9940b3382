import type { ColumnType } from 'kysely'
import type { Visibility } from '#contract/leaderboard/leaderboard.ts'

type Timestamp = ColumnType<Date, Date | string, Date | string>

interface LearnerRankTable {
  client_id: number
  user_id: number
  place: number
  standing: number
  tenths: number
  course_id: number
}
interface RankingRefreshTable {
  client_id: number
  refreshed_at: Timestamp
  counted_whole_at: Timestamp
  learners: number
  third_of_week_seconds: number
  podium_week: string
}
interface LeaderboardChoiceTable {
  client_id: number
  user_id: number
  visibility: Visibility
  nickname: string | null
}

declare module '#server/core/db/tables.ts' {
  interface Tables {
    learner_standing: LearnerRankTable
    standing_refresh: RankingRefreshTable
    leaderboard_choice: LeaderboardChoiceTable
  }
}
