import type { Core } from '#server/core/core.ts'
import { createRepeatingJob, type RepeatingJob } from '#server/core/jobs/repeating.ts'
import { jobRefreshes, refreshRanking } from './refresh.service.ts'

const LOOK_EVERY_MS = 60_000
/** The first look waits for the start to be over. */
const FIRST_LOOK_MS = 5_000

/** Keeps every tenant's standings at most five minutes behind, whoever looks; a look says how many were refreshed. */
export const createRankingJob = (core: Pick<Core, 'db' | 'clock' | 'log'>): RepeatingJob<number> => {
  const { db, clock } = core
  return createRepeatingJob(core, {
    firstMs: FIRST_LOOK_MS,
    everyMs: LOOK_EVERY_MS,
    failure: 'standings were not refreshed',
    look: async (tenants) => {
      let refreshed = 0
      for await (const clientId of tenants()) {
        const done = await db.withTenant(clientId, (tx) =>
          refreshRanking(tx, { clientId, now: clock.now() }, jobRefreshes),
        )
        if (done) refreshed += 1
      }
      return refreshed
    },
  })
}
