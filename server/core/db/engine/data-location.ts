/**
 * Chooses the folder and the user of the private PostgreSQL. It refuses to run as root, so root runs it as the
 * unprivileged user id 65534, which needs no account but must be able to reach every folder that it uses.
 */
import { createHash } from 'node:crypto'
import { chmod, chown, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ConfigError } from '../../config.ts'

export interface Owner {
  readonly uid: number
  readonly gid: number
}

export interface EngineLocation {
  /** Holds `data`, `run`, `engine-…` and the log. */
  readonly root: string
  readonly data: string
  /** Null when PostgreSQL runs as the user that starts the product. */
  readonly owner: Owner | null
}

const NOBODY: Owner = { uid: 65_534, gid: 65_534 }
/** File in DATA_DIR that names the data folder if the unprivileged user cannot reach DATA_DIR. */
const LOCATION_FILE = 'postgres.location'
/** Root uses it if DATA_DIR is in a private folder such as /root. */
const SHARED_STATE = '/var/lib/learning-platform'

const isRoot = () => process.getuid?.() === 0

/** True when `owner` may enter `path` and everything above it. */
export const isReachable = async (path: string, owner: Owner): Promise<boolean> => {
  for (let at = path; ; at = dirname(at)) {
    const facts = await stat(at).catch(() => null)
    if (!facts) return false
    const mask = facts.uid === owner.uid ? 0o100 : facts.gid === owner.gid ? 0o010 : 0o001
    if (facts.isDirectory() && (facts.mode & mask) === 0) return false
    if (at === dirname(at)) return true
  }
}

/** True when `owner` may also read the file. */
export const isReadable = async (path: string, owner: Owner): Promise<boolean> => {
  const facts = await stat(path).catch(() => null)
  if (!facts) return false
  const mask = facts.uid === owner.uid ? 0o400 : facts.gid === owner.gid ? 0o040 : 0o004
  return (facts.mode & mask) !== 0 && isReachable(dirname(path), owner)
}

/** Finds or creates the engine's folder under `dataDir`. */
export const chooseLocation = async (dataDir: string): Promise<EngineLocation> => {
  await makeDataDir(dataDir)
  const root = await rootFor(dataDir)
  const data = join(root, 'data')
  const found = await stat(data).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EACCES') throw belongsToAnother(root)
    return null
  })
  if (!isRoot()) {
    await mkdir(root, { recursive: true, mode: 0o700 }).catch(rethrowForeign(root))
    if (found && found.uid !== process.getuid?.()) throw belongsToAnother(data)
    return { root, data, owner: null }
  }
  // A cluster of an ordinary user keeps its owner, so that both can start it.
  const owner = found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : NOBODY
  await mkdir(root, { recursive: true })
  await chown(root, owner.uid, owner.gid)
  await chmod(root, 0o700)
  return { root, data, owner }
}

const makeDataDir = async (dataDir: string) => {
  await mkdir(dataDir, { recursive: true, mode: 0o700 }).catch(rethrowForeign(dataDir))
  if (!isRoot() || (await isReachable(dataDir, NOBODY))) return
  // The engine's user must reach the folders inside: its group may enter the folder but not list it.
  const facts = await stat(dataDir)
  if (facts.uid !== 0 || !(await isReachable(dirname(dataDir), NOBODY))) return
  await chown(dataDir, 0, NOBODY.gid)
  await chmod(dataDir, (facts.mode & 0o707) | 0o010)
}

const rootFor = async (dataDir: string): Promise<string> => {
  const inside = join(dataDir, 'postgres')
  const remembered = await readFile(join(dataDir, LOCATION_FILE), 'utf8').catch(() => null)
  if (remembered) return remembered.trim()
  if (!isRoot()) return inside
  const begun = await stat(join(inside, 'data')).catch(() => null)
  if (begun || (await isReachable(dataDir, NOBODY))) return inside
  const outside = join(SHARED_STATE, createHash('sha256').update(dataDir).digest('hex').slice(0, 16))
  await mkdir(outside, { recursive: true, mode: 0o755 })
  await writeFile(join(dataDir, LOCATION_FILE), `${outside}\n`)
  return outside
}

const belongsToAnother = (path: string) =>
  new ConfigError(
    `${path} belongs to another user. Start as that user or as root, or set DATA_DIR to another folder`,
  )

const rethrowForeign = (path: string) => (error: NodeJS.ErrnoException) => {
  if (error.code === 'EACCES' || error.code === 'EPERM') throw belongsToAnother(path)
  throw error
}
