/** Who handles the applications of a job: admins all, instructors those that an admin gave them. */
import { sql, type RawBuilder } from 'kysely'
import type { TenantDb } from '#server/core/db/database.ts'
import { notFound } from '#server/core/http/errors.ts'
import type { StaffScope } from '#server/core/http/scope.ts'
import { jobById, type JobRow } from '../job-rows.ts'

type Handler = Pick<StaffScope['actor'], 'userId' | 'role'>

/** True for the rows of `job j` that the caller handles. */
export const handledBy = ({ actor }: { actor: Handler }): RawBuilder<boolean> =>
  actor.role === 'instructor'
    ? sql<boolean>`exists (select from job_recruiter r where r.client_id = j.client_id and r.job_id = j.id
        and r.user_id = ${actor.userId})`
    : sql<boolean>`true`

/** Whether the job is there for this person. */
export const isHandled = async (
  db: TenantDb,
  { clientId, actor }: { clientId: number; actor: Handler },
  jobId: number,
): Promise<boolean> => {
  const { rows } = await sql`
    select from job j where j.client_id = ${clientId} and j.id = ${jobId} and ${handledBy({ actor })}`.execute(
    db,
  )
  return rows.length > 0
}

/** For everybody else the job does not exist here. */
export const requireHandledJob = async (db: TenantDb, scope: StaffScope, jobId: number): Promise<JobRow> => {
  const { clientId } = scope.tenant
  const isThere = await isHandled(db, { clientId, actor: scope.actor }, jobId)
  const job = isThere ? await jobById(db, clientId, jobId, scope.clock.now()) : null
  if (!job) throw notFound()
  return job
}
