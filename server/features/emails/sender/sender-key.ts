/** The key pair that signs a client's mails. The private half is only in the vault. */
import { generateKeyPair, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import type { Core } from '#server/core/core.ts'
import type { EncryptedColumn } from '#server/core/security/reencrypt.ts'

const PURPOSE = 'mail.sender'
const contextOf = (clientId: number) => `mail_sender:${clientId}`

export const senderKeyColumn: EncryptedColumn = {
  table: 'mail_sender',
  column: 'private_enc',
  key: ['client_id'],
  purpose: PURPOSE,
  isTenants: true,
  context: (clientId) => contextOf(clientId),
}

export interface SenderKey {
  selector: string
  /** Base64 of the DER form. */
  publicKey: string
  encrypted: Buffer
}

const generate = promisify(generateKeyPair)

/** RSA of 2048 bits: what every mail provider checks (RFC 8301). */
export const newSenderKey = async ({ vault }: Pick<Core, 'vault'>, clientId: number): Promise<SenderKey> => {
  const { publicKey, privateKey } = await generate('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  return {
    selector: `lp-${randomBytes(4).toString('hex')}`,
    publicKey: publicKey.toString('base64'),
    encrypted: vault.encrypt(PURPOSE, Buffer.from(privateKey, 'utf8'), contextOf(clientId)),
  }
}

export const privateKeyOf = ({ vault }: Pick<Core, 'vault'>, clientId: number, encrypted: Buffer): string =>
  vault.decrypt(PURPOSE, encrypted, contextOf(clientId)).toString('utf8')
