import type { Core } from '#server/core/core.ts'
import { createRepeatingJob, type RepeatingJob } from '#server/core/jobs/repeating.ts'
import { isDueForJob, refreshRanking } from './refresh.service.ts'

const RUN_INTERVAL_MS = 60_000
/** The first run waits until the server has started. */
const FIRST_RUN_MS = 5_000

/**
 * Keeps the ranks of every tenant at most five minutes old, even without readers; a run returns how many it
 * refreshed.
 */
export const createRankingJob = (core: Pick<Core, 'db' | 'clock' | 'log'>): RepeatingJob<number> => {
  const { db, clock } = core
  return createRepeatingJob(core, {
    name: 'ranking',
    firstMs: FIRST_RUN_MS,
    everyMs: RUN_INTERVAL_MS,
    failure: 'ranks were not refreshed',
    look: async (tenants) => {
      let refreshed = 0
      for await (const clientId of tenants()) {
        const isRefreshed = await db.withTenant(clientId, (tx) =>
          refreshRanking(tx, { clientId, now: clock.now() }, isDueForJob),
        )
        if (isRefreshed) refreshed += 1
      }
      return refreshed
    },
  })
}
