import type { EncryptedColumn } from '#server/core/security/reencrypt.ts'
import type { AuthDependencies } from '../dependencies.ts'

const PURPOSE = 'auth.two-step'
const contextOf = (clientId: number, userId: unknown) => `user_totp:${clientId}.${String(userId)}`

/** Keys of authenticator apps, for the rotation of the master key. */
export const totpSecretColumn: EncryptedColumn = {
  table: 'user_totp',
  column: 'secret_enc',
  key: ['user_id'],
  purpose: PURPOSE,
  isTenants: true,
  context: (clientId, { user_id: userId }) => contextOf(clientId, userId),
}

export const encryptTotpSecret = (
  { core }: AuthDependencies,
  clientId: number,
  userId: number,
  secret: Buffer,
): Buffer => core.vault.encrypt(PURPOSE, secret, contextOf(clientId, userId))

export const decryptTotpSecret = (
  { core }: AuthDependencies,
  clientId: number,
  userId: number,
  encrypted: Buffer,
): Buffer => core.vault.decrypt(PURPOSE, encrypted, contextOf(clientId, userId))
