import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { ScormContent } from '#contract/course-builder/draft.ts'
import type { ScormAttempt, ScormState } from '#contract/scorm/scorm.ts'
import type { TenantDb } from '#server/core/db/database.ts'

export interface AttemptKey {
  clientId: number
  userId: number
  itemId: number
}
export interface AttemptRow {
  number: number
  session: string
  begun_by: string
  sequence: number
  state: ScormState
  /** Study time of earlier sessions, and of this one so far. */
  seconds_before: number
  seconds: number
  status: ScormAttempt['status']
  percent: number | null
  started_at: Date
  saved_at: Date
}

export const contentOf = async (
  db: TenantDb,
  clientId: number,
  itemId: number,
): Promise<ScormContent | null> => {
  const result = await sql<{ content: ScormContent }>`
    select content from item_scorm where client_id = ${clientId} and item_id = ${itemId}`.execute(db)
  return result.rows[0]?.content ?? null
}

/** Newest first. */
export const attemptsOf = async (db: TenantDb, key: AttemptKey): Promise<AttemptRow[]> => {
  const result = await sql<AttemptRow>`
    select number, session, begun_by, sequence, state, seconds_before, seconds, status, percent, started_at, saved_at
    from scorm_attempt
    where client_id = ${key.clientId} and user_id = ${key.userId} and item_id = ${key.itemId}
    order by number desc`.execute(db)
  return result.rows
}

export const addAttempt = async (
  db: TenantDb,
  key: AttemptKey & { courseId: number },
  attempt: { number: number; session: string; status: ScormAttempt['status']; now: Date },
): Promise<AttemptRow> => {
  const result = await sql<AttemptRow>`
    insert into scorm_attempt
      (client_id, user_id, item_id, course_id, number, session, begun_by, status, started_at, saved_at)
    values (${key.clientId}, ${key.userId}, ${key.itemId}, ${key.courseId}, ${attempt.number}, ${attempt.session},
      ${attempt.session}, ${attempt.status}, ${attempt.now}, ${attempt.now})
    returning number, session, begun_by, sequence, state, seconds_before, seconds, status, percent, started_at,
      saved_at`.execute(db)
  return result.rows[0] as AttemptRow
}

interface PastAttempt
  extends Omit<AttemptKey, 'clientId'>, Pick<AttemptRow, 'status' | 'percent' | 'seconds'> {
  courseId: number
  at: Date
}

/** Adds a past attempt as demo data. */
export const addPastAttempt = async (
  db: TenantDb,
  clientId: number,
  { userId, itemId, courseId, at, ...attempt }: PastAttempt,
): Promise<void> => {
  const session = randomUUID()
  await addAttempt(
    db,
    { clientId, userId, itemId, courseId },
    { number: 1, session, status: attempt.status, now: at },
  )
  await saveAttempt(db, { clientId, userId, itemId }, 1, { ...attempt, sequence: 1, state: {}, now: at })
}

/** Moves an attempt to a newly opened player; saves of the earlier session count as old from now on. */
export const moveToSession = (db: TenantDb, key: AttemptKey, number: number, session: string) =>
  sql`update scorm_attempt set session = ${session}, sequence = 0, seconds_before = seconds_before + seconds, seconds = 0
    where client_id = ${key.clientId} and user_id = ${key.userId} and item_id = ${key.itemId}
      and number = ${number}`.execute(db)

export const saveAttempt = (
  db: TenantDb,
  key: AttemptKey,
  number: number,
  changes: Pick<AttemptRow, 'sequence' | 'state' | 'seconds' | 'status' | 'percent'> & { now: Date },
) =>
  sql`update scorm_attempt set sequence = ${changes.sequence}, state = ${JSON.stringify(changes.state)}::jsonb,
      seconds = ${changes.seconds}, status = ${changes.status}, percent = ${changes.percent}, saved_at = ${changes.now}
    where client_id = ${key.clientId} and user_id = ${key.userId} and item_id = ${key.itemId}
      and number = ${number}`.execute(db)

export const learnerName = async (
  db: TenantDb,
  { clientId, userId }: Pick<AttemptKey, 'clientId' | 'userId'>,
): Promise<string> => {
  const result = await sql<{ full_name: string }>`
    select full_name from app_user where client_id = ${clientId} and id = ${userId}`.execute(db)
  return result.rows[0]?.full_name ?? ''
}

/**
 * Whether this person may load files of an item's package now: enrolled learners, anybody in a free preview, and
 * staff. Someone who was disabled or left the course may not, whatever address they saved.
 */
export const mayLoadFiles = async (
  db: TenantDb,
  { clientId, userId, itemId }: AttemptKey,
): Promise<boolean> => {
  const result = await sql<{ may: boolean }>`
    select exists (
      select from app_user u where u.client_id = ${clientId} and u.id = ${userId} and u.disabled_at is null
        and (u.role <> 'student' or exists (
          select from course_item i
          join course c on c.client_id = i.client_id and c.id = i.course_id and c.status = 'published'
          join course_topic t on t.client_id = i.client_id and t.id = i.topic_id
          where i.client_id = u.client_id and i.id = ${itemId} and (t.free_preview or exists (
            select from enrolment e where e.client_id = i.client_id and e.course_id = i.course_id
              and e.user_id = u.id and e.left_at is null))))) as may`.execute(db)
  return result.rows[0]?.may ?? false
}
