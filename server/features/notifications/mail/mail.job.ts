import { sql } from 'kysely'
import type { NotificationKind } from '#contract/notifications/notifications.ts'
import type { Core } from '#server/core/core.ts'
import { createRepeatingJob, type RepeatingJob } from '#server/core/jobs/repeating.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { siteOf } from '#server/core/mail/site.ts'
import { enabledKinds } from '../enabled-kinds.ts'
import { dailyAfter } from './daily-mail.ts'
import { mailOf } from './mail.ts'
import { prune } from '../notifications.repository.ts'
import type { NotificationParams } from '../notifications.tables.ts'
import { recipientOf, type Recipient } from '../preferences.repository.ts'
import { removeInactiveDevices } from '../push/push.repository.ts'
import { quietUntil } from '../quiet-hours.ts'
import { unsubscribePath } from './unsubscribe.ts'

const RUN_INTERVAL_MS = 30_000
const FIRST_RUN_MS = 9_000
const PEOPLE_PER_RUN = 200
const PRUNE_INTERVAL_MS = 3_600_000
/** Until a plan without room for mails is looked at again. */
const NO_ROOM_MS = 3_600_000

interface DueMail {
  id: number
  kind: NotificationKind
  params: NotificationParams
  link: string
}

const duePeople = async (db: TenantDb, clientId: number, now: Date): Promise<number[]> => {
  const { rows } = await sql<{ user_id: number }>`
    select user_id from notification where client_id = ${clientId} and mail_at <= ${now}
    group by user_id order by min(mail_at) limit ${PEOPLE_PER_RUN}`.execute(db)
  return rows.map((row) => row.user_id)
}

/** All pending notifications of one person, due or not: one mail instead of two. */
const takePending = async (db: TenantDb, clientId: number, userId: number): Promise<DueMail[]> => {
  const { rows } = await sql<DueMail & { is_obsolete: boolean }>`
    update notification set mail_at = null
    where client_id = ${clientId} and id in (
      select id from notification where client_id = ${clientId} and user_id = ${userId} and mail_at is not null
      for update skip locked)
    returning id, kind, params, link,
      (withdrawn or read_at is not null or kind <> all (${enabledKinds(clientId)})) as is_obsolete`.execute(
    db,
  )
  return rows.filter((row) => !row.is_obsolete).sort((a, b) => a.id - b.id)
}

const postpone = async (db: TenantDb, clientId: number, userId: number, until: Date): Promise<void> => {
  await sql`update notification set mail_at = ${until} where client_id = ${clientId} and user_id = ${userId}
    and mail_at < ${until}`.execute(db)
}

/** When the oldest pending notification was created; null when all are obsolete. */
const oldestPending = async (db: TenantDb, clientId: number, userId: number): Promise<Date | null> => {
  const { rows } = await sql<{ oldest: Date | null }>`
    select min(created_at) as oldest from notification
    where client_id = ${clientId} and user_id = ${userId} and mail_at is not null
      and not withdrawn and read_at is null and kind = any (${enabledKinds(clientId)})`.execute(db)
  return rows[0]?.oldest ?? null
}

/** The daily mail waits for its hour; quiet hours delay every mail. */
const postponedUntil = (
  { mail, quiet, time_zone: zone }: Recipient,
  oldest: Date | null,
  now: Date,
): Date | null => {
  const due = mail.rhythm === 'daily' && oldest ? dailyAfter(mail.at, zone, oldest) : now
  return due > now ? due : quietUntil(quiet, zone, now)
}

/** Mails notifications that nobody read meanwhile: one mail for each person, never during quiet hours. */
export const createMailJob = (
  core: Pick<Core, 'db' | 'clock' | 'log' | 'outbox' | 'config' | 'secret'>,
  hasMailRoom: (db: TenantDb) => Promise<boolean>,
): RepeatingJob<{ mails: number }> => {
  const { db, clock, outbox } = core
  let prunedAt = 0

  const sendMail = (clientId: number, userId: number, now: Date): Promise<boolean> =>
    db.withTenant(clientId, async (tx) => {
      const person = await recipientOf(tx, { clientId, userId })
      const until = person && postponedUntil(person, await oldestPending(tx, clientId, userId), now)
      if (until) {
        await postpone(tx, clientId, userId, until)
        return false
      }
      if (!(await hasMailRoom(tx))) {
        await postpone(tx, clientId, userId, new Date(now.getTime() + NO_ROOM_MS))
        return false
      }
      const pending = await takePending(tx, clientId, userId)
      if (!person || person.mail.rhythm === 'never' || pending.length === 0) return false
      const { language, email: to } = person
      const site = await siteOf(tx, core.config, clientId)
      const unsubscribeUrl = site.urlOf(unsubscribePath(core, { clientId, userId }))
      const daily = person.mail.rhythm === 'daily'
      const mail = mailOf({
        language,
        name: person.full_name,
        site,
        unsubscribeUrl,
        daily,
        notifications: pending,
      })
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
    name: 'notificationMails',
    firstMs: FIRST_RUN_MS,
    everyMs: RUN_INTERVAL_MS,
    failure: 'notifications were not mailed',
    look: async (tenants) => {
      const now = clock.now()
      const isPruneDue = now.getTime() - prunedAt >= PRUNE_INTERVAL_MS
      let mails = 0
      for await (const clientId of tenants()) {
        const people = await db.withTenant(clientId, (tx) => duePeople(tx, clientId, now))
        for (const userId of people) if (await sendMail(clientId, userId, now)) mails += 1
        if (isPruneDue)
          await db.withTenant(clientId, async (tx) => {
            await prune(tx, clientId, now)
            await removeInactiveDevices(tx, clientId, now)
          })
      }
      if (isPruneDue) prunedAt = now.getTime()
      return { mails }
    },
  })
}
