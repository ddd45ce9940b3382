import './attendance.tables.ts'
import { sql } from 'kysely'
import type { AttendanceStatus } from '#contract/attendance/rules.ts'
import { likePattern } from '#server/core/db/like-pattern.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { maySeeSessionSql, type Teacher } from './attendance.policy.ts'
import { lengthSql } from './attendance.sql.ts'

export interface DisputeRow {
  id: number
  session_id: number
  user_id: number
  text: string
  created_at: Date
  answered_at: Date | null
  answer: string | null
  new_status: AttendanceStatus | null
}

const columns = sql`
  d.id, d.session_id, d.user_id, d.text, d.created_at, d.answered_at, d.answer, d.new_status`

export const openDispute = async (
  db: TenantDb,
  sessionId: number,
  userId: number,
): Promise<DisputeRow | undefined> => {
  const { rows } = await sql<DisputeRow>`
    select ${columns} from attendance_dispute d
    where d.client_id = current_client_id() and d.session_id = ${sessionId} and d.user_id = ${userId}
      and d.answered_at is null`.execute(db)
  return rows[0]
}

/** Undefined if another dispute of the mark is open. */
export const addDispute = async (
  db: TenantDb,
  clientId: number,
  { sessionId, userId, text, now }: { sessionId: number; userId: number; text: string; now: Date },
): Promise<DisputeRow | undefined> => {
  const { rows } = await sql<DisputeRow>`
    insert into attendance_dispute as d (client_id, session_id, user_id, text, created_at)
    values (${clientId}, ${sessionId}, ${userId}, ${text}, ${now})
    on conflict (client_id, session_id, user_id) where answered_at is null do nothing
    returning ${columns}`.execute(db)
  return rows[0]
}

export interface StaffDisputeRow extends DisputeRow {
  learner: string
  session_title: string
  starts_at: Date
  length: number
  course_id: number | null
  course_title: string | null
  status: AttendanceStatus | null
  minutes: number | null
}

const staffColumns = sql`
  ${columns}, u.full_name as learner, s.title as session_title, s.starts_at, ${lengthSql} as length, s.course_id,
  (select c.title from course c where c.client_id = s.client_id and c.id = s.course_id) as course_title,
  m.status, m.minutes`
const staffSource = sql`
  attendance_dispute d
  join live_session s on s.client_id = d.client_id and s.id = d.session_id
  join app_user u on u.client_id = d.client_id and u.id = d.user_id
  join attendance_mark m on m.client_id = d.client_id and m.session_id = d.session_id and m.user_id = d.user_id`

interface DisputeFilter {
  readonly state: 'open' | 'answered'
  readonly search: string
}

const matching = (teacher: Teacher, { state, search }: DisputeFilter) => sql`
  d.client_id = current_client_id() and ${maySeeSessionSql(teacher)}
  and (d.answered_at is null) = ${state === 'open'}
  and (${search.trim() === ''}::boolean or u.full_name ilike ${likePattern(search)}
    or s.title ilike ${likePattern(search)} or d.text ilike ${likePattern(search)})`

export const countDisputes = async (
  db: TenantDb,
  teacher: Teacher,
  filter: DisputeFilter,
): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${staffSource} where ${matching(teacher, filter)}`.execute(db)
  return rows[0]?.n ?? 0
}

export const disputePage = async (
  db: TenantDb,
  teacher: Teacher,
  filter: DisputeFilter,
  page: { limit: number; offset: number },
): Promise<StaffDisputeRow[]> => {
  const { rows } = await sql<StaffDisputeRow>`
    select ${staffColumns} from ${staffSource} where ${matching(teacher, filter)}
    order by case when ${filter.state === 'open'}::boolean then d.created_at end, d.answered_at desc, d.id
    limit ${page.limit} offset ${page.offset}`.execute(db)
  return rows
}

/** A dispute that this teacher may answer, locked until the transaction ends. */
export const lockDispute = async (
  db: TenantDb,
  teacher: Teacher,
  disputeId: number,
): Promise<StaffDisputeRow | undefined> => {
  const { rows } = await sql<StaffDisputeRow>`
    select ${staffColumns} from ${staffSource}
    where d.client_id = current_client_id() and d.id = ${disputeId} and ${maySeeSessionSql(teacher)}
    for update of d`.execute(db)
  return rows[0]
}

export const putAnswer = async (
  db: TenantDb,
  clientId: number,
  answer: { disputeId: number; text: string; status: AttendanceStatus | null; by: number; now: Date },
): Promise<void> => {
  await sql`
    update attendance_dispute set answered_at = ${answer.now}, answered_by = ${answer.by}, answer = ${answer.text},
      new_status = ${answer.status}
    where client_id = ${clientId} and id = ${answer.disputeId}`.execute(db)
}

export const disputesOfMark = async (
  db: TenantDb,
  sessionId: number,
  userId: number,
): Promise<DisputeRow[]> => {
  const { rows } = await sql<DisputeRow>`
    select ${columns} from attendance_dispute d
    where d.client_id = current_client_id() and d.session_id = ${sessionId} and d.user_id = ${userId}
    order by d.id desc`.execute(db)
  return rows
}
