import type { ColumnType } from 'kysely'

interface DailyActivityTable {
  client_id: number
  user_id: number
  /** YYYY-MM-DD in the learner's time zone. */
  day: string
  seconds: number
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>
}

interface WeeklyGoalTable {
  client_id: number
  user_id: number
  minutes: number
  chosen_at: ColumnType<Date, Date | string, Date | string>
}

declare module '#server/core/db/tables.ts' {
  interface Tables {
    daily_activity: DailyActivityTable
    weekly_goal: WeeklyGoalTable
  }
}
