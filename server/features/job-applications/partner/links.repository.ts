import '../applications.tables.ts'
import { sql } from 'kysely'
import type { TenantDb } from '#server/core/db/database.ts'

export interface LinkRow {
  id: number
  job_id: number
  name: string
  nonce: string
  expires_at: Date
  revoked_at: Date | null
  views: number
  viewed_at: Date | null
  created_at: Date
}

const columns = [
  'id',
  'job_id',
  'name',
  'nonce',
  'expires_at',
  'revoked_at',
  'views',
  'viewed_at',
  'created_at',
] as const

export const linksOf = (db: TenantDb, clientId: number, jobId: number): Promise<LinkRow[]> =>
  db
    .selectFrom('job_partner_link')
    .select([...columns])
    .where('client_id', '=', clientId)
    .where('job_id', '=', jobId)
    .orderBy('id', 'desc')
    .execute()

/** Any link; whether it still opens anything decides the caller. */
export const linkById = async (db: TenantDb, clientId: number, id: number): Promise<LinkRow | null> =>
  (await db
    .selectFrom('job_partner_link')
    .select([...columns])
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .executeTakeFirst()) ?? null

export interface NewLink {
  jobId: number
  name: string
  nonce: string
  expiresAt: Date
  createdBy: number
  createdKey: string
  now: Date
}

/** False if a link with this key is there already. */
export const insertLink = async (db: TenantDb, clientId: number, link: NewLink): Promise<boolean> => {
  const row = await db
    .insertInto('job_partner_link')
    .values({
      client_id: clientId,
      job_id: link.jobId,
      name: link.name,
      nonce: link.nonce,
      expires_at: link.expiresAt,
      revoked_at: null,
      viewed_at: null,
      created_by: link.createdBy,
      created_key: link.createdKey,
      created_at: link.now,
    })
    .onConflict((conflict) => conflict.columns(['client_id', 'job_id', 'created_key']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** False if it was revoked before, or is not one of the job's. */
export const markRevoked = async (
  db: TenantDb,
  clientId: number,
  { jobId, linkId, now }: { jobId: number; linkId: number; now: Date },
): Promise<boolean> => {
  const row = await db
    .updateTable('job_partner_link')
    .set({ revoked_at: now })
    .where('client_id', '=', clientId)
    .where('job_id', '=', jobId)
    .where('id', '=', linkId)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export const countView = async (db: TenantDb, clientId: number, id: number, now: Date): Promise<void> => {
  await db
    .updateTable('job_partner_link')
    .set({ views: sql<number>`views + 1`, viewed_at: now })
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .execute()
}
