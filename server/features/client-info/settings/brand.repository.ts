import '../clients.tables.ts'
import { sql } from 'kysely'
import type { BrandSettings } from '#contract/client-info/brand.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { countStored, uncountStored } from '#server/core/stored-bytes.ts'

/** One admin at a time changes the client's settings. */
export const lockClient = async (db: TenantDb, clientId: number): Promise<void> => {
  await sql`select from client where client_id = ${clientId} for update`.execute(db)
}

export interface DraftRow {
  settings: unknown
  number: number
}

export const readDraft = async (db: TenantDb, clientId: number): Promise<DraftRow> =>
  (await db
    .selectFrom('client_brand_draft')
    .select(['settings', 'number'])
    .where('client_id', '=', clientId)
    .executeTakeFirst()) ?? { settings: null, number: 0 }

/** Null: there is no draft any more. */
export const writeDraft = async (
  db: TenantDb,
  clientId: number,
  { settings, number, now }: { settings: BrandSettings | null; number: number; now: Date },
): Promise<void> => {
  const row = { settings: settings && JSON.stringify(settings), number, saved_at: now }
  await db
    .insertInto('client_brand_draft')
    .values({ client_id: clientId, ...row })
    .onConflict((conflict) => conflict.column('client_id').doUpdateSet(row))
    .execute()
}

export interface VersionRow {
  version: number
  settings: unknown
  published_at: Date
  published_by: string | null
  restored_from: number | null
}

/** The newest first. */
export const readVersions = (
  db: TenantDb,
  clientId: number,
  { limit, only }: { limit: number; only?: number },
): Promise<VersionRow[]> =>
  db
    .selectFrom('client_brand_version as v')
    .leftJoin('app_user as u', (join) =>
      join.onRef('u.client_id', '=', 'v.client_id').onRef('u.id', '=', 'v.published_by'),
    )
    .select(['v.version', 'v.settings', 'v.published_at', 'u.full_name as published_by', 'v.restored_from'])
    .where('v.client_id', '=', clientId)
    .$if(only !== undefined, (query) => query.where('v.version', '=', only ?? 0))
    .orderBy('v.version', 'desc')
    .limit(limit)
    .execute()

export interface NewVersion {
  version: number
  settings: BrandSettings
  now: Date
  by: number | null
  restoredFrom: number | null
}

export const insertVersion = async (
  db: TenantDb,
  clientId: number,
  { version, settings, now, by, restoredFrom }: NewVersion,
): Promise<void> => {
  await db
    .insertInto('client_brand_version')
    .values({
      client_id: clientId,
      version,
      settings: JSON.stringify(settings),
      published_at: now,
      published_by: by,
      restored_from: restoredFrom,
    })
    .execute()
}

/** The columns of the client from which everybody reads its brand. */
export const writeClientBrand = async (
  db: TenantDb,
  clientId: number,
  { version, settings, theme }: { version: number; settings: BrandSettings; theme: object },
): Promise<void> => {
  await db
    .updateTable('client')
    .set({
      name: settings.name,
      short_name: settings.short_name,
      brand_colour: settings.colour,
      theme: JSON.stringify(theme),
      brand_version: version,
      updated_at: sql<Date>`now()`,
    })
    .where('client_id', '=', clientId)
    .execute()
}

export const readPicture = async (db: TenantDb, clientId: number, id: string): Promise<Buffer | null> =>
  (
    await db
      .selectFrom('client_picture')
      .select('content')
      .where('client_id', '=', clientId)
      .where('id', '=', id)
      .executeTakeFirst()
  )?.content ?? null

/** How many of these pictures the client has; they stay until the transaction ends. */
export const countPictures = async (
  db: TenantDb,
  clientId: number,
  ids: readonly string[],
): Promise<number> => {
  const { rows } = await sql`
    select from client_picture
    where client_id = ${clientId} and id = any(${ids as string[]}) for share`.execute(db)
  return rows.length
}

/** The name under which its bytes count as stored. */
const storedName = (id: string): string => `brand/${id}`

/** Throws if the plan has no room for it. */
export const addPicture = async (
  db: TenantDb,
  clientId: number,
  { id, content, now }: { id: string; content: Buffer; now: Date },
): Promise<void> => {
  await countStored(db, clientId, { name: storedName(id), bytes: content.length })
  await db
    .insertInto('client_picture')
    .values({ client_id: clientId, id, content, uploaded_at: now })
    .onConflict((conflict) => conflict.columns(['client_id', 'id']).doUpdateSet({ uploaded_at: now }))
    .execute()
}

/** Those uploaded before `before` that neither the draft nor a version names. */
export const removeUnusedPictures = async (db: TenantDb, clientId: number, before: Date): Promise<void> => {
  const { rows } = await sql<{ id: string }>`
    with named as (
      select settings from client_brand_version where client_id = ${clientId}
      union all
      select settings from client_brand_draft where client_id = ${clientId} and settings is not null
    )
    delete from client_picture p
    where p.client_id = ${clientId} and p.uploaded_at < ${before}
      and not exists (select from named where p.id in (
        named.settings ->> 'logo', named.settings ->> 'logo_dark', named.settings ->> 'icon',
        named.settings -> 'sign_in' ->> 'picture'))
    returning p.id`.execute(db)
  await uncountStored(
    db,
    clientId,
    rows.map(({ id }) => storedName(id)),
  )
}
