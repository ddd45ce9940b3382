/** The secrets of webhooks and what they sign. */
import { createHmac, randomBytes } from 'node:crypto'
import type { Core } from '#server/core/core.ts'
import type { EncryptedColumn } from '#server/core/security/reencrypt.ts'

const PURPOSE = 'webhook'
const SECRET_BYTES = 32
type Column = 'secret_enc' | 'former_enc'

/** The same for both columns: a replaced secret moves from one to the other as it is. */
const contextOf = (clientId: number, id: unknown) => `webhook:${clientId}:${String(id)}`

const encryptedColumn = (column: Column): EncryptedColumn => ({
  table: 'webhook',
  column,
  key: ['id'],
  purpose: PURPOSE,
  isTenants: true,
  context: (clientId, row) => contextOf(clientId, row['id']),
})
export const webhookSecretColumns: readonly EncryptedColumn[] = [
  encryptedColumn('secret_enc'),
  encryptedColumn('former_enc'),
]

export const newSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64url')}`

export const encryptSecret = (
  { vault }: Pick<Core, 'vault'>,
  clientId: number,
  { id, secret }: { id: string; secret: string },
): Buffer => vault.encrypt(PURPOSE, Buffer.from(secret, 'utf8'), contextOf(clientId, id))

export interface StoredSecrets {
  readonly secret_enc: Buffer
  readonly former_enc: Buffer | null
  readonly former_until: Date | null
}

/** The current secret first; the one before as long as it counts. */
export const secretsOf = (
  { vault }: Pick<Core, 'vault'>,
  { clientId, id }: { clientId: number; id: string },
  stored: StoredSecrets,
  now: Date,
): string[] => {
  const { secret_enc: current, former_enc: former, former_until: until } = stored
  const both = former && until && until > now ? [current, former] : [current]
  return both.map((encrypted) => vault.decrypt(PURPOSE, encrypted, contextOf(clientId, id)).toString('utf8'))
}

/** Binds the body to the time of sending: a receiver refuses old ones, so that nobody can replay what they overheard. */
export const signatureOf = (secrets: readonly string[], body: string, at: Date): string => {
  const seconds = Math.floor(at.getTime() / 1_000)
  const signed = secrets.map(
    (secret) => `v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`,
  )
  return [`t=${seconds}`, ...signed].join(',')
}
