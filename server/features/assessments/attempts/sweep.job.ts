/** Ends attempts whose time is over, also when nobody is there any more (TRUST E7: within 60 s, once). */
import { sql } from 'kysely'
import { LATE_GRACE_MS } from '#contract/assessments/shapes.ts'
import type { Core } from '#server/core/core.ts'
import { createRepeatingJob, type RepeatingJob } from '#server/core/jobs/repeating.ts'
import { endAtDeadline } from './attempt.service.ts'

const LOOK_EVERY_MS = 10_000
const FIRST_LOOK_MS = 2_000
/** Short transactions: a worker that dies takes little back with it. */
const AT_ONCE = 20

export const createAttemptSweep = (
  core: Pick<Core, 'db' | 'clock' | 'log' | 'audit' | 'outbox'>,
): RepeatingJob<number> => {
  const { db, clock } = core
  const endSome = (clientId: number) =>
    db.withTenant(clientId, async (tx) => {
      const now = clock.now()
      // Another worker's rows are passed by; they are ended once because a row that is over is not open any more.
      const { rows } = await sql<{ id: string; deadline_at: Date; user_id: number }>`
        select id, deadline_at, user_id from assessment_attempt
        where client_id = ${clientId} and state = 'open' and deadline_at < ${new Date(now.getTime() - LATE_GRACE_MS)}
        order by deadline_at limit ${AT_ONCE} for update skip locked`.execute(tx)
      let ended = 0
      for (const row of rows) if (await endAtDeadline({ core }, tx, clientId, row, now)) ended += 1
      return { looked: rows.length, ended }
    })
  return createRepeatingJob(core, {
    firstMs: FIRST_LOOK_MS,
    everyMs: LOOK_EVERY_MS,
    failure: 'attempts were not ended at their deadline',
    look: async (tenants) => {
      let total = 0
      for await (const clientId of tenants()) {
        for (;;) {
          const { looked, ended } = await endSome(clientId)
          total += ended
          if (looked < AT_ONCE) break
        }
      }
      return total
    },
  })
}
