import type { Core } from '#server/core/core.ts'
import { createRepeatingJob, type RepeatingJob } from '#server/core/jobs/repeating.ts'
import { countDashboard } from './count.service.ts'

const RUN_INTERVAL_MS = 15_000
/** The first run waits until the server has started. */
const FIRST_RUN_MS = 3_000

/** Keeps the numbers of every client; a run returns how many clients it counted. */
export const createDashboardJob = (core: Pick<Core, 'db' | 'clock' | 'log'>): RepeatingJob<number> => {
  const { db, clock } = core
  return createRepeatingJob(core, {
    name: 'dashboard',
    firstMs: FIRST_RUN_MS,
    everyMs: RUN_INTERVAL_MS,
    failure: 'the dashboard was not counted',
    look: async (tenants) => {
      let counted = 0
      for await (const clientId of tenants()) {
        const isCounted = await db.withTenant(clientId, (tx) => countDashboard(tx, clientId, clock.now()))
        if (isCounted) counted += 1
      }
      return counted
    },
  })
}
