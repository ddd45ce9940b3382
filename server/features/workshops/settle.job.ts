import type { Core } from '#server/core/core.ts'
import { createRepeatingJob, type RepeatingJob } from '#server/core/jobs/repeating.ts'
import type { MailContext } from './context.ts'
import { workshopsToSettle } from './registrations.repository.ts'
import { settleWorkshop } from './settle.service.ts'

const RUN_EVERY_MS = 20_000
/** Starts after the server's start-up work. */
const FIRST_RUN_MS = 9_000

/** Frees seats whose time is over and offers them to the waiting list. */
export const createSettleJob = (
  core: Pick<Core, 'db' | 'clock' | 'log'>,
  context: MailContext,
): RepeatingJob<number> =>
  createRepeatingJob(core, {
    name: 'workshopSeats',
    firstMs: FIRST_RUN_MS,
    everyMs: RUN_EVERY_MS,
    failure: 'seats of workshops were not settled',
    look: async (tenants) => {
      const now = core.clock.now()
      let settled = 0
      for await (const clientId of tenants()) {
        const due = await core.db.withTenant(clientId, (db) => workshopsToSettle(db, clientId, now))
        for (const workshopId of due) {
          // One transaction for each workshop keeps the lock on its seats short.
          const done = await core.db.withTenant(clientId, (db) =>
            settleWorkshop(context, db, { clientId, workshopId }, now),
          )
          if (done?.changed) settled += 1
        }
      }
      return settled
    },
  })
