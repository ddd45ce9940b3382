/** Ends expired attempts within 60 s, exactly once, even when the learner has left (E7). */
import { sql } from 'kysely'
import { LATE_GRACE_MS } from '#contract/assessments/shapes.ts'
import type { Core } from '#server/core/core.ts'
import { createRepeatingJob, type RepeatingJob } from '#server/core/jobs/repeating.ts'
import { endAtDeadline } from './attempt.service.ts'

const SWEEP_INTERVAL_MS = 10_000
const FIRST_SWEEP_MS = 2_000
/** Short transactions: a worker that dies loses little work. */
const BATCH_SIZE = 20

export const createAttemptSweep = (
  core: Pick<Core, 'db' | 'clock' | 'log' | 'audit' | 'outbox'>,
): RepeatingJob<number> => {
  const { db, clock } = core
  const endBatch = (clientId: number) =>
    db.withTenant(clientId, async (tx) => {
      const now = clock.now()
      // Skips rows that another worker has locked. A finished attempt is no longer open, so each ends once.
      const { rows } = await sql<{ id: string; deadline_at: Date; user_id: number }>`
        select id, deadline_at, user_id from assessment_attempt
        where client_id = ${clientId} and state = 'open' and deadline_at < ${new Date(now.getTime() - LATE_GRACE_MS)}
        order by deadline_at limit ${BATCH_SIZE} for update skip locked`.execute(tx)
      let ended = 0
      for (const row of rows) if (await endAtDeadline({ core }, tx, clientId, row, now)) ended += 1
      return { found: rows.length, ended }
    })
  return createRepeatingJob(core, {
    name: 'attempts',
    firstMs: FIRST_SWEEP_MS,
    everyMs: SWEEP_INTERVAL_MS,
    failure: 'attempts were not ended at their deadline',
    look: async (tenants) => {
      let total = 0
      for await (const clientId of tenants()) {
        for (;;) {
          const { found, ended } = await endBatch(clientId)
          total += ended
          if (found < BATCH_SIZE) break
        }
      }
      return total
    },
  })
}
