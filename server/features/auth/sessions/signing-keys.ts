import '../auth.tables.ts'
import { generateKeyPairSync } from 'node:crypto'
import { importJWK, type CryptoKey, type JWK } from 'jose'
import type { Selectable } from 'kysely'
import type { Core } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { Tables } from '#server/core/db/tables.ts'
import type { EncryptedColumn } from '#server/core/security/reencrypt.ts'
import { currentClient } from '../users.repository.ts'

export interface SigningKey {
  readonly kid: string
  readonly sign: CryptoKey
  readonly verify: CryptoKey
}

export interface SigningKeys {
  /**
   * The tenant's newest key, created on first use. Opens a transaction of its own: never call it inside
   * one.
   */
  readonly current: (clientId: number) => Promise<SigningKey>
  /** Looks in memory only: the key id of a token must never reach a file, a query or another server. */
  readonly find: (clientId: number, kid: unknown) => Promise<SigningKey | undefined>
}

const ALGORITHM = 'EdDSA'
const PURPOSE = 'auth.signing-keys'
const encryptionContext = (clientId: number, n: number) => `signing_key:${clientId}.${n}`

/** For a new master key. */
export const signingKeyColumn: EncryptedColumn = {
  table: 'signing_key',
  column: 'private_enc',
  key: ['n'],
  purpose: PURPOSE,
  isTenants: true,
  context: (clientId, { n }) => encryptionContext(clientId, Number(n)),
}

type Row = Pick<Selectable<Tables['signing_key']>, 'n' | 'public_x' | 'private_enc' | 'retired_at'>
type DecryptedRow = Row & { d: string }

const importPair = async (jwk: JWK) => ({
  sign: (await importJWK(jwk, ALGORITHM)) as CryptoKey,
  verify: (await importJWK({ kty: 'OKP', crv: 'Ed25519', x: jwk.x ?? '' }, ALGORITHM)) as CryptoKey,
})

/** Ed25519 keys of each tenant; private keys are encrypted at rest (trust 8.2, trust 8.7). */
export const createSigningKeys = (core: Pick<Core, 'db' | 'vault' | 'clock'>): SigningKeys => {
  const loaded = new Map<number, Promise<readonly SigningKey[]>>()

  const read = (db: TenantDb): Promise<Row[]> =>
    db
      .selectFrom('signing_key')
      .select(['n', 'public_x', 'private_enc', 'retired_at'])
      .where('client_id', '=', currentClient)
      .orderBy('n', 'desc')
      .execute()

  const insertKey = async (db: TenantDb, clientId: number, n: number) => {
    const jwk = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
    await db
      .insertInto('signing_key')
      .values({
        client_id: currentClient,
        n,
        public_x: jwk.x ?? '',
        private_enc: core.vault.encrypt(
          PURPOSE,
          Buffer.from(jwk.d ?? '', 'utf8'),
          encryptionContext(clientId, n),
        ),
        created_at: core.clock.now(),
      })
      // Another process may create the same key: one of the two wins, and both read it.
      .onConflict((conflict) => conflict.columns(['client_id', 'n']).doNothing())
      .execute()
  }

  /** Null for a key that was encrypted under another master key; it cannot be recovered. */
  const decryptRow = (clientId: number, row: Row): DecryptedRow | null => {
    try {
      return {
        ...row,
        d: core.vault.decrypt(PURPOSE, row.private_enc, encryptionContext(clientId, row.n)).toString('utf8'),
      }
    } catch {
      return null
    }
  }
  const usableKeys = async (db: TenantDb, clientId: number) => {
    const rows = await read(db)
    const keys = rows.flatMap((row) => decryptRow(clientId, row) ?? [])
    return { keys, hasActive: keys.some((key) => key.retired_at === null), nextN: (rows[0]?.n ?? 0) + 1 }
  }

  const load = async (clientId: number): Promise<readonly SigningKey[]> => {
    const keys = await core.db.withTenant(clientId, async (db) => {
      const existing = await usableKeys(db, clientId)
      if (existing.hasActive) return existing.keys
      await insertKey(db, clientId, existing.nextN)
      return (await usableKeys(db, clientId)).keys
    })
    const newestFirst = [
      ...keys.filter((key) => key.retired_at === null),
      ...keys.filter((key) => key.retired_at !== null),
    ]
    return Promise.all(
      newestFirst.map(async (key) => ({
        kid: `${clientId}.${key.n}`,
        ...(await importPair({ kty: 'OKP', crv: 'Ed25519', x: key.public_x, d: key.d })),
      })),
    )
  }

  const keysOf = (clientId: number) => {
    let keys = loaded.get(clientId)
    if (!keys) {
      keys = load(clientId)
      loaded.set(clientId, keys)
      keys.catch(() => loaded.delete(clientId))
    }
    return keys
  }
  return {
    current: async (clientId) => {
      const [newest] = await keysOf(clientId)
      if (!newest) throw new Error(`no signing key for client ${clientId}`)
      return newest
    },
    find: async (clientId, kid) => (await keysOf(clientId)).find((key) => key.kid === kid),
  }
}
