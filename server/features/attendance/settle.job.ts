import type { Core } from '#server/core/core.ts'
import { createRepeatingJob, type RepeatingJob } from '#server/core/jobs/repeating.ts'
import { dueSessions, settleSession, type SettleContext } from './settle.service.ts'

const FIRST_RUN_MS = 7000
const RUN_INTERVAL_MS = 30_000
/** Limits one run for a tenant. */
const SESSIONS_PER_RUN = 20

/** Counts sessions that are over. Answers how many. */
export const createAttendanceJob = (
  { db, clock, log }: Pick<Core, 'db' | 'clock' | 'log'>,
  context: SettleContext,
): RepeatingJob<number> =>
  createRepeatingJob(
    { db, log },
    {
      name: 'attendance',
      firstMs: FIRST_RUN_MS,
      everyMs: RUN_INTERVAL_MS,
      failure: 'the attendance of sessions was not counted',
      look: async (tenants) => {
        let total = 0
        for await (const clientId of tenants()) {
          const now = clock.now()
          const due = await db.withTenant(clientId, (tx) =>
            dueSessions(tx, clientId, now, { limit: SESSIONS_PER_RUN }),
          )
          for (const session of due) {
            await db.withTenant(clientId, (tx) => settleSession(context, tx, clientId, session, now))
            total += 1
          }
        }
        return total
      },
    },
  )
