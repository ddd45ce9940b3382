import './auth.tables.ts'
import { generateKeyPairSync } from 'node:crypto'
import { importJWK, type CryptoKey, type JWK } from 'jose'
import type { Core } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { open, seal } from './seal.ts'
import { currentClient } from './users.repository.ts'

export interface SigningKey {
  readonly kid: string
  readonly sign: CryptoKey
  readonly verify: CryptoKey
}

export interface SigningKeys {
  /** The tenant's newest key; made on first use. Opens a transaction of its own: never call it inside one. */
  readonly current: (clientId: number) => Promise<SigningKey>
  /** Looks in memory only: what a token names as its key never reaches a file, a query or another server. */
  readonly find: (clientId: number, kid: unknown) => Promise<SigningKey | undefined>
}

const ALGORITHM = 'EdDSA'
const about = (clientId: number, n: number) => `signing_key:${clientId}.${n}`

const importPair = async (jwk: JWK) => ({
  sign: (await importJWK(jwk, ALGORITHM)) as CryptoKey,
  verify: (await importJWK({ kty: 'OKP', crv: 'Ed25519', x: jwk.x ?? '' }, ALGORITHM)) as CryptoKey,
})

/** Ed25519 keys of each tenant, private parts sealed at rest (TRUST §8.2, §8.7). */
export const createSigningKeys = (core: Pick<Core, 'db' | 'secret' | 'clock'>): SigningKeys => {
  const masterKey = core.secret('auth.signing-keys')
  const loaded = new Map<number, Promise<readonly SigningKey[]>>()

  const read = (db: TenantDb) =>
    db
      .selectFrom('signing_key')
      .select(['n', 'public_x', 'private_enc', 'retired_at'])
      .where('client_id', '=', currentClient)
      .orderBy('n', 'desc')
      .execute()

  const makeFirst = async (db: TenantDb, clientId: number) => {
    const jwk = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
    await db
      .insertInto('signing_key')
      .values({
        client_id: currentClient,
        n: 1,
        public_x: jwk.x ?? '',
        private_enc: seal(masterKey, Buffer.from(jwk.d ?? '', 'utf8'), about(clientId, 1)),
        created_at: core.clock.now(),
      })
      // Another process may be making it at this very moment: one of the two wins, both then read it.
      .onConflict((conflict) => conflict.columns(['client_id', 'n']).doNothing())
      .execute()
  }

  const load = async (clientId: number): Promise<readonly SigningKey[]> => {
    const rows = await core.db.withTenant(clientId, async (db) => {
      const present = await read(db)
      if (present.some((row) => row.retired_at === null)) return present
      await makeFirst(db, clientId)
      return read(db)
    })
    const live = rows.filter((row) => row.retired_at === null)
    return Promise.all(
      [...live, ...rows.filter((row) => row.retired_at !== null)].map(async (row) => ({
        kid: `${clientId}.${row.n}`,
        ...(await importPair({
          kty: 'OKP',
          crv: 'Ed25519',
          x: row.public_x,
          d: open(masterKey, row.private_enc, about(clientId, row.n)).toString('utf8'),
        })),
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
