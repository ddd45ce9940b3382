import type { ColumnType, Generated } from 'kysely'
import type { ViewSettings } from '#contract/students/views.ts'

declare module '#server/core/db/tables.ts' {
  interface Tables {
    student_view: {
      client_id: number
      id: Generated<number>
      owner_id: number
      name: string
      name_key: string
      is_shared: boolean
      settings: ColumnType<ViewSettings, string, string>
      created_at: Date
    }
  }
}
