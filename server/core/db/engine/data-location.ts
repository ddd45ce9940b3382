/**
 * Where the private PostgreSQL lives and as whom it runs. It refuses to run as root, so root hands it to the
 * unprivileged numeric user 65534 (no account needs creating), which must be able to reach every folder it uses.
 */
import { createHash } from 'node:crypto'
import { chmod, chown, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ConfigError } from '../../config.ts'

export interface Owner {
  readonly uid: number
  readonly gid: number
}

export interface Place {
  /** Holds `data`, `run`, `engine-…` and the log. */
  readonly root: string
  readonly data: string
  /** Null when PostgreSQL runs as the user that starts the product. */
  readonly owner: Owner | null
}

const NOBODY: Owner = { uid: 65_534, gid: 65_534 }
/** Says where the data went when the unprivileged user cannot reach DATA_DIR, so that it is found again later. */
const LOCATION_FILE = 'postgres.location'
/** Used by root when DATA_DIR is inside a closed folder such as /root. */
const SHARED_STATE = '/var/lib/learning-platform'

const isRoot = () => process.getuid?.() === 0

/** True when `owner` may enter `path` and everything above it. */
export const reachable = async (path: string, owner: Owner): Promise<boolean> => {
  for (let at = path; ; at = dirname(at)) {
    const facts = await stat(at).catch(() => null)
    if (!facts) return false
    const mask = facts.uid === owner.uid ? 0o100 : facts.gid === owner.gid ? 0o010 : 0o001
    if (facts.isDirectory() && (facts.mode & mask) === 0) return false
    if (at === dirname(at)) return true
  }
}

/** True when `owner` may read the file itself as well. */
export const readable = async (path: string, owner: Owner): Promise<boolean> => {
  const facts = await stat(path).catch(() => null)
  if (!facts) return false
  const mask = facts.uid === owner.uid ? 0o400 : facts.gid === owner.gid ? 0o040 : 0o004
  return (facts.mode & mask) !== 0 && reachable(dirname(path), owner)
}

/** Finds or makes the engine's folder under `dataDir`. */
export const choosePlace = async (dataDir: string): Promise<Place> => {
  await makeDataDir(dataDir)
  const root = await rootFor(dataDir)
  const data = join(root, 'data')
  const found = await stat(data).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EACCES') throw belongsToAnother(root)
    return null
  })
  if (!isRoot()) {
    await mkdir(root, { recursive: true, mode: 0o700 }).catch(foreign(root))
    if (found && found.uid !== process.getuid?.()) throw belongsToAnother(data)
    return { root, data, owner: null }
  }
  // A cluster that an ordinary user began keeps its owner, so that both may start it.
  const owner = found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : NOBODY
  await mkdir(root, { recursive: true })
  await chown(root, owner.uid, owner.gid)
  await chmod(root, 0o700)
  return { root, data, owner }
}

const makeDataDir = async (dataDir: string) => {
  await mkdir(dataDir, { recursive: true, mode: 0o700 }).catch(foreign(dataDir))
  if (!isRoot() || (await reachable(dataDir, NOBODY))) return
  // The engine's user must pass through: its group may enter, not list, and nobody else may do either.
  const facts = await stat(dataDir)
  if (facts.uid !== 0 || !(await reachable(dirname(dataDir), NOBODY))) return
  await chown(dataDir, 0, NOBODY.gid)
  await chmod(dataDir, (facts.mode & 0o707) | 0o010)
}

const rootFor = async (dataDir: string): Promise<string> => {
  const inside = join(dataDir, 'postgres')
  const remembered = await readFile(join(dataDir, LOCATION_FILE), 'utf8').catch(() => null)
  if (remembered) return remembered.trim()
  if (!isRoot()) return inside
  const begun = await stat(join(inside, 'data')).catch(() => null)
  if (begun || (await reachable(dataDir, NOBODY))) return inside
  const outside = join(SHARED_STATE, createHash('sha256').update(dataDir).digest('hex').slice(0, 16))
  await mkdir(outside, { recursive: true, mode: 0o755 })
  await writeFile(join(dataDir, LOCATION_FILE), `${outside}\n`)
  return outside
}

const belongsToAnother = (path: string) =>
  new ConfigError(
    `${path} belongs to another user. Start as that user or as root, or set DATA_DIR to another folder`,
  )

const foreign = (path: string) => (error: NodeJS.ErrnoException) => {
  if (error.code === 'EACCES' || error.code === 'EPERM') throw belongsToAnother(path)
  throw error
}
