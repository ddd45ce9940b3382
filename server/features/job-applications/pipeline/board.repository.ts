import '../applications.tables.ts'
import { sql } from 'kysely'
import { BOARD_MAX_ROWS, type PipelineState, type StateCounts } from '#contract/job-applications/pipeline.ts'
import { applicationStates, type ApplicationState } from '#contract/job-applications/applications.ts'
import type { JobState } from '#contract/jobs/shapes.ts'
import { likePattern } from '#server/core/db/like-pattern.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { StaffScope } from '#server/core/http/scope.ts'
import { jobColumns, stateAt, type JobRow } from '../job-rows.ts'
import { handledBy } from './recruiter.policy.ts'

export const countsByJob = async (
  db: TenantDb,
  clientId: number,
  jobIds: readonly number[],
): Promise<Map<number, StateCounts>> => {
  const { rows } = await sql<{ job_id: number; state: ApplicationState; count: number }>`
    select job_id, state, count(*)::integer as count from job_application
    where client_id = ${clientId} and job_id = any (${[...jobIds]}) group by job_id, state`.execute(db)
  const none = () => Object.fromEntries(applicationStates.map((state) => [state, 0])) as StateCounts
  const counts = new Map(jobIds.map((id) => [id, none()]))
  for (const { job_id: jobId, state, count } of rows) {
    const ofJob = counts.get(jobId)
    if (ofJob) ofJob[state] = count
  }
  return counts
}

interface JobFilter {
  search: string
  state: JobState | null
  limit: number
  offset: number
}

/** Open jobs first, then what is prepared, then closed ones; the newest first. */
export const handledJobs = async (
  db: TenantDb,
  scope: StaffScope,
  { search, state, limit, offset }: JobFilter,
): Promise<{ count: number; rows: JobRow[] }> => {
  const { clientId } = scope.tenant
  const now = scope.clock.now()
  // Texts and questions are read for the page alone: with them, sorting every job takes most of the time.
  const { rows } = await sql<JobRow & { count: number }>`
    with found as (
      select j.id, array_position(array['open', 'scheduled', 'draft', 'closed'], ${stateAt(now)}) as place,
        j.state = 'closed' or j.deadline < (select (${now}::timestamptz at time zone c.time_zone)::date from client c
          where c.client_id = ${clientId}) as is_over,
        count(*) over ()::integer as count
      from job j
      where j.client_id = ${clientId} and ${handledBy(scope)}
        and (${state}::text is null or ${state} = ${stateAt(now)})
        and (${search} = '' or j.company ilike ${likePattern(search)} or exists (
          select from jsonb_each(j.texts) t where t.value ->> 'title' ilike ${likePattern(search)}))
      order by place, is_over, j.id desc limit ${limit} offset ${offset}
    )
    select ${jobColumns(now)}, found.count
    from found join job j on j.client_id = ${clientId} and j.id = found.id
      join client c on c.client_id = j.client_id
    order by found.place, found.is_over, j.id desc`.execute(db)
  return { count: rows[0]?.count ?? 0, rows }
}

export interface CardRow {
  id: number
  name: string
  state: ApplicationState
  applied_at: Date
  changed_at: Date
  rating: number | null
  proofs: number
  notes: number
}

export const cardsOf = async (db: TenantDb, clientId: number, jobId: number): Promise<CardRow[]> => {
  const { rows } = await sql<CardRow>`
    select a.id, a.name, a.state, a.applied_at, a.changed_at, a.rating, jsonb_array_length(a.proofs) as proofs,
      (select count(*)::integer from job_application_event e
        where e.client_id = a.client_id and e.application_id = a.id and e.kind = 'note') as notes
    from job_application a
    where a.client_id = ${clientId} and a.job_id = ${jobId}
    order by a.applied_at desc, a.id desc limit ${BOARD_MAX_ROWS}`.execute(db)
  return rows
}

/** How many applications ever reached each state. */
export const reachedStates = async (
  db: TenantDb,
  clientId: number,
  jobId: number,
): Promise<Map<PipelineState, number>> => {
  const { rows } = await sql<{ state: PipelineState; count: number }>`
    select e.to_state as state, count(distinct e.application_id)::integer as count
    from job_application_event e
    join job_application a on a.client_id = e.client_id and a.id = e.application_id
    where e.client_id = ${clientId} and a.job_id = ${jobId} and e.kind = 'state' and e.undone_at is null
      and e.to_state <> 'withdrawn'
    group by e.to_state`.execute(db)
  return new Map(rows.map(({ state, count }) => [state, count]))
}
