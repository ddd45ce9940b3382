/** Writes down what has expired, and reminds people a day before. */
import { sql } from 'kysely'
import type { Core } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { createRepeatingJob, type RepeatingJob } from '#server/core/jobs/repeating.ts'
import { isOpen } from './link-money.ts'
import { mailLink, type LinkMailContext } from './link-mails.ts'
import { addEvent, lockLink, writeLink } from './links.repository.ts'

const EVERY_MS = 60_000
const FIRST_MS = 25_000
const BATCH = 100

const dueLinks = async (db: TenantDb, clientId: number, now: Date): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select id from payment_link
    where client_id = ${clientId} and ((state in ('created', 'part_paid') and expires_at <= ${now})
      or remind_at <= ${now})
    order by id limit ${BATCH}`.execute(db)
  return rows.map(({ id }) => id)
}

const settle = async (
  context: LinkMailContext,
  db: TenantDb,
  { clientId, id, now }: { clientId: number; id: number; now: Date },
): Promise<void> => {
  const link = await lockLink(db, clientId, id)
  if (!link) return
  if (isOpen(link, now)) {
    if (link.remind_at === null || link.remind_at > now) return
    await writeLink(db, clientId, id, { remind_at: null })
    await mailLink(context, db, link, { mail: 'reminder', at: now })
  } else if (link.state === 'created' || link.state === 'part_paid') {
    await writeLink(db, clientId, id, { state: 'expired', remind_at: null })
    await addEvent(db, clientId, id, { kind: 'expired', at: link.expires_at })
  } else if (link.remind_at !== null) await writeLink(db, clientId, id, { remind_at: null })
}

export const createDueLinksJob = (
  core: Pick<Core, 'db' | 'clock' | 'log'>,
  context: LinkMailContext,
): RepeatingJob<number> =>
  createRepeatingJob(core, {
    name: 'paymentLinks',
    firstMs: FIRST_MS,
    everyMs: EVERY_MS,
    failure: 'could not expire payment links or send reminders',
    look: async (tenants) => {
      let settled = 0
      for await (const clientId of tenants()) {
        const now = core.clock.now()
        // One transaction for each link: a mail that fails holds no other link up.
        for (const id of await core.db.withTenant(clientId, (db) => dueLinks(db, clientId, now))) {
          await core.db.withTenant(clientId, (db) => settle(context, db, { clientId, id, now }))
          settled += 1
        }
      }
      return settled
    },
  })
