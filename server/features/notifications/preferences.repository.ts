import type { Language } from '#contract/languages.ts'
import './notifications.tables.ts'
import { sql } from 'kysely'
import {
  FIRST_MAIL_CHOICE,
  isOnAtFirst,
  notificationKinds,
  type MailChoice,
  type NotificationChannel,
  type NotificationKind,
  type QuietHours,
} from '#contract/notifications/notifications.ts'
import type { TenantDb } from '#server/core/db/database.ts'

interface UserRef {
  clientId: number
  userId: number
}

export type Switches = Record<NotificationChannel, boolean>

/** The settings of every kind, with defaults where the person chose nothing. */
export const switchesOf = async (
  db: TenantDb,
  { clientId, userId }: UserRef,
): Promise<({ kind: NotificationKind } & Switches)[]> => {
  const rows = await db
    .selectFrom('notification_preference')
    .select(['kind', 'in_app', 'email', 'push'])
    .where('client_id', '=', clientId)
    .where('user_id', '=', userId)
    .execute()
  return notificationKinds.map(
    (kind) =>
      rows.find((row) => row.kind === kind) ?? {
        kind,
        in_app: isOnAtFirst(kind, 'in_app'),
        email: isOnAtFirst(kind, 'email'),
        push: isOnAtFirst(kind, 'push'),
      },
  )
}

export const setSwitch = async (
  db: TenantDb,
  { clientId, userId }: UserRef,
  { kind, channel, on }: { kind: NotificationKind; channel: NotificationChannel; on: boolean },
): Promise<void> => {
  const initial = (name: NotificationChannel) => (name === channel ? on : isOnAtFirst(kind, name))
  await db
    .insertInto('notification_preference')
    .values({
      client_id: clientId,
      user_id: userId,
      kind,
      in_app: initial('in_app'),
      email: initial('email'),
      push: initial('push'),
    })
    .onConflict((conflict) =>
      conflict.columns(['client_id', 'user_id', 'kind']).doUpdateSet({ [channel]: on }),
    )
    .execute()
}

/** Applies a new rhythm to pending mails: they are rescheduled or dropped. */
const reschedulePending = (
  db: TenantDb,
  { clientId, userId }: UserRef,
  rhythm: MailChoice['rhythm'],
  at: Date,
) =>
  sql`update notification set mail_at = ${rhythm === 'never' ? null : at}::timestamptz
    where client_id = ${clientId} and user_id = ${userId} and mail_at is not null`.execute(db)

export const setMail = async (
  db: TenantDb,
  user: UserRef,
  { rhythm, at: minute }: MailChoice,
  now: Date,
): Promise<void> => {
  await db
    .insertInto('notification_mail')
    .values({ client_id: user.clientId, user_id: user.userId, rhythm, daily_minute: minute })
    .onConflict((conflict) =>
      conflict.columns(['client_id', 'user_id']).doUpdateSet({ rhythm, daily_minute: minute }),
    )
    .execute()
  await reschedulePending(db, user, rhythm, now)
}

/** For the unsubscribe page: changes only the rhythm; the hour and single settings stay. */
export const setRhythm = async (
  db: TenantDb,
  user: UserRef,
  rhythm: MailChoice['rhythm'],
  now: Date,
): Promise<void> => {
  const person = await recipientOf(db, user)
  if (person) await setMail(db, user, { ...person.mail, rhythm }, now)
}

export const setQuiet = async (
  db: TenantDb,
  { clientId, userId }: UserRef,
  hours: QuietHours | null,
): Promise<void> => {
  if (hours === null) {
    await sql`delete from notification_quiet where client_id = ${clientId} and user_id = ${userId}`.execute(
      db,
    )
    return
  }
  await sql`
    insert into notification_quiet (client_id, user_id, from_minute, to_minute)
    values (${clientId}, ${userId}, ${hours.from}, ${hours.to})
    on conflict (client_id, user_id) do update set from_minute = excluded.from_minute, to_minute = excluded.to_minute`.execute(
    db,
  )
}

export interface Recipient {
  id: number
  email: string
  full_name: string
  language: Language
  time_zone: string
  quiet: QuietHours | null
  mail: MailChoice
}

/** Everything that decides how and when to reach a person; null when they are disabled. */
export const recipientOf = async (db: TenantDb, { clientId, userId }: UserRef): Promise<Recipient | null> => {
  const { rows } = await sql<
    Omit<Recipient, 'quiet' | 'mail'> & {
      from_minute: number | null
      to_minute: number | null
      rhythm: MailChoice['rhythm'] | null
      daily_minute: number | null
    }
  >`
    select u.id, u.email, u.full_name, u.language, u.time_zone, q.from_minute, q.to_minute, m.rhythm, m.daily_minute
    from app_user u
    left join notification_quiet q on q.client_id = ${clientId} and q.user_id = u.id
    left join notification_mail m on m.client_id = ${clientId} and m.user_id = u.id
    where u.client_id = ${clientId} and u.id = ${userId} and u.disabled_at is null`.execute(db)
  const [row] = rows
  if (!row) return null
  const { from_minute: from, to_minute: to, rhythm, daily_minute: at, ...person } = row
  return {
    ...person,
    quiet: from === null || to === null ? null : { from, to },
    mail: rhythm === null || at === null ? FIRST_MAIL_CHOICE : { rhythm, at },
  }
}
