import './notifications.tables.ts'
import { sql } from 'kysely'
import { cut } from '#contract/text/truncate.ts'
import { isOnAtFirst } from '#contract/notifications/notifications.ts'
import type { Clock } from '#server/core/clock.ts'
import type { ChangeFeed } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { Notifier } from '#server/core/notifier.ts'
import { enabledKinds } from './enabled-kinds.ts'
import type { NotificationParams } from './notifications.tables.ts'

/** A mail collects everything within this time after the first notification. */
export const MAIL_AFTER_MS = 5 * 60_000
/** Titles and names longer than this do not fit a line. */
const PARAM_MAX_CHARS = 200
/** A change feed message holds at most 8,000 bytes. */
const PAIRS_PER_CHANGE = 250

const truncateParams = (params: NotificationParams): NotificationParams =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'string' ? cut(value, PARAM_MAX_CHARS, '…') : value,
    ]),
  )

/**
 * Announces new notifications to every process on commit: open streams show them, and the push job starts.
 */
export const announceNotifications = async (
  changes: ChangeFeed,
  db: TenantDb,
  clientId: number,
  pairs: readonly (readonly [number, number])[],
): Promise<void> => {
  for (let from = 0; from < pairs.length; from += PAIRS_PER_CHANGE)
    await changes.announce(db, {
      kind: 'notifications',
      clientId,
      told: pairs.slice(from, from + PAIRS_PER_CHANGE),
    })
}

interface Channels {
  user_id: number
  email: boolean
  id: number | null
}

export const createNotify =
  ({ clock, changes }: { clock: Clock; changes: ChangeFeed }): Notifier['notify'] =>
  async (db, clientId, input) => {
    const userIds = [...new Set(input.userIds)]
    if (userIds.length === 0) return { mailTo: [] }
    const { kind, ownMail = false } = input
    const now = clock.now()
    const { rows } = await sql<Channels>`
      with wanted as (
        select u.id as user_id,
          coalesce(p.in_app, ${isOnAtFirst(kind, 'in_app')}::boolean) as in_app,
          coalesce(p.email, ${isOnAtFirst(kind, 'email')}::boolean) and m.rhythm is distinct from 'never' as email,
          coalesce(p.push, ${isOnAtFirst(kind, 'push')}::boolean)
            and exists (select from push_subscription s where s.client_id = ${clientId} and s.user_id = u.id) as push
        from unnest(${userIds}::int[]) named (id)
        join app_user u on u.client_id = ${clientId} and u.id = named.id and u.disabled_at is null
        left join notification_preference p
          on p.client_id = ${clientId} and p.user_id = u.id and p.kind = ${kind}
        left join notification_mail m on m.client_id = ${clientId} and m.user_id = u.id
        where ${kind} = any (${enabledKinds(clientId)})),
      inserted as (
        insert into notification
          (client_id, user_id, kind, params, link, dedupe_key, created_at, in_app, push_at, mail_at)
        select ${clientId}, user_id, ${kind}, ${JSON.stringify(truncateParams(input.params))}::jsonb, ${input.link},
          ${input.dedupeKey}, ${now}, in_app, case when push then ${now}::timestamptz end,
          case when email and not ${ownMail}::boolean then ${new Date(now.getTime() + MAIL_AFTER_MS)}::timestamptz end
        from wanted where in_app or push or (email and not ${ownMail}::boolean)
        order by user_id
        on conflict (client_id, user_id, dedupe_key) do nothing
        returning user_id, id)
      select w.user_id, w.email, t.id from wanted w left join inserted t on t.user_id = w.user_id`.execute(db)
    const created = rows.flatMap(({ user_id, id }) => (id === null ? [] : [[user_id, id] as const]))
    await announceNotifications(changes, db, clientId, created)
    return { mailTo: rows.filter(({ email }) => email).map((row) => row.user_id) }
  }

export const createWithdraw =
  ({ changes }: { changes: ChangeFeed }): Notifier['withdraw'] =>
  async (db, clientId, { dedupeKeys, withdrawn }) => {
    const { rows } = await sql<{ user_id: number }>`
      update notification set withdrawn = ${withdrawn}
      where client_id = ${clientId} and dedupe_key = any (${[...dedupeKeys]}::text[]) and withdrawn <> ${withdrawn}
      returning user_id`.execute(db)
    await announceNotifications(
      changes,
      db,
      clientId,
      rows.map(({ user_id }) => [user_id, 0] as const),
    )
  }
