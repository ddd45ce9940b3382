import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const IV_BYTES = 12
const TAG_BYTES = 16

/** AES-256-GCM. The ciphertext can only be decrypted with the same `context`. */
export const encrypt = (key: Buffer, plaintext: Buffer, context: string): Buffer => {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context))
  return Buffer.concat([iv, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()])
}

/** Throws if the key, the context or the bytes are different. */
export const decrypt = (key: Buffer, encrypted: Buffer, context: string): Buffer => {
  const iv = encrypted.subarray(0, IV_BYTES)
  const tag = encrypted.subarray(encrypted.length - TAG_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context)).setAuthTag(tag)
  return Buffer.concat([
    decipher.update(encrypted.subarray(IV_BYTES, encrypted.length - TAG_BYTES)),
    decipher.final(),
  ])
}
