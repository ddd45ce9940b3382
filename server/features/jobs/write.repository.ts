import { sql } from 'kysely'
import type { JobDocument, JobState, RequirementInput } from '#contract/jobs/shapes.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import './jobs.tables.ts'

/** What a job is besides its document. */
export interface NewJobState {
  readonly state: JobState
  /** Of open and closed jobs: when they opened. */
  readonly postedAt?: Date
  readonly opensAt?: Date
  readonly closedAt?: Date
  readonly createdBy?: number
  readonly createdKey?: string
}

/** The columns of a job's document. */
export const jobColumns = (document: JobDocument) => ({
  language: document.language,
  texts: JSON.stringify(document.texts),
  company: document.company,
  company_url: document.company_url,
  country: document.country,
  type: document.type,
  level: document.level,
  salary_min: document.salary?.min ?? null,
  salary_max: document.salary?.max ?? null,
  salary_currency: document.salary?.currency ?? null,
  salary_period: document.salary?.period ?? ('year' as const),
  remote: document.remote,
  featured: document.featured,
  deadline: document.deadline,
  questions: JSON.stringify(document.questions),
})

/** Adds a job under the client's next number and returns it. */
export const addJob = async (
  db: TenantDb,
  clientId: number,
  document: JobDocument,
  { state, postedAt, opensAt, closedAt, createdBy, createdKey }: NewJobState,
): Promise<number> => {
  const next = await sql<{ id: number }>`select next_job_id(${clientId}) as id`.execute(db)
  const id = next.rows[0]?.id
  if (id === undefined) throw new Error('the counter of jobs answered nothing')
  await db
    .insertInto('job')
    .values({
      client_id: clientId,
      id,
      ...jobColumns(document),
      state,
      posted_at: postedAt ?? null,
      opens_at: opensAt ?? null,
      closed_at: closedAt ?? null,
      created_by: createdBy ?? null,
      created_key: createdKey ?? null,
    })
    .execute()
  await writeRequirements(db, { clientId, jobId: id }, document.requirements)
  return id
}

/** Replaces the requirements of a job. */
export const writeRequirements = async (
  db: TenantDb,
  { clientId, jobId }: { clientId: number; jobId: number },
  requirements: readonly RequirementInput[],
): Promise<void> => {
  await db
    .deleteFrom('job_requirement')
    .where('client_id', '=', clientId)
    .where('job_id', '=', jobId)
    .execute()
  if (requirements.length === 0) return
  await db
    .insertInto('job_requirement')
    .values(
      requirements.map(({ texts, ...requirement }, position) => ({
        client_id: clientId,
        job_id: jobId,
        position,
        texts: JSON.stringify(texts),
        ...requirement,
      })),
    )
    .execute()
}
