import '../certificates.tables.ts'
import { sql, type Selectable } from 'kysely'
import type { TenantDb } from '#server/core/db/database.ts'
import type { Tables } from '#server/core/db/tables.ts'

export type DownloadRow = Selectable<Tables['certificate_download']>
const client = sql<number>`current_client_id()`

export interface NewDownload {
  readonly id: string
  readonly by: number
  readonly ids: readonly number[]
  readonly origin: string
  readonly namesClient: boolean
  readonly now: Date
  readonly expiresAt: Date
}

/** False if this call began it before. */
export const addDownload = async (db: TenantDb, wanted: NewDownload): Promise<boolean> => {
  const row = await db
    .insertInto('certificate_download')
    .values({
      client_id: client,
      id: wanted.id,
      asked_by: wanted.by,
      asked_at: wanted.now,
      state: 'waiting',
      certificate_ids: [...wanted.ids],
      origin: wanted.origin,
      names_client: wanted.namesClient,
      next_try_at: wanted.now,
      expires_at: wanted.expiresAt,
    })
    .onConflict((conflict) => conflict.columns(['client_id', 'id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export const readDownload = (db: TenantDb, id: string): Promise<DownloadRow | undefined> =>
  db
    .selectFrom('certificate_download')
    .selectAll()
    .where('client_id', '=', client)
    .where('id', '=', id)
    .executeTakeFirst()

/** The next one to make. It is taken again after the pause if this run does not finish. */
export const takeDownload = async (
  db: TenantDb,
  { now, retryAt }: { now: Date; retryAt: Date },
): Promise<DownloadRow | undefined> => {
  const { rows } = await sql<DownloadRow>`
    update certificate_download set tries = tries + 1, done = 0, next_try_at = ${retryAt}
    where client_id = current_client_id() and id = (
      select id from certificate_download
      where client_id = current_client_id() and state = 'waiting' and next_try_at <= ${now}
      order by next_try_at limit 1 for update skip locked)
    returning *`.execute(db)
  return rows[0]
}

const update = (db: TenantDb, id: string) =>
  db
    .updateTable('certificate_download')
    .where('client_id', '=', client)
    .where('id', '=', id)
    .where('state', '=', 'waiting')

/** Nobody else takes it while it goes on. */
export const putProgress = (db: TenantDb, id: string, at: { done: number; retryAt: Date }) =>
  update(db, id).set({ done: at.done, next_try_at: at.retryAt }).execute()

export const finishDownload = (db: TenantDb, id: string, at: { url: string; done: number }) =>
  update(db, id).set({ state: 'ready', file_url: at.url, done: at.done }).execute()

export const failDownload = (db: TenantDb, id: string) => update(db, id).set({ state: 'failed' }).execute()

/** Removes old ones and returns the addresses of their files. */
export const removeExpired = async (db: TenantDb, now: Date): Promise<string[]> => {
  const rows = await db
    .deleteFrom('certificate_download')
    .where('client_id', '=', client)
    .where('expires_at', '<=', now)
    .returning('file_url')
    .execute()
  return rows.flatMap(({ file_url: url }) => (url === null ? [] : [url]))
}
