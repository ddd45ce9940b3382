import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'

/** The minimum that OWASP and ASVS recommend for argon2id: 19 MiB, two passes, one lane (trust 8.5). */
const MEMORY_KIB = 19_456
const PASSES = 2
const LANES = 1
const TAG_BYTES = 32
const SALT_BYTES = 16

interface Phc {
  memory: number
  passes: number
  lanes: number
  salt: Buffer
  tag: Buffer
}

const derive = (password: string, salt: Buffer, cost: Omit<Phc, 'salt' | 'tag'>, tagLength: number) =>
  new Promise<Buffer>((resolve, reject) => {
    argon2(
      'argon2id',
      {
        // NFC: a Hindi or Arabic word typed on another keyboard is the same password (trust 8.5).
        message: password.normalize('NFC'),
        nonce: salt,
        parallelism: cost.lanes,
        tagLength,
        memory: cost.memory,
        passes: cost.passes,
      },
      (error, tag) => (error ? reject(error) : resolve(tag)),
    )
  })

const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')

const parse = (phc: string): Phc | null => {
  const match =
    /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,64})\$([A-Za-z0-9+/]{22,128})$/.exec(
      phc,
    )
  if (!match) return null
  return {
    memory: Number(match[1]),
    passes: Number(match[2]),
    lanes: Number(match[3]),
    salt: Buffer.from(match[4] ?? '', 'base64'),
    tag: Buffer.from(match[5] ?? '', 'base64'),
  }
}

/**
 * Returns an argon2id PHC string. Costs about 25 ms of one core, so requests go through {@link
 * createHasher}.
 */
export const hashPassword = async (password: string): Promise<string> => {
  const salt = randomBytes(SALT_BYTES)
  const tag = await derive(password, salt, { memory: MEMORY_KIB, passes: PASSES, lanes: LANES }, TAG_BYTES)
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${base64(salt)}$${base64(tag)}`
}

export const verifyPassword = async (password: string, phc: string): Promise<boolean> => {
  const parts = parse(phc)
  if (!parts) return false
  return timingSafeEqual(await derive(password, parts.salt, parts, parts.tag.length), parts.tag)
}

/** True when the hash was made at a lower cost than today's. */
export const needsRehash = (phc: string): boolean => {
  const parts = parse(phc)
  return !parts || parts.memory < MEMORY_KIB || parts.passes < PASSES
}

/** Checked for unknown accounts at today's cost, so that they take as long as known ones (A13). */
export const DUMMY_HASH = `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${base64(randomBytes(SALT_BYTES))}$${base64(randomBytes(TAG_BYTES))}`
