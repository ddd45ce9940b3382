/**
 * Reminds of sessions a day before, an hour before and at the start, by the person's preferences. The row of
 * live_reminder claims each reminder for one start, so that it is sent once whatever runs twice; a session that moved
 * has another start, and its former reminders are withdrawn.
 */
import '../live.tables.ts'
import { sql } from 'kysely'
import type { Core } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { createRepeatingJob, type RepeatingJob } from '#server/core/jobs/repeating.ts'
import type { Notifier } from '#server/core/notifier.ts'
import { hostsOf, learnersOf } from '../sessions.repository.ts'
import { notifyLateLearners } from './late-learners.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const EVERY_MS = 20_000
const FIRST_MS = 10_000

/** Each moment is due from so long before the start, for so long: later its words would be wrong. */
const MOMENTS = [
  { moment: 'day', beforeMs: 24 * HOUR_MS, forMs: HOUR_MS },
  { moment: 'hour', beforeMs: HOUR_MS, forMs: 30 * MINUTE_MS },
  { moment: 'start', beforeMs: 0, forMs: 5 * MINUTE_MS },
] as const
type Moment = (typeof MOMENTS)[number]['moment']

const keyOf = (sessionId: number, startsAt: Date, moment: Moment): string =>
  `live:${sessionId}:${startsAt.getTime()}:${moment}`

interface ClaimedRow {
  session_id: number
  starts_at: Date
  title: string
}

/** Claims the reminders that are due; whoever gets a row sends it. */
const claim = async (
  db: TenantDb,
  { moment, beforeMs, forMs }: (typeof MOMENTS)[number],
  now: Date,
): Promise<ClaimedRow[]> => {
  const until = new Date(now.getTime() + beforeMs)
  const after = new Date(until.getTime() - forMs)
  const { rows } = await sql<ClaimedRow>`
    with claimed as (
      insert into live_reminder (client_id, session_id, starts_at, moment, sent_at)
      select s.client_id, s.id, s.starts_at, ${moment}, ${now} from live_session s
      where s.client_id = current_client_id() and s.starts_at <= ${until} and s.starts_at > ${after}
        and s.cancelled_at is null and s.ended_at is null and s.ends_at > ${now}
      on conflict (client_id, session_id, starts_at, moment) do nothing
      returning session_id, starts_at)
    select c.session_id, c.starts_at, s.title from claimed c
    join live_session s on s.client_id = current_client_id() and s.id = c.session_id
    order by c.starts_at, c.session_id`.execute(db)
  return rows
}

/** Reminders of sessions that moved, were cancelled or are over say nothing true any more. */
const withdrawStale = async (
  notifier: Notifier,
  db: TenantDb,
  { clientId, now }: { clientId: number; now: Date },
): Promise<void> => {
  const { rows } = await sql<{ session_id: number; starts_at: Date; moment: Moment }>`
    delete from live_reminder r using live_session s
    where r.client_id = current_client_id() and s.client_id = r.client_id and s.id = r.session_id
      and (r.starts_at <> s.starts_at or s.cancelled_at is not null or s.ended_at is not null or s.ends_at <= ${now})
    returning r.session_id, r.starts_at, r.moment`.execute(db)
  if (rows.length === 0) return
  await notifier.withdraw(db, clientId, {
    dedupeKeys: rows.map((row) => keyOf(row.session_id, row.starts_at, row.moment)),
    withdrawn: true,
  })
}

const remind = async (
  notifier: Notifier,
  db: TenantDb,
  { clientId, now }: { clientId: number; now: Date },
): Promise<number> => {
  let sent = 0
  for (const due of MOMENTS)
    for (const { session_id: id, starts_at: startsAt, title } of await claim(db, due, now)) {
      await notifier.notify(db, clientId, {
        userIds: [...(await learnersOf(db, id)), ...(await hostsOf(db, id))],
        kind: 'live_reminder',
        params: { title, moment: due.moment },
        link: '/live',
        dedupeKey: keyOf(id, startsAt, due.moment),
      })
      sent += 1
    }
  return sent
}

/** One run returns how many reminders it sent. */
export const createReminderJob = (
  core: Pick<Core, 'db' | 'log' | 'clock'>,
  notifier: Notifier,
): RepeatingJob<number> =>
  createRepeatingJob(core, {
    name: 'reminders',
    firstMs: FIRST_MS,
    everyMs: EVERY_MS,
    failure: 'reminders of live sessions failed',
    look: async (tenants) => {
      let sent = 0
      for await (const clientId of tenants())
        sent += await core.db.withTenant(clientId, async (db) => {
          const at = { clientId, now: core.clock.now() }
          await withdrawStale(notifier, db, at)
          await notifyLateLearners(notifier, db, at)
          return remind(notifier, db, at)
        })
      return sent
    },
  })
