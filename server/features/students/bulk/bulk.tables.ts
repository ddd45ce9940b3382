import type { ColumnType } from 'kysely'
import type { BulkAction, BulkState } from '#contract/students/bulk.ts'
import type { StudentRefusal } from '#contract/students/students.ts'

declare module '#server/core/db/tables.ts' {
  interface Tables {
    student_bulk: {
      client_id: number
      id: string
      made_by: number | null
      made_at: Date
      /** Read as a value and written as text. */
      action: ColumnType<BulkAction, string, string>
      state: ColumnType<BulkState, BulkState | undefined, BulkState>
      step_by: number | null
      finished_at: Date | null
      expires_at: Date
    }
    student_bulk_row: {
      client_id: number
      bulk_id: string
      user_id: number
      result: 'done' | 'unchanged' | 'refused' | null
      reason: StudentRefusal | null
      former: string | null
      undo: 'restored' | 'kept' | null
    }
  }
}
