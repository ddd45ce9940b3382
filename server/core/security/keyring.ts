/**
 * The master keys of an installation. One is current; former ones stay readable until nothing is encrypted under them.
 * They come from the settings, or from DATA_DIR: `master.key` (generated once, 0600) and, while a rotation runs,
 * `master.key.former` and `master.key.next`.
 */
import { hkdfSync, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { link, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from '../config.ts'

const KEY_BYTES = 32
const ID_BYTES = 8
const FILES = { current: 'master.key', former: 'master.key.former', next: 'master.key.next' } as const

export interface KeySettings {
  readonly dataDir: string
  /** Base64; null: the keys are in DATA_DIR. */
  readonly masterKey: string | null
  readonly formerMasterKey: string | null
}

export interface Keyring {
  readonly current: Buffer
  /** The other keys that still decrypt. */
  readonly former: readonly Buffer[]
}

/** Names a key without revealing it. */
export const keyId = (key: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', key, 'learning-platform', 'master-key-id', ID_BYTES))

const fromSettings = ({ masterKey, formerMasterKey }: KeySettings): Keyring | null =>
  masterKey === null
    ? null
    : {
        current: Buffer.from(masterKey, 'base64'),
        former: formerMasterKey === null ? [] : [Buffer.from(formerMasterKey, 'base64')],
      }

const pathOf = (dataDir: string, file: keyof typeof FILES) => join(dataDir, FILES[file])

const nullIfMissing = (error: unknown): null => {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
  throw error
}

const readKeyFile = (dataDir: string, file: keyof typeof FILES): Buffer | null => {
  const path = pathOf(dataDir, file)
  try {
    const key = readFileSync(path)
    if (key.length === KEY_BYTES) return key
  } catch (error) {
    return nullIfMissing(error)
  }
  throw new ConfigError(`${path} is damaged: it must hold exactly ${KEY_BYTES} bytes`)
}

/** Null if DATA_DIR has no key and the settings name none. Cheap enough to be called at each use. */
export const findKeyring = (settings: KeySettings): Keyring | null => {
  const configured = fromSettings(settings)
  if (configured) return configured
  // In this order: a rotation moves the current key to the former one before it puts the next in its place.
  const current = readKeyFile(settings.dataDir, 'current')
  if (!current) return null
  const others = (['next', 'former'] as const).map((file) => readKeyFile(settings.dataDir, file))
  return { current, former: others.filter((key) => key !== null && !key.equals(current)) as Buffer[] }
}

/** The keys; generates one in DATA_DIR if there is none. */
export const readKeyring = async (settings: KeySettings): Promise<Keyring> => {
  const found = findKeyring(settings)
  if (found) return found
  await mkdir(settings.dataDir, { recursive: true })
  await createKeyFile(settings.dataDir, 'current', randomBytes(KEY_BYTES))
  return readKeyring(settings)
}

/** Written completely to another file and then linked: a crash leaves no partial key, and of two processes the first wins. */
const createKeyFile = async (dataDir: string, file: keyof typeof FILES, key: Buffer): Promise<void> => {
  const path = pathOf(dataDir, file)
  const draft = `${path}.${process.pid}`
  const handle = await open(draft, 'w', 0o600)
  try {
    await handle.writeFile(key)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(draft)
  await syncFolder(dataDir)
}

/** A renamed or linked file survives a power cut only when its folder is written too. */
const syncFolder = async (folder: string) => {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

/**
 * Makes a new key current in DATA_DIR and keeps the one before as the former. Repeating it after a crash finishes the
 * same change: a `next` key that exists is used, and no state lacks a key under which something is encrypted.
 */
export const advanceKeyFiles = async (
  dataDir: string,
  onStep: (step: string) => void = () => undefined,
): Promise<void> => {
  await createKeyFile(dataDir, 'next', randomBytes(KEY_BYTES))
  onStep('next key written')
  // Until here `current` and `next` are readable; from here on `current` is kept twice.
  await link(pathOf(dataDir, 'current'), pathOf(dataDir, 'former')).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await syncFolder(dataDir)
  onStep('current key kept as the former')
  await rename(pathOf(dataDir, 'next'), pathOf(dataDir, 'current'))
  await syncFolder(dataDir)
  onStep('next key made current')
}

/** What of a rotation in DATA_DIR is not finished. */
export const keyFilesState = async (dataDir: string): Promise<{ hasNext: boolean; hasFormer: boolean }> => {
  const has = async (file: keyof typeof FILES) =>
    (await readFile(pathOf(dataDir, file)).catch(nullIfMissing)) !== null
  return { hasNext: await has('next'), hasFormer: await has('former') }
}

/** Forgets the former key; nothing may be encrypted under it any more. */
export const dropFormerKeyFile = async (dataDir: string): Promise<void> => {
  await rm(pathOf(dataDir, 'former'), { force: true })
  await syncFolder(dataDir)
}

/** Puts restored keys into an empty DATA_DIR. */
export const writeKeyFiles = async (dataDir: string, keys: readonly Buffer[]): Promise<void> => {
  const [current, former] = keys
  if (former) await createKeyFile(dataDir, 'former', former)
  if (current) await createKeyFile(dataDir, 'current', current)
}

export const removeKeyFiles = async (dataDir: string): Promise<void> => {
  for (const file of Object.values(FILES)) await rm(join(dataDir, file), { force: true })
}
