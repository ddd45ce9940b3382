/** Closes courses for writing whose programme is overdue. A payment opens them at once (book.ts). */
import type { Core } from '#server/core/core.ts'
import { dayIn } from '#server/core/days.ts'
import { createRepeatingJob, type RepeatingJob } from '#server/core/jobs/repeating.ts'
import type { Grants } from '../dependencies.ts'
import { zoneOf } from '../payments.repository.ts'
import { settleReadOnly } from './book.ts'

const EVERY_MS = 10 * 60_000
const FIRST_MS = 30_000

export const createOverdueJob = (
  core: Pick<Core, 'db' | 'clock' | 'log'>,
  grants: Grants,
): RepeatingJob<void> =>
  createRepeatingJob(core, {
    name: 'overdueProgrammes',
    firstMs: FIRST_MS,
    everyMs: EVERY_MS,
    failure: 'could not close courses of overdue programmes',
    look: async (tenants) => {
      for await (const clientId of tenants())
        await core.db.withTenant(clientId, async (db) => {
          const at = core.clock.now()
          await settleReadOnly(grants, db, clientId, { today: dayIn(await zoneOf(db, clientId), at), at })
        })
    },
  })
