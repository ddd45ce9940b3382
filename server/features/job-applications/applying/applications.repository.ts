import '../applications.tables.ts'
import { sql } from 'kysely'
import type { ApplicationState, GivenAnswer, Proof } from '#contract/job-applications/applications.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { jobColumns, type JobRow } from '../job-rows.ts'
import type { Person } from '../resumes/resumes.repository.ts'

export interface ApplicationRow {
  id: number
  job_id: number
  user_id: number
  state: ApplicationState
  name: string
  email: string
  phone: string
  resume_url: string
  resume_name: string
  cover_note: string
  answers: GivenAnswer[]
  proofs: Proof[]
  rating: number | null
  applied_at: Date
  changed_at: Date
}

const columns = [
  'id',
  'job_id',
  'user_id',
  'state',
  'name',
  'email',
  'phone',
  'resume_url',
  'resume_name',
  'cover_note',
  'answers',
  'proofs',
  'rating',
  'applied_at',
  'changed_at',
] as const

export const applicationById = async (
  db: TenantDb,
  clientId: number,
  id: number,
  lock = false,
): Promise<ApplicationRow | null> => {
  const query = db
    .selectFrom('job_application')
    .select([...columns])
    .where('client_id', '=', clientId)
    .where('id', '=', id)
  return (await (lock ? query.forUpdate() : query).executeTakeFirst()) ?? null
}

/** The person's application to the job. */
export const applicationTo = async (
  db: TenantDb,
  { clientId, userId }: Person,
  jobId: number,
): Promise<ApplicationRow | null> =>
  (await db
    .selectFrom('job_application')
    .select([...columns])
    .where('client_id', '=', clientId)
    .where('job_id', '=', jobId)
    .where('user_id', '=', userId)
    .executeTakeFirst()) ?? null

export interface OwnRow {
  application: Pick<ApplicationRow, 'id' | 'state' | 'applied_at' | 'changed_at'>
  job: JobRow
}

export const applicationsOf = async (
  db: TenantDb,
  { clientId, userId }: Person,
  { limit, offset, now }: { limit: number; offset: number; now: Date },
): Promise<{ count: number; rows: OwnRow[] }> => {
  const { rows } = await sql<OwnApplicationRow>`
    select ${jobColumns(now)}, a.id as application_id, a.state as application_state, a.applied_at, a.changed_at,
      count(*) over ()::integer as count
    from job_application a
    join job j on j.client_id = a.client_id and j.id = a.job_id
    join client c on c.client_id = a.client_id
    where a.client_id = ${clientId} and a.user_id = ${userId}
    order by a.applied_at desc, a.id desc limit ${limit} offset ${offset}`.execute(db)
  return {
    count: rows[0]?.count ?? 0,
    rows: rows.map((row) => ({
      application: {
        id: row.application_id,
        state: row.application_state,
        applied_at: row.applied_at,
        changed_at: row.changed_at,
      },
      job: row,
    })),
  }
}

type OwnApplicationRow = JobRow & {
  application_id: number
  application_state: ApplicationState
  applied_at: Date
  changed_at: Date
  count: number
}

export type NewApplication = Omit<ApplicationRow, 'id' | 'state' | 'rating' | 'changed_at'>

/** Null if the person has applied to the job already. */
export const insertApplication = async (
  db: TenantDb,
  clientId: number,
  { answers, proofs, ...application }: NewApplication,
): Promise<number | null> => {
  const row = await db
    .insertInto('job_application')
    .values({
      client_id: clientId,
      ...application,
      answers: JSON.stringify(answers),
      proofs: JSON.stringify(proofs),
      changed_at: application.applied_at,
    })
    .onConflict((conflict) => conflict.columns(['client_id', 'job_id', 'user_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

export const setApplicationState = async (
  db: TenantDb,
  clientId: number,
  { id, state, now }: { id: number; state: ApplicationState; now: Date },
): Promise<void> => {
  await db
    .updateTable('job_application')
    .set({ state, changed_at: now })
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .execute()
}

/** Name, address and phone as they are now. */
export const profileOf = async (
  db: TenantDb,
  { clientId, userId }: Person,
): Promise<{ name: string; email: string; phone: string }> => {
  const { rows } = await sql<{ name: string; email: string; phone: string }>`
    select full_name as name, email, coalesce(phone_number, '') as phone from app_user
    where client_id = ${clientId} and id = ${userId}`.execute(db)
  const [profile] = rows
  if (!profile) throw new Error('the signed-in person has no account')
  return profile
}

/** Courses that the job asks for, published and not completed by the learner. */
export const gapCourses = async (
  db: TenantDb,
  { clientId, userId }: Person,
  jobId: number,
): Promise<{ id: number; title: string }[]> => {
  const { rows } = await sql<{ id: number; title: string }>`
    select k.id, k.title
    from job_requirement r
    join course k on k.client_id = r.client_id and k.id = r.course_id and k.status = 'published'
    where r.client_id = ${clientId} and r.job_id = ${jobId} and not exists (
      select from enrolment e where e.client_id = r.client_id and e.user_id = ${userId}
        and e.course_id = r.course_id and e.completed_at is not null)
    group by k.id, k.title order by min(r.position)`.execute(db)
  return rows
}
