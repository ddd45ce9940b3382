import '../emails.tables.ts'
import { sql, type Selectable } from 'kysely'
import type { TenantDb } from '#server/core/db/database.ts'
import type { Tables } from '#server/core/db/tables.ts'
import type { SenderKey } from './sender-key.ts'

export type SenderRecord = Selectable<Tables['mail_sender']>

export const readSender = (db: TenantDb): Promise<SenderRecord | undefined> =>
  db
    .selectFrom('mail_sender')
    .selectAll()
    .where('client_id', '=', sql<number>`current_client_id()`)
    .executeTakeFirst()

/** Another domain needs another key; it counts once its record is found. */
export const replaceSender = async (
  db: TenantDb,
  {
    address,
    domain,
    key,
    by,
    now,
  }: { address: string; domain: string; key: SenderKey; by: number; now: Date },
): Promise<void> => {
  await removeSender(db)
  await db
    .insertInto('mail_sender')
    .values({
      client_id: sql<number>`current_client_id()`,
      address,
      domain,
      selector: key.selector,
      public_key: key.publicKey,
      private_enc: key.encrypted,
      verified_at: null,
      checked_at: null,
      made_by: by,
      made_at: now,
    })
    .execute()
}

export const changeAddress = async (db: TenantDb, address: string): Promise<void> => {
  await sql`update mail_sender set address = ${address} where client_id = current_client_id()`.execute(db)
}

/** Only the key that was looked for: somebody may have chosen another domain meanwhile. */
export const noteCheck = async (
  db: TenantDb,
  selector: string,
  { isVerified, now }: { isVerified: boolean; now: Date },
): Promise<void> => {
  await sql`
    update mail_sender set checked_at = ${now},
      verified_at = case when ${isVerified} then coalesce(verified_at, ${now}) end
    where client_id = current_client_id() and selector = ${selector}`.execute(db)
}

export const removeSender = async (db: TenantDb): Promise<void> => {
  await sql`delete from mail_sender where client_id = current_client_id()`.execute(db)
}
