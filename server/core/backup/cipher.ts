/**
 * Encryption of a backup file: a header, then chunks of AES-256-GCM in the STREAM construction (Hoang et al., 2015). The
 * nonce holds the chunk's number and whether it is the last one, so a missing end, a swapped, a repeated and a foreign
 * chunk all fail. The key comes from the passphrase and a random salt: no two files share one.
 *
 *   header = magic, version, log2(N), r, p, salt (16), HMAC-SHA-256 of all before it (32)
 *   chunk  = up to 256 KiB of ciphertext, tag (16); only the last chunk is shorter
 */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  randomBytes,
  scrypt,
  timingSafeEqual,
  type BinaryLike,
  type ScryptOptions,
} from 'node:crypto'
import { open, type FileHandle } from 'node:fs/promises'
import { promisify } from 'node:util'
import { BackupError } from './backup-error.ts'

const MAGIC = Buffer.from('learning-platform backup\n')
const VERSION = 1
/** OWASP's first choice for scrypt: 128 MiB and about half a second for each guess. */
const SCRYPT = { log2N: 17, r: 8, p: 1 }
const SCRYPT_MAX_MEMORY = 256 * 1_048_576
const SALT_BYTES = 16
const MAC_BYTES = 32
const KEY_BYTES = 32
const TAG_BYTES = 16
const NONCE_BYTES = 12
const PARAMETERS_BYTES = 4
export const CHUNK_BYTES = 262_144
export const HEADER_BYTES = MAGIC.length + PARAMETERS_BYTES + SALT_BYTES + MAC_BYTES

const deriveBytes = promisify<BinaryLike, BinaryLike, number, ScryptOptions, Buffer>(scrypt)

const keysFrom = async (passphrase: string, salt: Buffer) => {
  const bytes = await deriveBytes(passphrase.normalize('NFC'), salt, KEY_BYTES + MAC_BYTES, {
    N: 2 ** SCRYPT.log2N,
    r: SCRYPT.r,
    p: SCRYPT.p,
    maxmem: SCRYPT_MAX_MEMORY,
  })
  return { key: bytes.subarray(0, KEY_BYTES), macKey: bytes.subarray(KEY_BYTES) }
}

const nonceOf = (chunk: number, isLast: boolean): Buffer => {
  const nonce = Buffer.alloc(NONCE_BYTES)
  nonce.writeUIntBE(chunk, 5, 6)
  nonce[NONCE_BYTES - 1] = isLast ? 1 : 0
  return nonce
}

/** The encrypted file, in pieces. */
export async function* encryptStream(
  plaintext: AsyncIterable<Buffer>,
  passphrase: string,
): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT_BYTES)
  const { key, macKey } = await keysFrom(passphrase, salt)
  const start = Buffer.concat([MAGIC, Buffer.from([VERSION, SCRYPT.log2N, SCRYPT.r, SCRYPT.p]), salt])
  const header = Buffer.concat([start, createHmac('sha256', macKey).update(start).digest()])
  yield header
  let count = 0
  const encryptChunk = (chunk: Buffer, isLast: boolean): Buffer => {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(count, isLast)).setAAD(header)
    count += 1
    return Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()])
  }
  let waiting: Buffer[] = []
  let waitingBytes = 0
  for await (const piece of plaintext) {
    waiting.push(piece)
    waitingBytes += piece.length
    if (waitingBytes <= CHUNK_BYTES) continue
    let rest = Buffer.concat(waiting)
    // A full chunk waits until more follows: it may be the last one.
    for (; rest.length > CHUNK_BYTES; rest = rest.subarray(CHUNK_BYTES))
      yield encryptChunk(rest.subarray(0, CHUNK_BYTES), false)
    waiting = [rest]
    waitingBytes = rest.length
  }
  yield encryptChunk(Buffer.concat(waiting), true)
}

/** The plaintext of an encrypted file, in chunks. A chunk is yielded only after it proved genuine. */
export async function* decryptFile(path: string, passphrase: string): AsyncGenerator<Buffer> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    throw new BackupError(
      `${path} cannot be read: ${error.code === 'ENOENT' ? 'no such file' : error.message}`,
    )
  })
  try {
    const header = await readBytes(file, HEADER_BYTES, 0)
    const key = await openHeader(header, path, passphrase)
    const { size } = await file.stat()
    const step = CHUNK_BYTES + TAG_BYTES
    const chunks = Math.ceil((size - HEADER_BYTES) / step)
    if (chunks === 0) throw cutOff(path)
    for (let index = 0; index < chunks; index += 1) {
      const bytes = await readBytes(file, step, HEADER_BYTES + index * step)
      const decrypt = (isLast: boolean) => decryptChunk(key, header, bytes, nonceOf(index, isLast))
      const isLast = index === chunks - 1
      const plaintext = decrypt(isLast)
      if (plaintext === null) throw isLast && decrypt(false) ? cutOff(path) : damaged(path)
      yield plaintext
    }
  } finally {
    await file.close()
  }
}

const cutOff = (path: string) => new BackupError(`${path} is not complete: its end is missing`)
export const damaged = (path: string) => new BackupError(`${path} is damaged and cannot be used`)

/** Shorter only at the end of the file. */
const readBytes = async (file: FileHandle, length: number, position: number): Promise<Buffer> => {
  const buffer = Buffer.alloc(length)
  let filled = 0
  while (filled < length) {
    const { bytesRead } = await file.read(buffer, filled, length - filled, position + filled)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  return buffer.subarray(0, filled)
}

const openHeader = async (header: Buffer, path: string, passphrase: string): Promise<Buffer> => {
  if (!header.subarray(0, MAGIC.length).equals(MAGIC))
    throw new BackupError(`${path} is not a backup of this product`)
  const [version, log2N, r, p] = header.subarray(MAGIC.length)
  if (header.length < HEADER_BYTES) throw cutOff(path)
  if (version !== undefined && version > VERSION)
    throw new BackupError(`${path} was made by a newer release: use that release or a later one`)
  // Only the known cost: a forged header must not ask for all memory of the machine.
  if (version !== VERSION || log2N !== SCRYPT.log2N || r !== SCRYPT.r || p !== SCRYPT.p) throw damaged(path)
  const start = header.subarray(0, HEADER_BYTES - MAC_BYTES)
  const { key, macKey } = await keysFrom(passphrase, start.subarray(MAGIC.length + PARAMETERS_BYTES))
  const mac = createHmac('sha256', macKey).update(start).digest()
  if (!timingSafeEqual(mac, header.subarray(HEADER_BYTES - MAC_BYTES)))
    throw new BackupError(`The passphrase is wrong for ${path}, or the file's first bytes are damaged`)
  return key
}

const decryptChunk = (key: Buffer, header: Buffer, bytes: Buffer, nonce: Buffer): Buffer | null => {
  if (bytes.length < TAG_BYTES) return null
  const decipher = createDecipheriv('aes-256-gcm', key, nonce)
    .setAAD(header)
    .setAuthTag(bytes.subarray(bytes.length - TAG_BYTES))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(0, bytes.length - TAG_BYTES)), decipher.final()])
  } catch {
    return null
  }
}
