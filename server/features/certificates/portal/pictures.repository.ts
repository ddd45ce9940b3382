/** Pictures of templates: who uploaded one keeps it for a while, and a template that names it for as long as it exists. */
import '../certificates.tables.ts'
import { sql } from 'kysely'
import type { TenantDb } from '#server/core/db/database.ts'

const client = sql<number>`current_client_id()`

export const addPicture = async (db: TenantDb, path: string, now: Date): Promise<void> => {
  await db
    .insertInto('certificate_picture')
    .values({ client_id: client, path, uploaded_at: now })
    .onConflict((conflict) => conflict.columns(['client_id', 'path']).doUpdateSet({ uploaded_at: now }))
    .execute()
}

/** Until the transaction ends the sweep leaves these alone; waits for a sweep that has them. */
export const holdPictures = async (db: TenantDb, paths: readonly string[]): Promise<void> => {
  await sql`select from certificate_picture
    where client_id = current_client_id() and path = any (${[...paths]}::text[]) for key share`.execute(db)
}

/**
 * Forgets those uploaded before `before` that neither a version nor a draft names, and returns their paths. Two statements:
 * the second one sees what was saved while the first one waited for its locks.
 */
export const removeUnusedPictures = async (db: TenantDb, before: Date): Promise<string[]> => {
  const { rows: old } = await sql<{ path: string }>`
    select path from certificate_picture
    where client_id = current_client_id() and uploaded_at < ${before} for update skip locked`.execute(db)
  if (old.length === 0) return []
  const { rows } = await sql<{ path: string }>`
    delete from certificate_picture p
    where p.client_id = current_client_id() and p.path = any (${old.map(({ path }) => path)}::text[])
      and not exists (select from certificate_template_version v where v.client_id = p.client_id
        and (v.options ->> 'background' = p.path
          or v.signatures @> jsonb_build_array(jsonb_build_object('picture', p.path))))
      and not exists (select from certificate_template t where t.client_id = p.client_id
        and (t.draft ->> 'background' = p.path
          or t.draft -> 'signatures' @> jsonb_build_array(jsonb_build_object('picture', p.path))))
    returning p.path`.execute(db)
  return rows.map(({ path }) => path)
}
