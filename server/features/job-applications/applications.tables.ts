import type { ColumnType, Generated } from 'kysely'
import type {
  ApplicationState,
  GivenAnswer,
  Proof,
  RejectionReason,
} from '#contract/job-applications/applications.ts'

/** JSON text on the way in, the value on the way out. */
type Json<T> = ColumnType<T, string, string>

interface ApplicationTable {
  client_id: number
  id: Generated<number>
  job_id: number
  user_id: number
  state: Generated<ApplicationState>
  name: string
  email: string
  phone: string
  resume_url: string
  resume_name: string
  cover_note: string
  answers: Json<GivenAnswer[]>
  proofs: Json<Proof[]>
  rating: number | null
  applied_at: Date
  changed_at: Date
}

interface EventTable {
  client_id: number
  id: Generated<number>
  application_id: number
  kind: 'state' | 'message' | 'note'
  from_state: ApplicationState | null
  to_state: ApplicationState | null
  reason: RejectionReason | null
  text: Generated<string>
  actor_id: number | null
  created_key: string | null
  at: Date
  undone_at: Date | null
}

declare module '#server/core/db/tables.ts' {
  interface Tables {
    job_resume: {
      client_id: number
      user_id: number
      url: string
      name: string
      size: number
      uploaded_at: Date
    }
    job_application: ApplicationTable
    job_application_event: EventTable
    job_partner_link: {
      client_id: number
      id: Generated<number>
      job_id: number
      name: string
      nonce: string
      expires_at: Date
      revoked_at: Date | null
      views: Generated<number>
      viewed_at: Date | null
      created_by: number | null
      created_key: string
      created_at: Date
    }
    job_recruiter: { client_id: number; job_id: number; user_id: number }
  }
}
