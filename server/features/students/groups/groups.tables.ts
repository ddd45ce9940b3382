import type { Generated } from 'kysely'

declare module '#server/core/db/tables.ts' {
  interface Tables {
    student_group: {
      client_id: number
      id: Generated<number>
      name: string
      name_key: string
      archived_at: Date | null
      created_by: number | null
      created_at: Date
    }
    student_group_member: {
      client_id: number
      group_id: number
      user_id: number
      added_at: Date
    }
  }
}
