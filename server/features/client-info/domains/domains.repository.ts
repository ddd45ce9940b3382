import '../clients.tables.ts'
import './domains.tables.ts'
import { sql } from 'kysely'
import type { TenantDb } from '#server/core/db/database.ts'

export interface DomainRow {
  id: number
  host: string
  token: string
  checked_at: Date | null
  verified_at: Date | null
}

const columns = ['id', 'host', 'token', 'checked_at', 'verified_at'] as const

export const readDomains = (db: TenantDb, clientId: number): Promise<DomainRow[]> =>
  db.selectFrom('client_domain').select(columns).where('client_id', '=', clientId).orderBy('host').execute()

export const readDomain = (db: TenantDb, clientId: number, id: number): Promise<DomainRow | undefined> =>
  db
    .selectFrom('client_domain')
    .select(columns)
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .executeTakeFirst()

/** The names by which requests find the client. */
export const readHosts = (db: TenantDb, clientId: number): Promise<{ host: string; in_links: boolean }[]> =>
  db
    .selectFrom('client_host')
    .select(['host', 'in_links'])
    .where('client_id', '=', clientId)
    .orderBy('host')
    .execute()

export const insertDomain = async (
  db: TenantDb,
  clientId: number,
  row: { host: string; token: string; now: Date },
): Promise<void> => {
  await db
    .insertInto('client_domain')
    .values({
      client_id: clientId,
      host: row.host,
      token: row.token,
      added_at: row.now,
      checked_at: null,
      verified_at: null,
    })
    .execute()
}

export const writeCheck = async (
  db: TenantDb,
  clientId: number,
  { id, now, isVerified }: { id: number; now: Date; isVerified: boolean },
): Promise<void> => {
  await db
    .updateTable('client_domain')
    .set({ checked_at: now, ...(isVerified && { verified_at: now }) })
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .execute()
}

/** False when the name leads to another client. Its pages answer there from the commit on. */
export const claimHost = async (db: TenantDb, clientId: number, host: string): Promise<boolean> => {
  await sql`
    insert into client_host (client_id, host, in_links) values (${clientId}, ${host}, false)
    on conflict (host) do nothing`.execute(db)
  const { rows } = await sql`
    select from client_host where client_id = ${clientId} and host = ${host}`.execute(db)
  return rows.length > 0
}

export const removeDomain = async (
  db: TenantDb,
  clientId: number,
  { id, host }: Pick<DomainRow, 'id' | 'host'>,
): Promise<void> => {
  await sql`delete from client_host where client_id = ${clientId} and host = ${host}`.execute(db)
  await db.deleteFrom('client_domain').where('client_id', '=', clientId).where('id', '=', id).execute()
}

/** Links lead to this host alone; null: to those that the operator set up. */
export const writeLinkHost = async (db: TenantDb, clientId: number, host: string | null): Promise<void> => {
  await sql`
    update client_host h set in_links = case
      when ${host}::text is not null then h.host = ${host}
      else not exists (
        select from client_domain d where d.client_id = ${clientId} and d.host = h.host)
      end
    where h.client_id = ${clientId}`.execute(db)
}
