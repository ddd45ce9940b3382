/** Jobs as their editors need them. */
import '../applications.tables.ts'
import { sql } from 'kysely'
import type { EditedJob, JobOptions } from '#contract/job-applications/editor.ts'
import type { JobDocument, JobState, RequirementInput } from '#contract/jobs/shapes.ts'
import type { TenantDb } from '#server/core/db/database.ts'

interface JobKey {
  readonly clientId: number
  readonly jobId: number
}

export interface EditedRow extends Omit<JobDocument, 'salary' | 'requirements'> {
  id: number
  state: JobState
  closed: EditedJob['closed']
  opens_at: Date | null
  posted_at: Date | null
  revision: number
  salary: JobDocument['salary']
  requirements: RequirementInput[]
  recruiters: EditedJob['recruiters']
  applications: number
}

export const editedRow = async (
  db: TenantDb,
  { clientId, jobId }: JobKey,
  now: Date,
): Promise<EditedRow | null> => {
  const { rows } = await sql<EditedRow>`
    select j.id, case when j.state = 'scheduled' and j.opens_at <= ${now} then 'open' else j.state end as state,
      case when j.state = 'closed' then 'closed'
        when ${now} >= ((j.deadline + 1)::timestamp at time zone c.time_zone) then 'deadline' end as closed,
      j.opens_at, coalesce(j.posted_at, case when j.state = 'scheduled' and j.opens_at <= ${now} then j.opens_at end)
        as posted_at,
      j.revision, j.language, j.texts, j.company, j.company_url, j.country, j.type, j.level, j.remote, j.featured,
      j.deadline::text as deadline, j.questions,
      case when j.salary_min is null then null else jsonb_build_object('min', j.salary_min, 'max', j.salary_max,
        'currency', j.salary_currency, 'period', j.salary_period) end as salary,
      coalesce((select jsonb_agg(jsonb_build_object('kind', r.kind, 'texts', r.texts, 'course_id', r.course_id,
          'skill', r.skill, 'needed', r.needed, 'assessment_id', r.assessment_id, 'min_percent', r.min_percent)
          order by r.position)
        from job_requirement r where r.client_id = j.client_id and r.job_id = j.id), '[]') as requirements,
      coalesce((select jsonb_agg(jsonb_build_object('id', u.id, 'name', u.full_name) order by u.full_name, u.id)
        from job_recruiter p join app_user u on u.client_id = p.client_id and u.id = p.user_id
        where p.client_id = j.client_id and p.job_id = j.id), '[]') as recruiters,
      (select count(*)::integer from job_application a where a.client_id = j.client_id and a.job_id = j.id)
        as applications
    from job j join client c on c.client_id = j.client_id
    where j.client_id = ${clientId} and j.id = ${jobId}`.execute(db)
  return rows[0] ?? null
}

/** Two editors change a job one after the other. */
export const lockJob = async (db: TenantDb, { clientId, jobId }: JobKey): Promise<void> => {
  await sql`select from job where client_id = ${clientId} and id = ${jobId} for update`.execute(db)
}

/** The job that an earlier call with this key added. */
export const createdJob = async (
  db: TenantDb,
  clientId: number,
  { createdBy, createdKey }: { createdBy: number; createdKey: string },
): Promise<number | null> => {
  // Repeats of one call that run at the same time find each other's job.
  await sql`select pg_advisory_xact_lock(255, ${createdBy})`.execute(db)
  const row = await db
    .selectFrom('job')
    .select('id')
    .where('client_id', '=', clientId)
    .where('created_by', '=', createdBy)
    .where('created_key', '=', createdKey)
    .executeTakeFirst()
  return row?.id ?? null
}

export interface NextState {
  state: JobState
  opensAt: Date | null
  postedAt: Date | null
  closedAt: Date | null
  deadline: string
  revision: number
}

export const writeState = async (
  db: TenantDb,
  { clientId, jobId }: JobKey,
  next: NextState,
  now: Date,
): Promise<void> => {
  await db
    .updateTable('job')
    .set({
      state: next.state,
      opens_at: next.opensAt,
      posted_at: next.postedAt,
      closed_at: next.closedAt,
      deadline: next.deadline,
      revision: next.revision,
      updated_at: now,
    })
    .where('client_id', '=', clientId)
    .where('id', '=', jobId)
    .execute()
}

/** Everything below the job goes with it; its number is never given again. */
export const dropJob = async (db: TenantDb, { clientId, jobId }: JobKey): Promise<void> => {
  await db.deleteFrom('job').where('client_id', '=', clientId).where('id', '=', jobId).execute()
}

export const writeRecruiters = async (
  db: TenantDb,
  { clientId, jobId }: JobKey,
  userIds: readonly number[],
): Promise<void> => {
  await db.deleteFrom('job_recruiter').where('client_id', '=', clientId).where('job_id', '=', jobId).execute()
  if (userIds.length === 0) return
  await db
    .insertInto('job_recruiter')
    .values(userIds.map((userId) => ({ client_id: clientId, job_id: jobId, user_id: userId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Those of the ids that are instructors who can sign in. */
export const instructorsAmong = async (
  db: TenantDb,
  clientId: number,
  userIds: readonly number[],
): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select id from app_user where client_id = ${clientId} and id = any (${[...userIds]}) and role = 'instructor'
      and disabled_at is null`.execute(db)
  return rows.map(({ id }) => id)
}

/** Which of the linked courses and assessments are there. */
export const linkedOf = async (
  db: TenantDb,
  clientId: number,
  { courseIds, assessmentIds }: { courseIds: readonly number[]; assessmentIds: readonly number[] },
): Promise<{ courses: ReadonlySet<number>; assessments: ReadonlySet<number> }> => {
  const { rows } = await sql<{ courses: number[]; assessments: number[] }>`
    select
      array(select id from course where client_id = ${clientId} and id = any (${[...courseIds]})) as courses,
      array(select id from assessment where client_id = ${clientId} and id = any (${[...assessmentIds]}))
        as assessments`.execute(db)
  return { courses: new Set(rows[0]?.courses), assessments: new Set(rows[0]?.assessments) }
}

type Linkable = Omit<JobOptions, 'languages' | 'today'>

export const optionsRow = async (
  db: TenantDb,
  clientId: number,
  { withRecruiters }: { withRecruiters: boolean },
): Promise<Linkable> => {
  const { rows } = await sql<Linkable>`
    select c.currency, c.time_zone,
      coalesce((select jsonb_agg(jsonb_build_object('id', k.id, 'title', k.title) order by k.position, k.id)
        from course k where k.client_id = c.client_id and k.status = 'published'), '[]') as courses,
      coalesce((select jsonb_agg(distinct tag) from course k, unnest(k.tags) tag
        where k.client_id = c.client_id and k.status = 'published'), '[]') as skills,
      coalesce((select jsonb_agg(jsonb_build_object('id', a.id, 'title', a.texts -> a.language ->> 'title')
          order by a.position, a.id)
        from assessment a where a.client_id = c.client_id and a.status = 'active'), '[]') as assessments,
      coalesce((select jsonb_agg(jsonb_build_object('id', u.id, 'name', u.full_name) order by u.full_name, u.id)
        from app_user u where ${withRecruiters}::boolean and u.client_id = c.client_id and u.role = 'instructor'
          and u.disabled_at is null), '[]') as recruiters
    from client c where c.client_id = ${clientId}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('one row of options')
  return row
}
