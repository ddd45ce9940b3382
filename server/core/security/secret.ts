/**
 * One master key an installation; every use derives a key of its own by HKDF-SHA-256, so that no two purposes
 * share bytes. Made once in DATA_DIR (0600) unless MASTER_KEY is set.
 */
import { hkdfSync, randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from '../config.ts'

const KEY_BYTES = 32
const FILE = 'master.key'

/** Derives 32 bytes for one purpose, always the same for the same purpose. */
export const secretsFrom = (masterKey: Buffer): ((purpose: string) => Buffer) => {
  const derived = new Map<string, Buffer>()
  return (purpose) => {
    const known = derived.get(purpose)
    if (known) return known
    const key = Buffer.from(hkdfSync('sha256', masterKey, 'learning-platform', purpose, KEY_BYTES))
    derived.set(purpose, key)
    return key
  }
}

/** The installation's master key: from the setting, from DATA_DIR, or newly made there. */
export const readMasterKey = async (dataDir: string, configured: string | null): Promise<Buffer> => {
  if (configured) return Buffer.from(configured, 'base64')
  const path = join(dataDir, FILE)
  const found = await readFile(path).catch(absent)
  if (found) return checked(found, path)
  await mkdir(dataDir, { recursive: true })
  // Written whole beside its place and linked in: a crash leaves no half key, a second starter keeps the first one's.
  const draft = `${path}.${process.pid}`
  const file = await open(draft, 'w', 0o600)
  try {
    await file.writeFile(randomBytes(KEY_BYTES))
    await file.sync()
  } finally {
    await file.close()
  }
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(draft)
  return checked(await readFile(path), path)
}

const absent = (error: NodeJS.ErrnoException): null => {
  if (error.code === 'ENOENT') return null
  throw error
}

const checked = (key: Buffer, path: string): Buffer => {
  if (key.length !== KEY_BYTES)
    throw new ConfigError(`${path} is damaged: it must hold exactly ${KEY_BYTES} bytes`)
  return key
}
