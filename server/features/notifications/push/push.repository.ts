import '../notifications.tables.ts'
import { sql } from 'kysely'
import { PUSH_DEVICES_MAX, type NotificationKind } from '#contract/notifications/notifications.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { NotificationParams } from '../notifications.tables.ts'

interface Own {
  clientId: number
  userId: number
}

export interface Device {
  id: number
  endpoint: string
  p256dh: string
  auth: string
}

/** Subscriptions whose session is still signed in: a device that was signed out elsewhere is told nothing. */
const live = (clientId: number, now: Date) => sql`
  exists (select from user_session u where u.client_id = ${clientId} and u.id::text = s.session_id
    and u.user_id = s.user_id and u.revoked_at is null
    and u.idle_expires_at > ${now} and u.absolute_expires_at > ${now})`

export const devicesOf = async (db: TenantDb, { clientId, userId }: Own, now: Date): Promise<Device[]> => {
  const { rows } = await sql<Device>`
    select s.id, s.endpoint, s.p256dh, s.auth from push_subscription s
    where s.client_id = ${clientId} and s.user_id = ${userId} and ${live(clientId, now)} order by s.id`.execute(
    db,
  )
  return rows
}

export const countDevices = async (db: TenantDb, own: Own, now: Date): Promise<number> =>
  (await devicesOf(db, own, now)).length

/** A browser belongs to whoever asked last; a person's oldest goes beyond the most. */
export const addDevice = async (
  db: TenantDb,
  { clientId, userId }: Own,
  device: Omit<Device, 'id'> & { sessionId: string; at: Date },
): Promise<void> => {
  await sql`
    insert into push_subscription (client_id, user_id, session_id, endpoint, p256dh, auth, created_at)
    values (${clientId}, ${userId}, ${device.sessionId}, ${device.endpoint}, ${device.p256dh}, ${device.auth}, ${device.at})
    on conflict (client_id, endpoint) do update set user_id = excluded.user_id, session_id = excluded.session_id,
      p256dh = excluded.p256dh, auth = excluded.auth, created_at = excluded.created_at`.execute(db)
  await sql`
    delete from push_subscription where client_id = ${clientId} and user_id = ${userId} and id not in (
      select id from push_subscription where client_id = ${clientId} and user_id = ${userId}
      order by created_at desc, id desc limit ${PUSH_DEVICES_MAX})`.execute(db)
}

export const forgetOwnDevice = async (
  db: TenantDb,
  { clientId, userId }: Own,
  endpoint: string,
): Promise<void> => {
  await sql`delete from push_subscription where client_id = ${clientId} and user_id = ${userId}
    and endpoint = ${endpoint}`.execute(db)
}

export const forgetDevice = async (db: TenantDb, clientId: number, id: number): Promise<void> => {
  await sql`delete from push_subscription where client_id = ${clientId} and id = ${id}`.execute(db)
}

export interface DuePush {
  id: number
  user_id: number
  kind: NotificationKind
  params: NotificationParams
  link: string
  push_tries: number
}

/** Takes what is due in hand: leased, so that a crash repeats it and two processes do not both send it. */
export const claimPushes = async (
  db: TenantDb,
  clientId: number,
  of: { now: Date; leaseMs: number; limit: number },
): Promise<DuePush[]> => {
  const { rows } = await sql<DuePush & { over: boolean }>`
    update notification set push_tries = push_tries + 1,
      push_at = case when withdrawn or read_at is not null then null
        else ${new Date(of.now.getTime() + of.leaseMs)}::timestamptz end
    where client_id = ${clientId} and id in (
      select id from notification where client_id = ${clientId} and push_at <= ${of.now}
      order by push_at, id limit ${of.limit} for update skip locked)
    returning id, user_id, kind, params, link, push_tries, push_at is null as over`.execute(db)
  return rows.filter((row) => !row.over).sort((a, b) => a.id - b.id)
}

/** One decision about a person at a time, whichever process makes it. */
export const lockPerson = async (db: TenantDb, { clientId, userId }: Own): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext('notification_push'), hashtext(${`${clientId}:${userId}`}))`.execute(
    db,
  )
}

/** Says when a push is due (null: it is not any more) and when it counted for the day's number (null: it did not). */
export const settlePush = async (
  db: TenantDb,
  clientId: number,
  id: number,
  to: { pushAt: Date | null; pushedAt: Date | null; fresh?: boolean },
): Promise<void> => {
  await sql`update notification set push_at = ${to.pushAt}, pushed_at = ${to.pushedAt},
    push_tries = case when ${to.fresh ?? false}::boolean then 0 else push_tries end
    where client_id = ${clientId} and id = ${id}`.execute(db)
}

/** When the person was pushed to lately. */
export const pushedSince = async (db: TenantDb, { clientId, userId }: Own, from: Date): Promise<Date[]> => {
  const { rows } = await sql<{ pushed_at: Date }>`select pushed_at from notification
    where client_id = ${clientId} and user_id = ${userId} and pushed_at > ${from}`.execute(db)
  return rows.map((row) => row.pushed_at)
}

/** Browsers whose session ended long enough ago that nobody comes back with it. */
export const forgetDeadDevices = async (db: TenantDb, clientId: number, now: Date): Promise<void> => {
  await sql`delete from push_subscription s where s.client_id = ${clientId} and not ${live(clientId, now)}`.execute(
    db,
  )
}
