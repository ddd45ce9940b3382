/**
 * Reminds people of parts that are not paid: a mail and a notification in their language. What was sent is written in the
 * transaction that sends it, behind the lock of the order, so that two servers, a kill or a payment at the same time
 * change nothing. A day on which no server ran is left out.
 */
import { sql } from 'kysely'
import { inLanguage } from '#contract/assessments/shapes.ts'
import type { Language } from '#contract/languages.ts'
import { programmePath } from '#contract/money/programme-slugs.ts'
import { standingOf } from '#contract/money/schedule.ts'
import type { Core, Outbox } from '#server/core/core.ts'
import { shiftDay } from '#server/core/days.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { createRepeatingJob, type RepeatingJob } from '#server/core/jobs/repeating.ts'
import { siteOf } from '#server/core/mail/site.ts'
import type { Notifier } from '#server/core/notifier.ts'
import { dayText, fill, htmlOf, moneyText } from '../mail-parts.ts'
import * as rows from './programmes.repository.ts'
import { reminderTexts } from './reminder-texts.ts'
import { momentOf, REMIND_FROM_HOUR, REMINDER_DAYS, type ReminderMoment } from './reminders.ts'

const EVERY_MS = 10 * 60_000
const FIRST_MS = 35_000
const GRACE_DAYS_MAX = 90

export interface ReminderContext extends Pick<Notifier, 'notify'> {
  readonly outbox: Outbox
  readonly publicUrl: string | null
  readonly demo: boolean
}

interface Reminder {
  readonly orderId: number
  readonly position: number
  readonly moment: ReminderMoment
  readonly today: string
}

/** Open parts with a reminder today that was not sent; whether they are still open is decided behind the lock of the order. */
const remindersOf = async (db: TenantDb, clientId: number, now: Date): Promise<Reminder[]> => {
  const { rows: found } = await sql<{
    order_id: number
    position: number
    today: string
    late_days: number
    grace_days: number
    sent: string[]
  }>`
    select p.order_id, p.position, to_char(d.today, 'YYYY-MM-DD') as today, d.today - p.due_on as late_days, o.grace_days,
      array(select r.moment from programme_reminder r where r.client_id = p.client_id and r.order_id = p.order_id
        and r.position = p.position) as sent
    from (select (${now}::timestamptz at time zone time_zone)::date as today from client
      where client_id = ${clientId}
        and extract(hour from ${now}::timestamptz at time zone time_zone) >= ${REMIND_FROM_HOUR}) d
    join programme_part p on p.client_id = ${clientId}
      and p.due_on between d.today - ${GRACE_DAYS_MAX}::integer and d.today - ${REMINDER_DAYS.before}::integer
    join programme_due u on u.client_id = p.client_id and u.order_id = p.order_id and u.position = p.position
    join programme_order o on o.client_id = p.client_id and o.id = p.order_id and o.state in ('booked', 'paid')
    where d.today - p.due_on in (${REMINDER_DAYS.before}::integer, ${REMINDER_DAYS.today}::integer,
      ${REMINDER_DAYS.late}::integer, o.grace_days)
      and not exists (select from programme_refund_request q where q.client_id = o.client_id and q.order_id = o.id
        and q.state <> 'declined')
    order by p.order_id, p.position`.execute(db)
  return found.flatMap(({ order_id: orderId, position, today, late_days, grace_days, sent }) => {
    const moment = momentOf(late_days, grace_days)
    return moment && !sent.includes(moment) ? [{ orderId, position, today, moment }] : []
  })
}

interface Person {
  id: number
  email: string
  full_name: string
  language: Language
}

const personOf = (db: TenantDb, clientId: number, userId: number): Promise<Person | undefined> =>
  db
    .selectFrom('app_user')
    .select(['id', 'email', 'full_name', 'language'])
    .where('client_id', '=', clientId)
    .where('id', '=', userId)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()

/** True for the first call of each reminder. */
const take = async (
  db: TenantDb,
  clientId: number,
  { orderId, position, moment }: Reminder,
  at: Date,
): Promise<boolean> =>
  (await db
    .insertInto('programme_reminder')
    .values({ client_id: clientId, order_id: orderId, position, moment, sent_at: at })
    .onConflict((conflict) => conflict.columns(['client_id', 'order_id', 'position', 'moment']).doNothing())
    .returning('moment')
    .executeTakeFirst()) !== undefined

const atNoon = (day: string): Date => new Date(`${day}T12:00:00Z`)

const mail = async (
  context: ReminderContext,
  db: TenantDb,
  clientId: number,
  {
    person,
    moment,
    path,
    ...values
  }: { person: Person; moment: ReminderMoment; path: string } & Record<
    'title' | 'amount' | 'due' | 'until',
    string
  >,
): Promise<void> => {
  const { language } = person
  const site = await siteOf(db, context, clientId)
  const texts = reminderTexts[language]
  const all = { ...values, name: person.full_name, client: site.name, url: site.urlOf(path) ?? '' }
  const { subject, text } = texts.mails[moment]
  const paragraphs = [texts.hello, text, texts.pay, texts.note].map((each) => fill(each, all))
  await context.outbox.add(db, {
    to: person.email,
    channel: 'email',
    language,
    subject: fill(subject, all),
    text: paragraphs.join('\n\n'),
    html: htmlOf(language, paragraphs),
  })
}

/** False when nothing was to be said any more. */
const remind = async (
  context: ReminderContext,
  db: TenantDb,
  clientId: number,
  { reminder, now }: { reminder: Reminder; now: Date },
): Promise<boolean> => {
  const { orderId, position, moment, today } = reminder
  const order = await rows.lockOrder(db, clientId, orderId)
  if (order.state !== 'booked' && order.state !== 'paid') return false
  const { parts, paidMinor } = await rows.partsAndPaid(db, clientId, orderId)
  const standing = standingOf(parts, paidMinor, today, order.grace_days)
  const line = standing.lines[position]
  const person = await personOf(db, clientId, order.user_id)
  const programme = await rows.programmeBySlug(db, clientId, order.programme)
  if (!line || line.openMinor === 0 || !person || !programme) return false
  if (!(await take(db, clientId, reminder, now))) return false
  const { language } = person
  const textOf = (day: string) => dayText(atNoon(day), 'UTC', language)
  const due = textOf(line.dueOn)
  // What is late is asked for with it.
  const amount = moneyText(moment === 'before' ? line.openMinor : standing.dueMinor, order.currency, language)
  const title = inLanguage(programme.title, language, 'en') ?? ''
  const path = programmePath(order.programme)
  const { mailTo } = await context.notify(db, clientId, {
    kind: 'payment_due',
    userIds: [person.id],
    params: { title, amount, due },
    link: path,
    dedupeKey: `payment_due:${orderId}:${position}:${moment}`,
    ownMail: true,
  })
  if (mailTo.includes(person.id)) {
    const until = textOf(shiftDay(line.dueOn, order.grace_days))
    await mail(context, db, clientId, { person, moment, path, title, amount, due, until })
  }
  return true
}

export const createRemindersJob = (
  core: Pick<Core, 'db' | 'clock' | 'log'>,
  context: ReminderContext,
): RepeatingJob<number> =>
  createRepeatingJob(core, {
    name: 'programmeReminders',
    firstMs: FIRST_MS,
    everyMs: EVERY_MS,
    failure: 'could not remind people of programme payments',
    look: async (tenants) => {
      let sent = 0
      for await (const clientId of tenants()) {
        const now = core.clock.now()
        // One transaction for each reminder: a failure takes back nothing that was sent.
        for (const reminder of await core.db.withTenant(clientId, (db) => remindersOf(db, clientId, now)))
          if (await core.db.withTenant(clientId, (db) => remind(context, db, clientId, { reminder, now })))
            sent += 1
      }
      return sent
    },
  })
