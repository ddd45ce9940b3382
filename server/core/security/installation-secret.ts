/**
 * The secret from which signatures derive: refresh tokens, links in mails, tickets, the keys of people's devices. It is
 * stored encrypted, so a new master key ends no session and breaks no link.
 */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Clock } from '../clock.ts'
import { ConfigError } from '../config.ts'
import type { Database, TenantDb } from '../db/database.ts'
import type { EncryptedColumn } from './reencrypt.ts'
import type { Vault } from './vault.ts'

declare module '../db/tables.ts' {
  interface Tables {
    installation_secret: { id: number; secret_enc: Buffer; created_at: Date }
  }
}

const BYTES = 32
const PURPOSE = 'installation-secret'
const CONTEXT = 'installation_secret:1'

const insertSecret = (db: TenantDb, vault: Vault, secret: Buffer, now: Date) =>
  db
    .insertInto('installation_secret')
    .values({ id: 1, secret_enc: vault.encrypt(PURPOSE, secret, CONTEXT), created_at: now })
    // Another process may create it at the same time: one of the two wins, and both read it.
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()

const findStored = async (db: TenantDb) =>
  (await db.selectFrom('installation_secret').select('secret_enc').executeTakeFirst())?.secret_enc

/** Until now the master key itself was the secret: an installation that has clients keeps it. */
const firstSecret = async (db: TenantDb, masterKey: Buffer): Promise<Buffer> => {
  const { rows } = await sql`select list_client_ids() limit 1`.execute(db)
  return rows.length > 0 ? masterKey : randomBytes(BYTES)
}

/** Reads the secret, or creates it on the first start. */
export const readInstallationSecret = async (
  { database, clock }: { database: Database; clock: Clock },
  vault: Vault,
  masterKey: Buffer,
): Promise<Buffer> => {
  const stored = await database.withoutTenant(async (db) => {
    const found = await findStored(db)
    if (found) return found
    await insertSecret(db, vault, await firstSecret(db, masterKey), clock.now())
    return findStored(db)
  })
  try {
    return vault.decrypt(PURPOSE, stored ?? Buffer.alloc(0), CONTEXT)
  } catch (cause) {
    throw new ConfigError(
      'MASTER_KEY: this database belongs to another master key. Set the right one (or put back DATA_DIR/master.key). If it is lost: npm run keys -- reset',
      { cause },
    )
  }
}

/** A new secret in place of one that nobody can read any more. */
export const replaceInstallationSecret = (db: TenantDb, vault: Vault, now: Date) =>
  db
    .insertInto('installation_secret')
    .values({
      id: 1,
      secret_enc: vault.encrypt(PURPOSE, randomBytes(BYTES), CONTEXT),
      created_at: now,
    })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet((row) => ({ secret_enc: row.ref('excluded.secret_enc'), created_at: now })),
    )
    .execute()

export const installationSecretColumn: EncryptedColumn = {
  table: 'installation_secret',
  column: 'secret_enc',
  key: ['id'],
  purpose: PURPOSE,
  isTenants: false,
  context: () => CONTEXT,
}
