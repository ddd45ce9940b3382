/** Closes courses for writing whose programme is overdue. A payment opens them at once (book.ts). */
import type { Core } from '#server/core/core.ts'
import { dayIn } from '#server/core/days.ts'
import { createRepeatingJob, type RepeatingJob } from '#server/core/jobs/repeating.ts'
import type { Grants } from '../dependencies.ts'
import { zoneOf } from '../payments.repository.ts'
import { settleReadOnly } from './book.ts'
import { latePeople, lockOrdersOf } from './programmes.repository.ts'

const EVERY_MS = 10 * 60_000
const FIRST_MS = 30_000
/** Payments of these people wait for a transaction. */
const PEOPLE_AT_ONCE = 100

const closeOverdue = async (
  { db, clock }: Pick<Core, 'db' | 'clock'>,
  grants: Grants,
  clientId: number,
): Promise<void> => {
  const at = clock.now()
  const { today, late } = await db.withTenant(clientId, async (tx) => {
    const day = dayIn(await zoneOf(tx, clientId), at)
    return { today: day, late: await latePeople(tx, clientId, day) }
  })
  for (let from = 0; from < late.length; from += PEOPLE_AT_ONCE) {
    const userIds = late.slice(from, from + PEOPLE_AT_ONCE)
    await db.withTenant(clientId, async (tx) => {
      // Somebody may have paid since.
      await lockOrdersOf(tx, clientId, userIds)
      await settleReadOnly(grants, tx, clientId, { userIds, today, at })
    })
  }
}

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
      for await (const clientId of tenants()) await closeOverdue(core, grants, clientId)
    },
  })
