import './credential.tables.ts'
import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { TenantDb } from '#server/core/db/database.ts'
import type { StatusPlace } from './credential.ts'
import { LIST_LENGTH } from './status-list.ts'

/** A list is left half empty, so that a free place is found in a few tries. */
const PLACES_USED_MAX = LIST_LENGTH / 2
const TRIES = 20

const placeOf = async (db: TenantDb, clientId: number, certificateId: number): Promise<StatusPlace | null> =>
  (await db
    .selectFrom('credential_status')
    .select(['list', 'position'])
    .where('client_id', '=', clientId)
    .where('certificate_id', '=', certificateId)
    .executeTakeFirst()) ?? null

/** The same place for ever; it is chosen when the credential is signed for the first time. */
export const statusPlace = async (
  db: TenantDb,
  clientId: number,
  certificateId: number,
): Promise<StatusPlace> => {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const known = await placeOf(db, clientId, certificateId)
    if (known) return known
    const { rows } = await sql<{ used: string }>`
      select count(*) as used from credential_status where client_id = ${clientId}`.execute(db)
    const list = Math.floor(Number(rows[0]?.used ?? 0) / PLACES_USED_MAX) + 1
    await db
      .insertInto('credential_status')
      .values({ client_id: clientId, certificate_id: certificateId, list, position: randomInt(LIST_LENGTH) })
      // Taken by another credential, or a parallel call was faster.
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  throw new Error(`no place in a status list for certificate ${certificateId}`)
}

/** The places of revoked and replaced certificates; null for a list that does not exist. */
export const endedPlaces = async (
  db: TenantDb,
  clientId: number,
  list: number,
): Promise<{ positions: number[]; since: Date } | null> => {
  const { rows } = await sql<{ position: number; has_ended: boolean; since: Date }>`
    select s.position, (c.revoked_at is not null or c.replaced_at is not null) as has_ended,
      min(c.issued_at) over () as since
    from credential_status s
    join certificate c on c.client_id = s.client_id and c.id = s.certificate_id
    where s.client_id = ${clientId} and s.list = ${list}`.execute(db)
  const [first] = rows
  if (!first) return null
  return {
    positions: rows.flatMap(({ position, has_ended: ended }) => (ended ? [position] : [])),
    since: first.since,
  }
}
