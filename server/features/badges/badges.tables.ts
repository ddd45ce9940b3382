import type { ColumnType } from 'kysely'
import type { BadgeName } from '#contract/badges/badges.ts'

interface LearnerBadgeTable {
  client_id: number
  user_id: number
  badge: BadgeName
  earned_at: ColumnType<Date, Date | string, never>
  is_announced: boolean
}

declare module '#server/core/db/tables.ts' {
  interface Tables {
    learner_badge: LearnerBadgeTable
  }
}
