/** What people keep of the job board: saved jobs, saved searches, reports. */
import type { SavedFilters, reportReasons } from '#contract/jobs/jobs.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import './jobs.tables.ts'

export interface PersonKey {
  readonly clientId: number
  readonly userId: number
}
interface JobKey extends PersonKey {
  readonly jobId: number
}

export const writeSaved = async (db: TenantDb, key: JobKey, now: Date): Promise<void> => {
  await db
    .insertInto('saved_job')
    .values({ client_id: key.clientId, user_id: key.userId, job_id: key.jobId, saved_at: now })
    .onConflict((conflict) => conflict.columns(['client_id', 'user_id', 'job_id']).doNothing())
    .execute()
}

export const removeSaved = async (db: TenantDb, key: JobKey): Promise<void> => {
  await db
    .deleteFrom('saved_job')
    .where('client_id', '=', key.clientId)
    .where('user_id', '=', key.userId)
    .where('job_id', '=', key.jobId)
    .execute()
}

export const writeReport = async (
  db: TenantDb,
  key: JobKey,
  { reason, text, now }: { reason: (typeof reportReasons)[number]; text: string; now: Date },
): Promise<void> => {
  const values = { reason, text, created_at: now, settled_at: null, settled_by: null }
  await db
    .insertInto('job_report')
    .values({ client_id: key.clientId, user_id: key.userId, job_id: key.jobId, ...values })
    .onConflict((conflict) => conflict.columns(['client_id', 'job_id', 'user_id']).doUpdateSet(values))
    .execute()
}

export interface SearchRow {
  id: string
  filters: SavedFilters
  has_alerts: boolean
  seen_until: Date
  created_at: Date
}

/** Newest first. */
export const searchesOf = (db: TenantDb, { clientId, userId }: PersonKey): Promise<SearchRow[]> =>
  db
    .selectFrom('saved_search')
    .select(['id', 'filters', 'has_alerts', 'seen_until', 'created_at'])
    .where('client_id', '=', clientId)
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()

/** Adds the search or changes it; either way the person has just seen what it finds. */
export const writeSearch = async (
  db: TenantDb,
  key: PersonKey & { id: string },
  search: { filters: SavedFilters; hasAlerts: boolean; now: Date },
): Promise<void> => {
  const values = {
    filters: JSON.stringify(search.filters),
    has_alerts: search.hasAlerts,
    seen_until: search.now,
    told_until: search.now,
  }
  await db
    .insertInto('saved_search')
    .values({
      client_id: key.clientId,
      user_id: key.userId,
      id: key.id,
      ...values,
      alerted_at: null,
      created_at: search.now,
    })
    .onConflict((conflict) => conflict.columns(['client_id', 'user_id', 'id']).doUpdateSet(values))
    .execute()
}

export const removeSearch = async (db: TenantDb, key: PersonKey & { id: string }): Promise<void> => {
  await db
    .deleteFrom('saved_search')
    .where('client_id', '=', key.clientId)
    .where('user_id', '=', key.userId)
    .where('id', '=', key.id)
    .execute()
}
