/** Compares with the providers every night, in the client's time zone. */
import { createRepeatingJob, type RepeatingJob } from '#server/core/jobs/repeating.ts'
import type { Core } from '#server/core/core.ts'
import { sql } from 'kysely'
import { compareClient, type CompareContext } from './run-comparison.ts'

const EVERY_MS = 20 * 60_000
const FIRST_MS = 120_000

/** Clients with keys at whose place it is between two and five, and that were not compared for twelve hours. */
const isDue = ({ core }: CompareContext, clientId: number): Promise<boolean> =>
  core.db.withTenant(clientId, async (db) => {
    const now = core.clock.now()
    const { rows } = await sql<{ due: boolean }>`
      select exists (select from payment_provider p where p.client_id = c.client_id)
        and extract(hour from ${now}::timestamptz at time zone c.time_zone) between 2 and 4
        and not exists (select from payment_comparison m where m.client_id = c.client_id and m.is_complete
          and m.compared_at > ${now}::timestamptz - interval '12 hours') as due
      from client c where c.client_id = ${clientId}`.execute(db)
    return rows[0]?.due ?? false
  })

/** Answers how many clients were compared. */
export const createComparisonJob = (
  core: CompareContext['core'] & Pick<Core, 'log'>,
  findProvider: CompareContext['findProvider'],
): RepeatingJob<number> =>
  createRepeatingJob(core, {
    name: 'paymentComparison',
    firstMs: FIRST_MS,
    everyMs: EVERY_MS,
    failure: 'could not compare payments with their providers',
    look: async (tenants) => {
      const context = { core, findProvider }
      let compared = 0
      for await (const clientId of tenants()) {
        if (!(await isDue(context, clientId))) continue
        await compareClient(context, clientId)
        compared += 1
      }
      return compared
    },
  })
