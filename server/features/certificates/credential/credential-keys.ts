/** Each client's Ed25519 keys for credentials, encrypted at rest. A key signs for a year; its successor takes over. */
import './credential.tables.ts'
import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import type { Core } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { EncryptedColumn } from '#server/core/security/reencrypt.ts'

const PURPOSE = 'certificates.credential-keys'
const YEAR_MS = 365 * 86_400_000
const contextOf = (clientId: number, n: number) => `credential_key:${clientId}.${n}`

/** For a new master key. */
export const credentialKeyColumn: EncryptedColumn = {
  table: 'credential_key',
  column: 'private_enc',
  key: ['n'],
  purpose: PURPOSE,
  isTenants: true,
  context: (clientId, { n }) => contextOf(clientId, Number(n)),
}

interface CredentialKey {
  readonly publicKey: Buffer
  readonly key: KeyObject
}

type Context = Pick<Core, 'vault' | 'clock'>

const keysOf = (db: TenantDb, clientId: number) =>
  db.selectFrom('credential_key').selectAll().where('client_id', '=', clientId).orderBy('n', 'desc').execute()

/** The raw public keys, the newest first. */
export const publicKeys = async (db: TenantDb, clientId: number): Promise<Buffer[]> =>
  (await keysOf(db, clientId)).map(({ public_key: bytes }) => bytes)

/** Makes the next key; two processes make one of them. */
export const addKey = async ({ vault, clock }: Context, db: TenantDb, clientId: number, n: number) => {
  const pair = generateKeyPairSync('ed25519')
  const { x = '' } = pair.publicKey.export({ format: 'jwk' })
  const secret = pair.privateKey.export({ format: 'der', type: 'pkcs8' })
  await db
    .insertInto('credential_key')
    .values({
      client_id: clientId,
      n,
      public_key: Buffer.from(x, 'base64url'),
      private_enc: vault.encrypt(PURPOSE, secret, contextOf(clientId, n)),
      created_at: clock.now(),
    })
    .onConflict((conflict) => conflict.columns(['client_id', 'n']).doNothing())
    .execute()
}

/** The key that signs now. Former keys stay published, so that what they signed can be verified. */
export const signingKey = async (
  context: Context,
  db: TenantDb,
  clientId: number,
): Promise<CredentialKey> => {
  const [newest] = await keysOf(db, clientId)
  const isDue = !newest || context.clock.now().getTime() - newest.created_at.getTime() >= YEAR_MS
  if (isDue) await addKey(context, db, clientId, (newest?.n ?? 0) + 1)
  const [current = newest] = isDue ? await keysOf(db, clientId) : [newest]
  if (!current) throw new Error(`no credential key for client ${clientId}`)
  const secret = context.vault.decrypt(PURPOSE, current.private_enc, contextOf(clientId, current.n))
  return {
    publicKey: current.public_key,
    key: createPrivateKey({ key: secret, format: 'der', type: 'pkcs8' }),
  }
}
