/** Creates the cluster and starts PostgreSQL on it. */
import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, chown, mkdir, mkdtemp, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ConfigError } from '../../config.ts'
import { program } from './binaries.ts'
import { isReachable, type EngineLocation } from './data-location.ts'
import { lockedBy } from './postmaster.ts'

/** Longest path of a unix socket (sun_path without its final zero): 107 on Linux, 103 on macOS. */
const SOCKET_PATH_MAX = process.platform === 'darwin' ? 103 : 107
const LOG_MAX_BYTES = 5 * 1_048_576
export const SOCKET_PORT = 5432
/** Prefix of socket folders outside of DATA_DIR, by which they are recognised. */
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
  // Programs on Windows do not start without it.
  ...(process.env['SystemRoot'] ? { SystemRoot: process.env['SystemRoot'] } : {}),
})

const optionsFor = (location: EngineLocation): SpawnOptions => ({
  cwd: location.root,
  env: environment(),
  ...(location.owner ? { uid: location.owner.uid, gid: location.owner.gid } : {}),
  windowsHide: true,
})

/** Creates the cluster if there is none. It is created beside its folder and then renamed, so a crash leaves no half. */
export const ensureCluster = async (
  location: EngineLocation,
  binaries: string,
  secret: string | null,
): Promise<void> => {
  const version = await readFile(join(location.data, 'PG_VERSION'), 'utf8').catch(() => null)
  if (version !== null) return checkVersion(version.trim(), binaries)
  const draft = `${location.data}.${process.pid}`
  await rm(draft, { recursive: true, force: true })
  const access = secret === null ? ['-A', 'trust'] : ['-A', 'scram-sha-256', `--pwfile=${secret}`]
  await run(location, program(binaries, 'initdb'), [
    ...['-D', draft, '-U', 'postgres', '-E', 'UTF8', '--locale=C', '--data-checksums'],
    ...access,
  ])
  await rename(draft, location.data).catch(async (error: NodeJS.ErrnoException) => {
    // Another process has created the cluster meanwhile: use that one.
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

const run = async (location: EngineLocation, command: string, args: string[]): Promise<void> => {
  const child = spawn(command, args, { ...optionsFor(location), stdio: ['ignore', 'pipe', 'pipe'] })
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

/** Creates a folder for the socket that only the engine's user may enter. Its path must fit into a socket address. */
export const makeSocketDir = async (location: EngineLocation): Promise<string> => {
  const usual = join(location.root, 'run')
  const fits = (dir: string) => Buffer.byteLength(join(dir, `.s.PGSQL.${SOCKET_PORT}`)) <= SOCKET_PATH_MAX
  if (fits(usual)) {
    await mkdir(usual, { recursive: true, mode: 0o700 })
    return ownedBy(location, usual)
  }
  for (const base of [tmpdir(), '/tmp']) {
    if (!fits(join(base, `${SHORT_DIR_PREFIX}000000`))) continue
    if (location.owner && !(await isReachable(base, location.owner))) continue
    return ownedBy(location, await mkdtemp(join(base, SHORT_DIR_PREFIX)))
  }
  throw new ConfigError(
    `The path of DATA_DIR is too long for a database socket: set DATA_DIR to a shorter one`,
  )
}

/** Removes a socket folder outside of DATA_DIR; the one inside stays. */
export const dropSocketDir = async (dir: string): Promise<void> => {
  if (dir.includes(SHORT_DIR_PREFIX)) await rm(dir, { recursive: true, force: true })
}

const ownedBy = async (location: EngineLocation, dir: string): Promise<string> => {
  await chmod(dir, 0o700)
  if (location.owner) await chown(dir, location.owner.uid, location.owner.gid)
  return dir
}

/** The password file for TCP, where sockets do not exist. Only this user and the engine may read it. */
export const tcpSecretFile = async (location: EngineLocation): Promise<string> => {
  const path = join(location.root, 'superuser.password')
  const found = await stat(path).catch(() => null)
  if (!found) {
    await writeFile(path, randomBytes(24).toString('base64url'), { mode: 0o600 })
    if (location.owner) await chown(path, location.owner.uid, location.owner.gid)
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

/** Starts PostgreSQL in a session of its own, so that Ctrl-C reaches the product and not the database. */
export const spawnPostgres = async (
  location: EngineLocation,
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
    // Our transactions are short: compiling plans does not pay, and parallel workers need /dev/shm.
    jit: 'off',
    max_parallel_workers_per_gather: '0',
    // The log must not contain what people typed, not even in a failed statement.
    log_min_error_statement: 'panic',
    log_parameter_max_length: '0',
    log_parameter_max_length_on_error: '0',
  }
  // The caller has found no server behind the lock file, but another process may have its id by now, and PostgreSQL
  // would refuse to start. It ignores the id of its own grandparent, so it is told that this is the one. It still checks
  // that no old session uses the shared memory.
  const stale = await lockedBy(location.data)
  const log = await openLog(location)
  try {
    return spawn(
      program(binaries, 'postgres'),
      [
        '-D',
        location.data,
        ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      ],
      {
        ...optionsFor(location),
        env: { ...environment(), ...(stale === null ? {} : { PG_GRANDPARENT_PID: String(stale) }) },
        detached: true,
        stdio: ['ignore', log.fd, log.fd],
      },
    )
  } finally {
    await log.close()
  }
}

const openLog = async (location: EngineLocation) => {
  const path = join(location.root, 'server.log')
  const found = await stat(path).catch(() => null)
  if (found && found.size > LOG_MAX_BYTES) await rename(path, `${path}.1`)
  return open(path, 'a', 0o600)
}

/** The end of PostgreSQL's log, which says why it did not start. */
export const lastLogLines = async (location: EngineLocation): Promise<string> => {
  const text = await readFile(join(location.root, 'server.log'), 'utf8').catch(() => '')
  return text.trim().split('\n').slice(-3).join(' | ')
}
