/** Rows of the installation, not of a client: what its servers do. */
import { sql } from 'kysely'
import type { FailedWork, JobName, RetryableKind } from '#contract/platform/jobs.ts'
import { WORK_DAYS, WORK_SHOWN } from '#contract/platform/jobs.ts'
import type { HealthReport } from '#contract/platform/health.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { JobState } from '#server/core/jobs/job-state.ts'

interface ServerRow {
  id: string
  name: string
  version: string
  started_at: Date
  seen_at: Date
  jobs: JobState[]
  health: HealthReport[]
}

type OwnReport = Omit<ServerRow, 'seen_at' | 'jobs'> & {
  jobs: readonly Readonly<JobState>[]
  now: Date
}

export const writeReport = async (db: TenantDb, report: OwnReport): Promise<void> => {
  const { id, name, version, started_at: startedAt, now } = report
  await sql`
    insert into server_process (id, name, version, started_at, seen_at, jobs, health)
    values (${id}, ${name}, ${version}, ${startedAt}, ${now}, ${JSON.stringify(report.jobs)}::jsonb,
      ${JSON.stringify(report.health)}::jsonb)
    on conflict (id) do update set seen_at = excluded.seen_at, jobs = excluded.jobs,
      health = excluded.health`.execute(db)
}

export const removeReport = async (db: TenantDb, id: string): Promise<void> => {
  await sql`delete from server_process where id = ${id}`.execute(db)
}

/** Servers that crashed are shown for a while, so that somebody hears of it. */
export const removeOldReports = async (db: TenantDb, before: Date): Promise<void> => {
  await sql`delete from server_process where seen_at < ${before}`.execute(db)
}

export const readReports = async (db: TenantDb): Promise<ServerRow[]> =>
  (await sql<ServerRow>`select * from server_process order by started_at, id`.execute(db)).rows

export const askForRun = async (db: TenantDb, name: JobName, now: Date): Promise<void> => {
  await sql`insert into job_request (name, asked_at) values (${name}, ${now}) on conflict do nothing`.execute(
    db,
  )
}

export const askedRuns = async (db: TenantDb): Promise<string[]> =>
  (await sql<{ name: string }>`select name from job_request`.execute(db)).rows.map(({ name }) => name)

/** Those of the jobs for which somebody asked; nobody else gets them. */
export const takeRuns = async (db: TenantDb, names: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    delete from job_request where name = any(${names as string[]}) returning name`.execute(db)
  return rows.map(({ name }) => name)
}

interface WorkRow {
  kind: FailedWork['kind']
  client_id: number
  client_name: string
  id: string
  at: Date
  tries: number
  message: string | null
}

/** Runs without a tenant: a registry function answers kinds, times and technical messages. */
export const failedWork = async (db: TenantDb, now: Date): Promise<{ count: number; rows: WorkRow[] }> => {
  const since = new Date(now.getTime() - WORK_DAYS * 86_400_000)
  const counted = await sql<{ n: number }>`
    select count(*)::integer as n from platform_failed_work(${since})`.execute(db)
  const { rows } = await sql<WorkRow>`
    select * from platform_failed_work(${since}) order by at desc, id limit ${WORK_SHOWN}`.execute(db)
  return { count: counted.rows[0]?.n ?? 0, rows }
}

const RETRIES: Record<RetryableKind, (ids: string[], now: Date) => ReturnType<typeof sql>> = {
  mail: (ids, now) => retryMessages('email', ids, now),
  sms: (ids, now) => retryMessages('sms', ids, now),
  webhook: (ids, now) => sql`
    update webhook_delivery set state = 'waiting', tries = 0, due_at = ${now}
    where client_id = current_client_id() and id::text = any(${ids}) and state = 'failed' returning id`,
  ownData: (ids, now) => sql`
    update data_export set state = 'waiting', tries = 0, next_try_at = ${now}
    where client_id = current_client_id() and id::text = any(${ids}) and state = 'failed' returning id`,
  certificates: (ids, now) => sql`
    update certificate_download set state = 'waiting', tries = 0, next_try_at = ${now}
    where client_id = current_client_id() and id::text = any(${ids}) and state = 'failed'
      and expires_at > ${now} returning id`,
}

const retryMessages = (channel: 'email' | 'sms', ids: string[], now: Date) => sql`
  update outbox_message set state = 'queued', attempts = 0, next_attempt_at = ${now}, settled_at = null
  where client_id = current_client_id() and id::text = any(${ids}) and channel = ${channel}
    and state = 'failed' returning id`

/** Of the client of the transaction; answers how many begin again. */
export const retryWork = async (
  db: TenantDb,
  kind: RetryableKind,
  ids: string[],
  now: Date,
): Promise<number> => (await RETRIES[kind](ids, now).execute(db)).rows.length
