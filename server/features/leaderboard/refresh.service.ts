/** Standings are counted beside the requests and read from a table (RULES "Learning"; issue: at most 5 minutes behind). */
import { dayIn, mondayOf } from '#server/core/days.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { lastFinishedWeek, weeksToSettle } from './weeks.ts'
import * as repository from './refresh.repository.ts'

/** With the job's own rhythm of a minute this stays below five minutes. */
export const REFRESH_EVERY_MS = 3.5 * 60_000
/** A tenant this small is counted anew when somebody looks. */
const SMALL_LEARNERS = 2000
const SMALL_FRESH_MS = 5_000
/** All of it now and then: content that was deleted or moved takes its marks along. */
const WHOLE_EVERY_MS = 3_600_000
/** Progress is stamped before its transaction ends; what is still on its way is met again. */
const OVERLAP_MS = 2 * 60_000
/** Finished weeks whose first three are written down when a tenant is met for the first time. */
const WEEKS_BACK = 8

export interface RefreshContext {
  clientId: number
  now: Date
}

/** Whether a reader should count before reading: nothing is there yet, or it is so little that it costs nothing. */
export const readerRefreshes = (state: repository.RefreshState | undefined, now: Date): boolean =>
  state === undefined ||
  (state.learners <= SMALL_LEARNERS && now.getTime() - state.refreshedAt.getTime() >= SMALL_FRESH_MS)

/** Counts what changed and ranks. False when it was not due or another process is at it. */
export const refreshRanking = async (
  db: TenantDb,
  { clientId, now }: RefreshContext,
  due: (state: repository.RefreshState | undefined, now: Date) => boolean,
): Promise<boolean> => {
  if (!due(await repository.refreshState(db, clientId), now)) return false
  if (!(await repository.mayRefresh(db))) return false
  // Read again under the lock: the process that held it may have done the work.
  const state = await repository.refreshState(db, clientId)
  if (!due(state, now)) return false
  const whole = state === undefined || now.getTime() - state.countedWholeAt.getTime() >= WHOLE_EVERY_MS
  await repository.countMarks(db, whole ? null : new Date(state.refreshedAt.getTime() - OVERLAP_MS))
  const learners = await repository.rankLearners(db)
  const today = dayIn(await repository.tenantZone(db), now)
  for (const monday of weeksToSettle(today, state?.podiumWeek ?? null, WEEKS_BACK))
    await repository.writePodium(db, monday)
  await repository.noteRefresh(db, {
    clientId,
    refreshedAt: now,
    countedWholeAt: whole ? now : state.countedWholeAt,
    learners,
    thirdOfWeekSeconds: await repository.thirdOfWeek(db, mondayOf(today)),
    podiumWeek: lastFinishedWeek(today),
  })
  return true
}

export const jobRefreshes = (state: repository.RefreshState | undefined, now: Date): boolean =>
  state === undefined || now.getTime() - state.refreshedAt.getTime() >= REFRESH_EVERY_MS
