/** Alerts of saved searches: once a day at most, and once for each new job and person. */
import { sql } from 'kysely'
import type { Language } from '#contract/languages.ts'
import type { SavedFilters } from '#contract/jobs/jobs.ts'
import type { Core } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { Tenant } from '#server/core/http/scope.ts'
import { createRepeatingJob } from '#server/core/jobs/repeating.ts'
import type { Notifier } from '#server/core/notifier.ts'
import { createBoardCache, type BoardCache } from './board.cache.ts'
import { searchBoard } from './board-search.ts'
import './jobs.tables.ts'
import { toCard } from './jobs.mapper.ts'
import { cardsQuery, type CardRow } from './read.repository.ts'

const MINUTE_MS = 60_000
const FIRST_MS = 3 * MINUTE_MS
const EVERY_MS = 15 * MINUTE_MS
/** A little less than a day, so that the alert does not move on by one run each day. */
const QUIET_MS = 23.5 * 60 * MINUTE_MS
/** Searches of one transaction. */
const BATCH = 50
/** A broad search must not flood the bell; the others are marked as new in the list of jobs. */
const JOBS_PER_ALERT = 5

interface DueSearch {
  id: string
  user_id: number
  filters: SavedFilters
  told_until: Date
  language: Language
}

/** The longest untold first. Locked, so that two servers never tell the same search. */
const dueSearches = async (db: TenantDb, clientId: number, now: Date): Promise<DueSearch[]> => {
  const { rows } = await sql<DueSearch>`
    select s.id, s.user_id, s.filters, s.told_until, u.language
    from saved_search s join app_user u on u.client_id = s.client_id and u.id = s.user_id
    where s.client_id = ${clientId} and s.has_alerts and u.disabled_at is null
      and (s.alerted_at is null or s.alerted_at <= ${new Date(now.getTime() - QUIET_MS)})
      and exists (select 1 from job j where j.client_id = s.client_id and j.state <> 'draft'
        and coalesce(j.posted_at, j.opens_at) > s.told_until and coalesce(j.posted_at, j.opens_at) <= ${now})
    order by s.told_until, s.user_id, s.id limit ${BATCH} for update of s skip locked`.execute(db)
  return rows
}

const markTold = (
  db: TenantDb,
  clientId: number,
  search: DueSearch,
  told: { until: Date; isAlerted: boolean },
) =>
  db
    .updateTable('saved_search')
    .set({ told_until: told.until, ...(told.isAlerted && { alerted_at: told.until }) })
    .where('client_id', '=', clientId)
    .where('user_id', '=', search.user_id)
    .where('id', '=', search.id)
    .execute()

/** Open jobs that the search finds and that were posted after the last alert, newest first. */
const freshJobs = async (
  { core, cache, tenant }: Alerting,
  { filters, told_until: toldUntil }: DueSearch,
  now: Date,
): Promise<number[]> => {
  const scope = {
    tenant,
    tx: <T>(work: (db: TenantDb) => Promise<T>) => core.db.withTenant(tenant.clientId, work),
    read: (...queries: Parameters<typeof core.db.read>[1]) => core.db.read(tenant.clientId, queries),
  }
  const board = await cache.board(scope)
  const found = await cache.idsOf(scope, filters)
  const searcher = { now: now.getTime(), saved: new Set<number>(), verdicts: [], found }
  return searchBoard(board, filters, searcher, 'newest')
    .filter(({ openFrom }) => openFrom > toldUntil.getTime())
    .map(({ id }) => id)
}

interface Alerting {
  readonly core: Core
  readonly cache: BoardCache
  readonly notifier: Pick<Notifier, 'notify'>
  readonly tenant: Tenant
}

const tell = async (alerting: Alerting, db: TenantDb, search: DueSearch, now: Date): Promise<number> => {
  const { core, notifier, tenant } = alerting
  const { clientId } = tenant
  const ids = (await freshJobs(alerting, search, now)).slice(0, JOBS_PER_ALERT)
  if (ids.length > 0) {
    const [rows] = (await core.db.read(clientId, [cardsQuery(clientId, ids, search.language)])) as [CardRow[]]
    for (const row of rows) {
      const { title, company } = toCard(row, search.language, null)
      await notifier.notify(db, clientId, {
        kind: 'job_alert',
        userIds: [search.user_id],
        params: { title, company },
        link: `/jobs/${row.id}`,
        // Several searches of one person may find the same job.
        dedupeKey: `job-alert:${row.id}`,
      })
    }
  }
  await markTold(db, clientId, search, { until: now, isAlerted: ids.length > 0 })
  return ids.length
}

export const createJobAlertsJob = (
  core: Core,
  dependencies: {
    notifier: Pick<Notifier, 'notify'>
    findTenant: (clientId: number) => Promise<Tenant | null>
  },
) => {
  const cache = createBoardCache(core.changes)
  const notifyBatch = (tenant: Tenant, now: Date): Promise<{ seen: number; told: number }> =>
    core.db.withTenant(tenant.clientId, async (db) => {
      const searches = await dueSearches(db, tenant.clientId, now)
      let told = 0
      for (const search of searches)
        told += await tell({ core, cache, notifier: dependencies.notifier, tenant }, db, search, now)
      return { seen: searches.length, told }
    })
  return createRepeatingJob(core, {
    name: 'alerts',
    firstMs: FIRST_MS,
    everyMs: EVERY_MS,
    failure: 'the alerts of saved searches failed',
    look: async (tenants) => {
      let told = 0
      for await (const clientId of tenants()) {
        const tenant = await dependencies.findTenant(clientId)
        if (!tenant?.isActive || !tenant.features.has('job_portal')) continue
        const now = core.clock.now()
        for (let seen = BATCH; seen === BATCH;) {
          const batch = await notifyBatch(tenant, now)
          seen = batch.seen
          told += batch.told
        }
      }
      return told
    },
  })
}
