import type { ColumnType } from 'kysely'

interface LearnerBadgeTable {
  client_id: number
  user_id: number
  badge: string
  earned_at: ColumnType<Date, Date | string, never>
}

declare module '#server/core/db/tables.ts' {
  interface Tables {
    learner_badge: LearnerBadgeTable
  }
}
