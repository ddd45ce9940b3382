/**
 * One master key per installation; every purpose gets its own key derived by HKDF-SHA-256. Generated once in
 * DATA_DIR (0600) unless MASTER_KEY is set.
 */
import { hkdfSync, randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from '../config.ts'

const KEY_BYTES = 32
const FILE = 'master.key'

/** Derives 32 bytes for a purpose, always the same for the same purpose. */
export const secretsFrom = (masterKey: Buffer): ((purpose: string) => Buffer) => {
  const derived = new Map<string, Buffer>()
  return (purpose) => {
    const cached = derived.get(purpose)
    if (cached) return cached
    const key = Buffer.from(hkdfSync('sha256', masterKey, 'learning-platform', purpose, KEY_BYTES))
    derived.set(purpose, key)
    return key
  }
}

/** The master key: from the setting, from DATA_DIR, or newly generated there. */
export const readMasterKey = async (dataDir: string, configured: string | null): Promise<Buffer> => {
  if (configured) return Buffer.from(configured, 'base64')
  const path = join(dataDir, FILE)
  const stored = await readFile(path).catch(nullIfMissing)
  if (stored) return checkLength(stored, path)
  await mkdir(dataDir, { recursive: true })
  // Written completely to another file and then linked: a crash leaves no partial key, and of two processes the
  // first wins.
  const temporaryPath = `${path}.${process.pid}`
  const file = await open(temporaryPath, 'w', 0o600)
  try {
    await file.writeFile(randomBytes(KEY_BYTES))
    await file.sync()
  } finally {
    await file.close()
  }
  await link(temporaryPath, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(temporaryPath)
  return checkLength(await readFile(path), path)
}

const nullIfMissing = (error: NodeJS.ErrnoException): null => {
  if (error.code === 'ENOENT') return null
  throw error
}

const checkLength = (key: Buffer, path: string): Buffer => {
  if (key.length !== KEY_BYTES)
    throw new ConfigError(`${path} is damaged: it must hold exactly ${KEY_BYTES} bytes`)
  return key
}
