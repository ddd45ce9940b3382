/**
 * Keeps the numbers of the dashboard. Usually only what changed since the last count is counted; once a day, and when a
 * viewer has other learners, everything is.
 */
import '../dashboard.tables.ts'
import { sql } from 'kysely'
import type { TenantDb } from '#server/core/db/database.ts'
import { EVERYBODY } from '../viewers.sql.ts'
import { changedDays, countActivity, saveViewers, viewerStates, type ViewerState } from './activity-count.ts'
import { countDays, countMoney } from './day-count.ts'
import { countArrivals, countLessonDays, countLessons } from './lesson-count.ts'
import { countCourses, countProgress } from './progress-count.ts'
import { countRisks } from './risk-count.ts'

/** First key of the advisory lock that lets only one process at a time count a client. */
const LOCK_KEY = 4206
const INTERVAL_MS = 60_000
/** A count takes at most this share of the time, so that a very large client does not keep the database busy. */
const PAUSE_PER_WORK = 20
/** When more days than this have changed, counting all of them is quicker. */
const DAYS_MAX = 60
const WHOLE_AFTER_MS = 24 * 3_600_000
/** Rows get their time before their transaction commits: the overlap includes what was uncommitted at the last count. */
const OVERLAP_MS = 5 * 60_000

interface CountState {
  counted_at: Date
  recounted_at: Date
  took_ms: number
}

const rest = (tookMs: number) => PAUSE_PER_WORK * tookMs

/** Whether enough time has passed since the last count. */
const isCountDue = (state: CountState | undefined, now: Date): boolean =>
  state === undefined ||
  now.getTime() - state.counted_at.getTime() >= Math.max(INTERVAL_MS, rest(state.took_ms))

const countState = (db: TenantDb, clientId: number): Promise<CountState | undefined> =>
  db
    .selectFrom('dashboard_count')
    .select(['counted_at', 'recounted_at', 'took_ms'])
    .where('client_id', '=', clientId)
    .executeTakeFirst()

const tryLock = async (db: TenantDb): Promise<boolean> => {
  const { rows } = await sql<{ is_locked: boolean }>`
    select pg_try_advisory_xact_lock(${LOCK_KEY}, current_client_id()) as is_locked`.execute(db)
  return rows[0]?.is_locked ?? false
}

/** Counts all days of a viewer whose learners are others now, as soon as its last recount was long enough ago. */
const viewerPlan = ({ stored, people }: ViewerState, isWhole: boolean, now: Date) => {
  if (isWhole || stored === null) return 'whole'
  if (stored.people === people) return 'recent'
  return now.getTime() - stored.recounted_at.getTime() >= rest(stored.took_ms) ? 'whole' : 'stale'
}

const countViewers = async (
  db: TenantDb,
  { clientId, now, since }: { clientId: number; now: Date; since: Date | null },
): Promise<number> => {
  const states = await viewerStates(db)
  const days = since ? await changedDays(db, since) : []
  const isWhole = since === null || days.length > DAYS_MAX
  const plans = states.map((state) => ({ state, plan: viewerPlan(state, isWhole, now) }))
  const partly = plans.filter(({ plan }) => plan !== 'whole').map(({ state }) => state.viewer_id)
  if (partly.length > 0 && days.length > 0) await countActivity(db, partly, days)
  const counted = []
  for (const { state, plan } of plans) {
    const startedAt = performance.now()
    const { stored, viewer_id: viewer, learners, people } = state
    if (plan === 'whole') await countActivity(db, [viewer], null)
    const whole = { recounted_at: now, took_ms: Math.round(performance.now() - startedAt) }
    const { recounted_at, took_ms } = plan === 'whole' || stored === null ? whole : stored
    // A stale viewer keeps the former sum, so that the next count sees that it differs.
    const isStale = plan === 'stale'
    counted.push({
      viewer_id: viewer,
      learners,
      people: isStale && stored ? stored.people : people,
      counted_at: isStale ? null : now,
      recounted_at,
      took_ms,
    })
  }
  await saveViewers(db, clientId, counted)
  return states.find(({ viewer_id: id }) => id === EVERYBODY)?.learners ?? 0
}

/**
 * For this transaction only. Millions of days are sorted: with the usual few megabytes that happens on the disk. The
 * planner knows little of the lists that the statements make on their way, and would go through them once for each row.
 */
const prepareCounting = (db: TenantDb) =>
  sql`select set_config('work_mem', '64MB', true), set_config('jit', 'off', true),
    set_config('enable_nestloop', 'off', true)`.execute(db)

/** False when it was not due, or another process is counting. */
export const countDashboard = async (db: TenantDb, clientId: number, now: Date): Promise<boolean> => {
  if (!isCountDue(await countState(db, clientId), now) || !(await tryLock(db))) return false
  // Read again under the lock: the process that held it may have counted.
  const state = await countState(db, clientId)
  if (!isCountDue(state, now)) return false
  await prepareCounting(db)
  const startedAt = performance.now()
  const isWhole = !state || now.getTime() - state.recounted_at.getTime() >= WHOLE_AFTER_MS
  const since = isWhole ? null : new Date(state.counted_at.getTime() - OVERLAP_MS)
  const learners = await countViewers(db, { clientId, now, since })
  await countDays(db)
  await countMoney(db)
  await countArrivals(db, since)
  await countProgress(db, since)
  await countCourses(db, now)
  await countLessons(db)
  await countLessonDays(db, now)
  await countRisks(db, now)
  const values = {
    counted_at: now,
    recounted_at: isWhole ? now : state.recounted_at,
    took_ms: Math.round(performance.now() - startedAt),
    learners,
  }
  await db
    .insertInto('dashboard_count')
    .values({ client_id: clientId, ...values })
    .onConflict((conflict) => conflict.column('client_id').doUpdateSet(values))
    .execute()
  return true
}
