import type { ColumnType } from 'kysely'
import type { Purpose } from '#contract/learner-plan/learner-plan.ts'

interface LearnerPlanTable {
  client_id: number
  user_id: number
  purpose: Purpose | null
  interests: string[]
  saved_at: ColumnType<Date, Date, Date>
}

declare module '#server/core/db/tables.ts' {
  interface Tables {
    learner_plan: LearnerPlanTable
  }
}
