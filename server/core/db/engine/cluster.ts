/** Making a cluster, and one run of its server program. */
import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, chown, mkdir, mkdtemp, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ConfigError } from '../../config.ts'
import { program } from './binaries.ts'
import { reachable, type Place } from './data-location.ts'
import { lockedBy } from './postmaster.ts'

/** Longest path of a unix socket (sun_path): 108 with its end on Linux, 104 on macOS. */
const SOCKET_PATH_MAX = process.platform === 'darwin' ? 103 : 107
const LOG_MAX_BYTES = 5 * 1_048_576
export const SOCKET_PORT = 5432
/** Prefix of socket folders outside DATA_DIR, so that a leftover is recognised as ours. */
const SHORT_DIR_PREFIX = 'lms-pg-'

export interface Address {
  /** Socket folder or IP address. */
  readonly host: string
  readonly port: number
  readonly password?: string
}

const environment = (): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  LC_ALL: 'C',
  TZ: 'UTC',
  // Windows programs do not start without it.
  ...(process.env['SystemRoot'] ? { SystemRoot: process.env['SystemRoot'] } : {}),
})

const optionsFor = (place: Place): SpawnOptions => ({
  cwd: place.root,
  env: environment(),
  ...(place.owner ? { uid: place.owner.uid, gid: place.owner.gid } : {}),
  windowsHide: true,
})

/** Makes the cluster when there is none: beside its place and moved in whole, so that a crash leaves no half one. */
export const ensureCluster = async (place: Place, binaries: string, secret: string | null): Promise<void> => {
  const version = await readFile(join(place.data, 'PG_VERSION'), 'utf8').catch(() => null)
  if (version !== null) return checkVersion(version.trim(), binaries)
  const draft = `${place.data}.${process.pid}`
  await rm(draft, { recursive: true, force: true })
  const access = secret === null ? ['-A', 'trust'] : ['-A', 'scram-sha-256', `--pwfile=${secret}`]
  await run(place, program(binaries, 'initdb'), [
    ...['-D', draft, '-U', 'postgres', '-E', 'UTF8', '--locale=C', '--data-checksums'],
    ...access,
  ])
  await rename(draft, place.data).catch(async (error: NodeJS.ErrnoException) => {
    // Another start was faster; its cluster stays.
    await rm(draft, { recursive: true, force: true })
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
  })
}

const checkVersion = async (found: string, binaries: string) => {
  const text = await new Promise<string>((resolve, reject) => {
    const child = spawn(program(binaries, 'postgres'), ['--version'], { stdio: ['ignore', 'pipe', 'ignore'] })
    let output = ''
    child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.on('error', reject).on('close', () => resolve(output))
  })
  const major = /(\d+)/.exec(text)?.[1]
  if (major !== found)
    throw new ConfigError(
      `DATA_DIR was made by PostgreSQL ${found}, this release brings ${major}: dump it with the old release and restore it, or set DATA_DIR to a new folder`,
    )
}

const run = async (place: Place, command: string, args: string[]): Promise<void> => {
  const child = spawn(command, args, { ...optionsFor(place), stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject).on('close', resolve)
  }).catch((error: Error) => {
    throw new ConfigError(
      `The private PostgreSQL cannot be run (${error.message}): set DATABASE_URL to use your own`,
    )
  })
  if (code !== 0)
    throw new ConfigError(`The private PostgreSQL could not be set up: ${output.trim().slice(-600)}`)
}

/** A folder for the socket that only the engine's user may enter, with a path short enough to be one. */
export const makeSocketDir = async (place: Place): Promise<string> => {
  const usual = join(place.root, 'run')
  const fits = (dir: string) => Buffer.byteLength(join(dir, `.s.PGSQL.${SOCKET_PORT}`)) <= SOCKET_PATH_MAX
  if (fits(usual)) {
    await mkdir(usual, { recursive: true, mode: 0o700 })
    return ownedBy(place, usual)
  }
  for (const base of [tmpdir(), '/tmp']) {
    if (!fits(join(base, `${SHORT_DIR_PREFIX}000000`))) continue
    if (place.owner && !(await reachable(base, place.owner))) continue
    return ownedBy(place, await mkdtemp(join(base, SHORT_DIR_PREFIX)))
  }
  throw new ConfigError(
    `The path of DATA_DIR is too long for a database socket: set DATA_DIR to a shorter one`,
  )
}

/** Removes a socket folder outside DATA_DIR; the one inside stays. */
export const dropSocketDir = async (dir: string): Promise<void> => {
  if (dir.includes(SHORT_DIR_PREFIX)) await rm(dir, { recursive: true, force: true })
}

const ownedBy = async (place: Place, dir: string): Promise<string> => {
  await chmod(dir, 0o700)
  if (place.owner) await chown(dir, place.owner.uid, place.owner.gid)
  return dir
}

/** Where sockets do not exist: loopback TCP with a password that only this user (and the engine) may read. */
export const tcpSecretFile = async (place: Place): Promise<string> => {
  const path = join(place.root, 'superuser.password')
  const found = await stat(path).catch(() => null)
  if (!found) {
    await writeFile(path, randomBytes(24).toString('base64url'), { mode: 0o600 })
    if (place.owner) await chown(path, place.owner.uid, place.owner.gid)
  }
  return path
}

export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      const port = typeof address === 'object' && address ? address.port : 0
      probe.close(() => resolve(port))
    })
  })

/** Starts the server program. It leads a session of its own, so Ctrl-C reaches the product first, never the database. */
export const spawnPostgres = async (
  place: Place,
  binaries: string,
  address: Address,
  maxConnections: number,
): Promise<ChildProcess> => {
  const socket = address.password === undefined
  const settings: Record<string, string> = {
    listen_addresses: socket ? '' : address.host,
    unix_socket_directories: socket ? address.host : '',
    unix_socket_permissions: '0700',
    port: String(address.port),
    max_connections: String(maxConnections),
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Short transactions of many people: no compiling of plans, no parallel workers (they need /dev/shm).
    jit: 'off',
    max_parallel_workers_per_gather: '0',
    // What people typed must not end up in the log of a failed statement.
    log_min_error_statement: 'panic',
    log_parameter_max_length: '0',
    log_parameter_max_length_on_error: '0',
  }
  // The caller found no server behind the lock file, but its number may be a zombie's or somebody else's by now, and
  // PostgreSQL would refuse. A number it takes for its grandparent's counts as stale to it; it still makes sure by
  // itself that no old session uses the shared memory.
  const stale = await lockedBy(place.data)
  const log = await openLog(place)
  try {
    return spawn(
      program(binaries, 'postgres'),
      ['-D', place.data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      {
        ...optionsFor(place),
        env: { ...environment(), ...(stale === null ? {} : { PG_GRANDPARENT_PID: String(stale) }) },
        detached: true,
        stdio: ['ignore', log.fd, log.fd],
      },
    )
  } finally {
    await log.close()
  }
}

const openLog = async (place: Place) => {
  const path = join(place.root, 'server.log')
  const found = await stat(path).catch(() => null)
  if (found && found.size > LOG_MAX_BYTES) await rename(path, `${path}.1`)
  return open(path, 'a', 0o600)
}

/** The end of the server program's own log, for the one line that says why it did not start. */
export const lastLogLines = async (place: Place): Promise<string> => {
  const text = await readFile(join(place.root, 'server.log'), 'utf8').catch(() => '')
  return text.trim().split('\n').slice(-3).join(' | ')
}
