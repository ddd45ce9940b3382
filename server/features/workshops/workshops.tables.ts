import type { ColumnType, Generated } from 'kysely'
import type { WorkshopField } from '#contract/workshops/fields.ts'
import type { RegistrationStatus, WorkshopDecision } from '#contract/workshops/shapes.ts'

type Nullable<T> = ColumnType<T | null, T | null | undefined, T | null>

declare module '#server/core/db/tables.ts' {
  interface Tables {
    workshop: {
      client_id: number
      id: Generated<number>
      code: string
      create_key: string
      title: string
      description: string
      cover: Nullable<string>
      course_id: Nullable<number>
      created_by: Nullable<number>
      starts_at: Date
      minutes: number
      time_zone: string
      place: string
      link: string
      capacity: Nullable<number>
      fields: ColumnType<WorkshopField[], string, string>
      double_opt_in: boolean
      state: WorkshopDecision
      sequence: Generated<number>
      version: Generated<number>
      created_at: Date
      updated_at: Date
    }
    workshop_registration: {
      client_id: number
      id: Generated<number>
      workshop_id: number
      key: Generated<string>
      user_id: Nullable<number>
      name: string
      email: string
      email_key: string
      search_text: string
      language: string
      answers: ColumnType<Record<string, string | boolean>, string, string>
      file_name: Nullable<string>
      file_url: Nullable<string>
      status: RegistrationStatus
      until: Nullable<Date>
      queued_at: Date
      enrolled_course_id: Nullable<number>
      mailed_at: Nullable<Date>
      created_at: Date
      updated_at: Date
    }
    workshop_view: {
      client_id: number
      user_id: number
      position: number
      name: string
      query: string
    }
    workshop_mail: {
      client_id: number
      key: string
      sent_by: number
      result: ColumnType<unknown, string, string>
      created_at: Date
    }
  }
}
