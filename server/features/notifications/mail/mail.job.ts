import { sql } from 'kysely'
import type { NotificationKind } from '#contract/notifications/notifications.ts'
import type { Core } from '#server/core/core.ts'
import { createRepeatingJob, type RepeatingJob } from '#server/core/jobs/repeating.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { siteOf } from '#server/core/mail/site.ts'
import { dailyAfter } from './daily.ts'
import { mailOf } from './mail.ts'
import { prune } from '../notifications.repository.ts'
import type { NotificationParams } from '../notifications.tables.ts'
import { recipientOf, type Recipient } from '../preferences.repository.ts'
import { forgetDeadDevices } from '../push/push.repository.ts'
import { quietUntil } from '../quiet-hours.ts'
import { unsubscribePath } from './unsubscribe.ts'

const LOOK_EVERY_MS = 30_000
const FIRST_LOOK_MS = 9_000
const PEOPLE_PER_LOOK = 200
const PRUNE_EVERY_MS = 3_600_000

interface DueMail {
  id: number
  kind: NotificationKind
  params: NotificationParams
  link: string
}

const duePeople = async (db: TenantDb, clientId: number, now: Date): Promise<number[]> => {
  const { rows } = await sql<{ user_id: number }>`
    select user_id from notification where client_id = ${clientId} and mail_at <= ${now}
    group by user_id order by min(mail_at) limit ${PEOPLE_PER_LOOK}`.execute(db)
  return rows.map((row) => row.user_id)
}

/** Everything of one person that waits for a mail, also what is not due yet: one mail instead of two. */
const takeMails = async (db: TenantDb, clientId: number, userId: number): Promise<DueMail[]> => {
  const { rows } = await sql<DueMail & { over: boolean }>`
    update notification set mail_at = null
    where client_id = ${clientId} and id in (
      select id from notification where client_id = ${clientId} and user_id = ${userId} and mail_at is not null
      for update skip locked)
    returning id, kind, params, link, (withdrawn or read_at is not null) as over`.execute(db)
  return rows.filter((row) => !row.over).sort((a, b) => a.id - b.id)
}

const postpone = async (db: TenantDb, clientId: number, userId: number, until: Date): Promise<void> => {
  await sql`update notification set mail_at = ${until} where client_id = ${clientId} and user_id = ${userId}
    and mail_at < ${until}`.execute(db)
}

/** Since when the oldest of what waits for a mail does; null when all of it is over. */
const oldestOf = async (db: TenantDb, clientId: number, userId: number): Promise<Date | null> => {
  const { rows } = await sql<{ oldest: Date | null }>`
    select min(created_at) as oldest from notification
    where client_id = ${clientId} and user_id = ${userId} and mail_at is not null
      and not withdrawn and read_at is null`.execute(db)
  return rows[0]?.oldest ?? null
}

/** The mail of the day comes at its hour; quiet hours go before any mail. */
const heldUntil = (
  { mail, quiet, time_zone: zone }: Recipient,
  oldest: Date | null,
  now: Date,
): Date | null => {
  const due = mail.rhythm === 'daily' && oldest ? dailyAfter(mail.at, zone, oldest) : now
  return due > now ? due : quietUntil(quiet, zone, now)
}

/** Mails what was not read in the bell meanwhile, gathered into one mail a person, never within quiet hours. */
export const createMailJob = (
  core: Pick<Core, 'db' | 'clock' | 'log' | 'outbox' | 'config' | 'secret'>,
): RepeatingJob<{ mails: number }> => {
  const { db, clock, outbox } = core
  let prunedAt = 0

  const mailTo = (clientId: number, userId: number, now: Date): Promise<boolean> =>
    db.withTenant(clientId, async (tx) => {
      const person = await recipientOf(tx, { clientId, userId })
      const until = person && heldUntil(person, await oldestOf(tx, clientId, userId), now)
      if (until) {
        await postpone(tx, clientId, userId, until)
        return false
      }
      const told = await takeMails(tx, clientId, userId)
      if (!person || person.mail.rhythm === 'never' || told.length === 0) return false
      const { language, email: to } = person
      const site = await siteOf(tx, core.config, clientId)
      const unsubscribeUrl = site.urlOf(unsubscribePath(core, { clientId, userId }))
      const daily = person.mail.rhythm === 'daily'
      const mail = mailOf({ language, name: person.full_name, site, unsubscribeUrl, daily, told })
      await outbox.add(tx, {
        to,
        channel: 'email',
        language,
        ...mail,
        ...(unsubscribeUrl ? { unsubscribeUrl } : {}),
      })
      return true
    })

  return createRepeatingJob(core, {
    firstMs: FIRST_LOOK_MS,
    everyMs: LOOK_EVERY_MS,
    failure: 'notifications were not mailed',
    look: async (tenants) => {
      const now = clock.now()
      const pruning = now.getTime() - prunedAt >= PRUNE_EVERY_MS
      let mails = 0
      for await (const clientId of tenants()) {
        const people = await db.withTenant(clientId, (tx) => duePeople(tx, clientId, now))
        for (const userId of people) if (await mailTo(clientId, userId, now)) mails += 1
        if (pruning)
          await db.withTenant(clientId, async (tx) => {
            await prune(tx, clientId, now)
            await forgetDeadDevices(tx, clientId, now)
          })
      }
      if (pruning) prunedAt = now.getTime()
      return { mails }
    },
  })
}
