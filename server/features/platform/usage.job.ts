import { createRepeatingJob, type RepeatingJob } from '#server/core/jobs/repeating.ts'
import { countUsage } from './clients.repository.ts'
import type { PlatformContext } from './context.ts'

const FIRST_MS = 5_000
const EVERY_MS = 600_000

/** Counts what each client uses, so that no page has to (TE12). */
export const createUsageJob = ({
  core,
  mailsThisMonth,
}: Pick<PlatformContext, 'core' | 'mailsThisMonth'>): RepeatingJob<void> =>
  createRepeatingJob(core, {
    name: 'clientUsage',
    firstMs: FIRST_MS,
    everyMs: EVERY_MS,
    failure: 'what clients use was not counted',
    look: async (tenants) => {
      for await (const clientId of tenants())
        await core.db.withTenant(clientId, (db) => countUsage(db, core, mailsThisMonth))
    },
  })
