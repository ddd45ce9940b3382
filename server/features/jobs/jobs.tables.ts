import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Language } from '#contract/languages.ts'
import type { reportReasons } from '#contract/jobs/jobs.ts'
import type {
  JobLevel,
  JobQuestion,
  JobState,
  JobTextsByLanguage,
  JobType,
  RequirementKind,
  SalaryPeriod,
  TextByLanguage,
} from '#contract/jobs/shapes.ts'

/** JSON text on the way in, the value on the way out. */
type Json<T> = ColumnType<T, string, string>

interface JobTable {
  client_id: number
  /** From `next_job_id`. */
  id: number
  state: Generated<JobState>
  language: Generated<Language>
  texts: Json<JobTextsByLanguage>
  company: string
  company_url: string | null
  country: string | null
  type: JobType
  level: JobLevel
  salary_min: number | null
  salary_max: number | null
  salary_currency: string | null
  salary_period: Generated<SalaryPeriod>
  yearly_min: GeneratedAlways<number | null>
  yearly_max: GeneratedAlways<number | null>
  remote: Generated<boolean>
  featured: Generated<boolean>
  /** YYYY-MM-DD. */
  deadline: string
  opens_at: Date | null
  posted_at: Date | null
  closed_at: Date | null
  questions: ColumnType<JobQuestion[], string | undefined, string>
  revision: Generated<number>
  created_by: number | null
  created_key: string | null
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

interface JobRequirementTable {
  client_id: number
  job_id: number
  position: number
  kind: RequirementKind
  texts: Json<TextByLanguage>
  course_id: number | null
  skill: string | null
  needed: Generated<number>
  assessment_id: number | null
  min_percent: number | null
}

declare module '#server/core/db/tables.ts' {
  interface Tables {
    job_counter: { client_id: number; last_id: number }
    job: JobTable
    job_requirement: JobRequirementTable
    job_word: { client_id: number; word: string; is_place: boolean; job_id: number }
    saved_job: { client_id: number; user_id: number; job_id: number; saved_at: Date }
    saved_search: {
      client_id: number
      user_id: number
      id: string
      filters: Json<Record<string, unknown>>
      has_alerts: Generated<boolean>
      seen_until: Date
      told_until: Date
      alerted_at: Date | null
      created_at: Date
    }
    job_report: {
      client_id: number
      job_id: number
      user_id: number
      reason: (typeof reportReasons)[number]
      text: Generated<string>
      created_at: Date
      settled_at: Date | null
      settled_by: number | null
    }
  }
}
