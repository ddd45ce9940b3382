import '../notifications.tables.ts'
import { sql } from 'kysely'
import { PUSH_DEVICES_MAX, type NotificationKind } from '#contract/notifications/notifications.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { enabledKinds } from '../enabled-kinds.ts'
import type { NotificationParams } from '../notifications.tables.ts'

interface UserRef {
  clientId: number
  userId: number
}

export interface Device {
  id: number
  endpoint: string
  p256dh: string
  auth: string
}

/** Subscriptions whose session is still active: a signed-out device gets no pushes. */
const isActive = (clientId: number, now: Date) => sql`
  exists (select from user_session u where u.client_id = ${clientId} and u.id::text = s.session_id
    and u.user_id = s.user_id and u.revoked_at is null
    and u.idle_expires_at > ${now} and u.absolute_expires_at > ${now})`

export const devicesOf = async (
  db: TenantDb,
  { clientId, userId }: UserRef,
  now: Date,
): Promise<Device[]> => {
  const { rows } = await sql<Device>`
    select s.id, s.endpoint, s.p256dh, s.auth from push_subscription s
    where s.client_id = ${clientId} and s.user_id = ${userId} and ${isActive(clientId, now)} order by s.id`.execute(
    db,
  )
  return rows
}

export const countDevices = async (db: TenantDb, user: UserRef, now: Date): Promise<number> =>
  (await devicesOf(db, user, now)).length

/** A browser belongs to whoever subscribed last. Beyond the maximum a person's oldest device is removed. */
export const addDevice = async (
  db: TenantDb,
  { clientId, userId }: UserRef,
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

export const removeDeviceOf = async (
  db: TenantDb,
  { clientId, userId }: UserRef,
  endpoint: string,
): Promise<void> => {
  await sql`delete from push_subscription where client_id = ${clientId} and user_id = ${userId}
    and endpoint = ${endpoint}`.execute(db)
}

export const removeDevice = async (db: TenantDb, clientId: number, id: number): Promise<void> => {
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

/** Leases due pushes: a crash repeats them, and two processes never send the same one. */
export const claimPushes = async (
  db: TenantDb,
  clientId: number,
  lease: { now: Date; leaseMs: number; limit: number },
): Promise<DuePush[]> => {
  const { rows } = await sql<DuePush & { is_obsolete: boolean }>`
    update notification set push_tries = push_tries + 1,
      push_at = case when withdrawn or read_at is not null or kind <> all (${enabledKinds(clientId)}) then null
        else ${new Date(lease.now.getTime() + lease.leaseMs)}::timestamptz end
    where client_id = ${clientId} and id in (
      select id from notification where client_id = ${clientId} and push_at <= ${lease.now}
      order by push_at, id limit ${lease.limit} for update skip locked)
    returning id, user_id, kind, params, link, push_tries, push_at is null as is_obsolete`.execute(db)
  return rows.filter((row) => !row.is_obsolete).sort((a, b) => a.id - b.id)
}

/** Serializes push decisions for one person across processes. */
export const lockPerson = async (db: TenantDb, { clientId, userId }: UserRef): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext('notification_push'), hashtext(${`${clientId}:${userId}`}))`.execute(
    db,
  )
}

/** Sets when a push is due (null: never) and when it counted for the daily maximum (null: it did not). */
export const updatePush = async (
  db: TenantDb,
  clientId: number,
  id: number,
  change: { pushAt: Date | null; pushedAt: Date | null; resetTries?: boolean },
): Promise<void> => {
  await sql`update notification set push_at = ${change.pushAt}, pushed_at = ${change.pushedAt},
    push_tries = case when ${change.resetTries ?? false}::boolean then 0 else push_tries end
    where client_id = ${clientId} and id = ${id}`.execute(db)
}

/** When the person received pushes recently. */
export const pushedSince = async (
  db: TenantDb,
  { clientId, userId }: UserRef,
  since: Date,
): Promise<Date[]> => {
  const { rows } = await sql<{ pushed_at: Date }>`select pushed_at from notification
    where client_id = ${clientId} and user_id = ${userId} and pushed_at > ${since}`.execute(db)
  return rows.map((row) => row.pushed_at)
}

/** Removes devices whose session has ended. */
export const removeInactiveDevices = async (db: TenantDb, clientId: number, now: Date): Promise<void> => {
  await sql`delete from push_subscription s where s.client_id = ${clientId} and not ${isActive(clientId, now)}`.execute(
    db,
  )
}
