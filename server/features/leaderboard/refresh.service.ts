/** Ranks are counted outside of requests and read from a table, at most five minutes old (rules: Learning). */
import { dayIn, mondayOf } from '#server/core/days.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { lastFinishedWeek, weeksToSettle } from './weeks.ts'
import * as repository from './refresh.repository.ts'

/** Together with the job's interval of a minute this stays below five minutes. */
export const REFRESH_INTERVAL_MS = 3.5 * 60_000
/** A tenant with at most so many learners is also refreshed by its readers. */
const SMALL_TENANT_LEARNERS = 2000
const SMALL_TENANT_INTERVAL_MS = 5_000
/** Interval of complete counts, which remove the marks of deleted or moved content. */
const FULL_COUNT_INTERVAL_MS = 3_600_000
/**
 * Progress is timestamped before its transaction commits: an overlap includes what was uncommitted last time.
 */
const OVERLAP_MS = 2 * 60_000
/** Finished weeks that are settled when a tenant is refreshed for the first time. */
const WEEKS_BACK_MAX = 8

export interface RefreshContext {
  clientId: number
  now: Date
}

/** Whether a reader should refresh first: there are no ranks yet, or so few that counting is cheap. */
export const isDueForReader = (state: repository.RefreshState | undefined, now: Date): boolean =>
  state === undefined ||
  (state.learners <= SMALL_TENANT_LEARNERS &&
    now.getTime() - state.refreshedAt.getTime() >= SMALL_TENANT_INTERVAL_MS)

/** Counts changes and ranks learners. False when it was not due or another process does it. */
export const refreshRanking = async (
  db: TenantDb,
  { clientId, now }: RefreshContext,
  isDue: (state: repository.RefreshState | undefined, now: Date) => boolean,
): Promise<boolean> => {
  if (!isDue(await repository.refreshState(db, clientId), now)) return false
  if (!(await repository.tryRefreshLock(db))) return false
  // Read again under the lock: the process that held it may have refreshed.
  const state = await repository.refreshState(db, clientId)
  if (!isDue(state, now)) return false
  const isFullCount =
    state === undefined || now.getTime() - state.countedWholeAt.getTime() >= FULL_COUNT_INTERVAL_MS
  await repository.countMarks(db, isFullCount ? null : new Date(state.refreshedAt.getTime() - OVERLAP_MS))
  const learners = await repository.rankLearners(db)
  const today = dayIn(await repository.tenantZone(db), now)
  for (const monday of weeksToSettle(today, state?.podiumWeek ?? null, WEEKS_BACK_MAX))
    await repository.writePodium(db, monday)
  await repository.saveRefresh(db, {
    clientId,
    refreshedAt: now,
    countedWholeAt: isFullCount ? now : state.countedWholeAt,
    learners,
    thirdOfWeekSeconds: await repository.thirdOfWeek(db, mondayOf(today)),
    podiumWeek: lastFinishedWeek(today),
  })
  return true
}

export const isDueForJob = (state: repository.RefreshState | undefined, now: Date): boolean =>
  state === undefined || now.getTime() - state.refreshedAt.getTime() >= REFRESH_INTERVAL_MS
