import './live.tables.ts'
import { sql } from 'kysely'
import type { ConsentRule, LiveKind, LiveProvider, RecordingState } from '#contract/live/shapes.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { learnersSql } from './audience.ts'
import { consentRuleSql } from './consent.ts'

export interface SessionRow {
  id: number
  kind: LiveKind
  title: string
  description: string
  course_id: number | null
  course_title: string | null
  section_id: number | null
  starts_at: Date
  ends_at: Date
  ended_at: Date | null
  cancelled_at: Date | null
  time_zone: string
  provider: LiveProvider
  consent_rule: ConsentRule
  uid: string
  sequence: number
  updated_at: Date
  hosts: { id: number; name: string; profile_picture: string | null }[]
  recording_state: RecordingState
  recording_expected_at: Date | null
  recording_ready_at: Date | null
  recording_seconds: number | null
}

/** The columns of {@link SessionRow}; use it with `from live_session s`. Never with the meeting link. */
export const sessionColumns = sql`
  s.id, s.kind, s.title, s.description, s.course_id, s.section_id, s.starts_at, s.ends_at, s.ended_at, s.cancelled_at,
  s.time_zone, s.provider, ${consentRuleSql} as consent_rule, s.uid, s.sequence, s.updated_at,
  (select c.title from course c where c.client_id = s.client_id and c.id = s.course_id) as course_title,
  coalesce((select jsonb_agg(jsonb_build_object('id', u.id, 'name', u.full_name, 'profile_picture', u.profile_picture)
      order by h.position, u.id)
    from live_session_host h join app_user u on u.client_id = h.client_id and u.id = h.user_id
    where h.client_id = s.client_id and h.session_id = s.id), '[]') as hosts,
  coalesce(r.state, 'none') as recording_state, r.expected_at as recording_expected_at,
  r.ready_at as recording_ready_at, r.duration_seconds as recording_seconds`
export const recordingJoin = sql`
  left join live_recording r on r.client_id = s.client_id and r.session_id = s.id`

/** The learners invited to a session, by id: who gets reminders, notices and marks. */
export const learnersOf = async (db: TenantDb, sessionId: number): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select learner.id from live_session s cross join lateral (${learnersSql}) learner
    where s.client_id = current_client_id() and s.id = ${sessionId} order by learner.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** The hosts of a session, by id. */
export const hostsOf = async (db: TenantDb, sessionId: number): Promise<number[]> => {
  const { rows } = await sql<{ user_id: number }>`
    select user_id from live_session_host where client_id = current_client_id() and session_id = ${sessionId}
    order by position, user_id`.execute(db)
  return rows.map(({ user_id }) => user_id)
}
