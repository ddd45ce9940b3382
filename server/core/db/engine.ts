/**
 * Supervises the private PostgreSQL: starts it from the installed platform package, restarts it when it dies, and takes
 * over one that a killed server left running. Connections use a unix socket in DATA_DIR.
 */
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { ConfigError } from '../config.ts'
import { findBinaries } from './engine/binaries.ts'
import {
  dropSocketDir,
  ensureCluster,
  freePort,
  lastLogLines,
  makeSocketDir,
  SOCKET_PORT,
  spawnPostgres,
  tcpSecretFile,
  type Address,
} from './engine/cluster.ts'
import { chooseLocation, type EngineLocation } from './engine/data-location.ts'
import { alive, findPostmaster, stopPostmaster } from './engine/postmaster.ts'

export interface EngineLog {
  readonly info: (facts: object, message: string) => void
  readonly warn: (facts: object, message: string) => void
}

export interface EngineOptions {
  readonly dataDir: string
  readonly log: EngineLog
  /** Folder with the `bin` of another PostgreSQL, for example an installed one in tests. */
  readonly binaries?: string
  /** Default: a socket, or TCP on loopback where sockets do not exist. */
  readonly transport?: 'socket' | 'tcp'
  readonly maxConnections?: number
  /** For commands beside a running server: use its database and leave it running, instead of refusing. */
  readonly join?: boolean
}

export interface Engine {
  /** The superuser, only for roles, databases and migrations. */
  readonly connection: pg.ClientConfig
  /** Process id of the running PostgreSQL. */
  readonly pid: () => number
  readonly stop: () => Promise<void>
}

const READY_WITHIN_MS = 120_000
const READY_POLL_MS = 15
const LOCK_WITHIN_MS = 3_000
/** Lets one product at a time use the data. The guard connection holds it while the product runs. */
const GUARD_LOCK = 4_100_001

/** Starts the private engine of a data folder, or takes over a running one. */
export const startEngine = async (options: EngineOptions): Promise<Engine> => {
  const location = await chooseLocation(options.dataDir)
  const binaries = options.binaries ?? (await findBinaries(location))
  const tcp = (options.transport ?? (process.platform === 'win32' ? 'tcp' : 'socket')) === 'tcp'
  const secretFile = tcp ? await tcpSecretFile(location) : null
  await ensureCluster(location, binaries, secretFile)
  const password = secretFile ? await readFile(secretFile, 'utf8') : undefined
  const address = await findAddress(location, password)
  const supervisor = new Supervisor(location, binaries, address, options)
  await supervisor.begin()
  return {
    connection: clientConfig(address),
    pid: () => supervisor.pid,
    stop: () => supervisor.stop(),
  }
}

const clientConfig = (address: Address): pg.ClientConfig => ({
  host: address.host,
  port: address.port,
  user: 'postgres',
  database: 'postgres',
  ...(address.password === undefined ? {} : { password: address.password }),
})

/** The address of a running server, else a new address. */
const findAddress = async (location: EngineLocation, password: string | undefined): Promise<Address> => {
  const postmaster = await findPostmaster(location.data)
  if (password !== undefined)
    return { host: '127.0.0.1', port: postmaster ? postmaster.port : await freePort(), password }
  if (postmaster?.socketDir) return { host: postmaster.socketDir, port: postmaster.port }
  return { host: await makeSocketDir(location), port: SOCKET_PORT }
}

class Supervisor {
  pid = 0
  #guard: pg.Client | null = null
  #isStopping = false
  #hasExited = false
  /** True for a command that uses the database of a running server (`join`). */
  #isGuest = false
  #recovering: Promise<void> | null = null
  readonly #location: EngineLocation
  readonly #binaries: string
  readonly #address: Address
  readonly #options: EngineOptions

  constructor(location: EngineLocation, binaries: string, address: Address, options: EngineOptions) {
    this.#location = location
    this.#binaries = binaries
    this.#address = address
    this.#options = options
  }

  async begin(): Promise<void> {
    const postmaster = await findPostmaster(this.#location.data)
    if (postmaster) {
      this.pid = postmaster.pid
    } else {
      await this.#spawn()
    }
    await this.#connectGuard(READY_WITHIN_MS)
    if (postmaster && !this.#isGuest)
      this.#options.log.info({ pid: postmaster.pid }, 'took over the database that was still running')
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    await this.#recovering
    await this.#guard?.end().catch(() => undefined)
    if (this.#isGuest) return
    await stopPostmaster(this.pid)
    await dropSocketDir(this.#address.host)
  }

  async #spawn(): Promise<void> {
    const child = await spawnPostgres(
      this.#location,
      this.#binaries,
      this.#address,
      this.#options.maxConnections ?? 100,
    )
    this.#hasExited = false
    child.on('exit', () => (this.#hasExited = true))
    child.on('error', (error) => {
      this.#hasExited = true
      this.#options.log.warn({ err: error }, 'the private database could not be run')
    })
    // The product stops the database itself; the child must not keep the process alive.
    child.unref()
    this.pid = child.pid ?? 0
  }

  /** Connects the guard once the server accepts connections. When the guard's connection ends, the server is gone. */
  async #connectGuard(withinMs: number): Promise<void> {
    const until = Date.now() + withinMs
    for (;;) {
      const client = new pg.Client({ ...clientConfig(this.#address), application_name: 'lms guard' })
      client.on('error', () => undefined)
      try {
        await client.connect()
        await this.#acquireLock(client)
        this.#guard = client
        client.on('end', () => {
          this.#guard = null
          this.#onLost()
        })
        return
      } catch (error) {
        await client.end().catch(() => undefined)
        if (error instanceof ConfigError) throw error
        if (this.#hasExited || !alive(this.pid)) throw await this.#startError()
        if (Date.now() > until) throw await this.#startError()
      }
      await sleep(READY_POLL_MS)
    }
  }

  async #acquireLock(client: pg.Client): Promise<void> {
    const until = Date.now() + LOCK_WITHIN_MS
    for (;;) {
      const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [
        GUARD_LOCK,
      ])
      if (rows[0]?.got) return
      if (this.#options.join) {
        this.#isGuest = true
        return
      }
      // PostgreSQL releases the lock of a killed server once it notices that the peer is gone.
      if (Date.now() > until)
        throw new ConfigError(
          `Another server already works on ${this.#options.dataDir}. Stop it, or set DATA_DIR to another folder`,
        )
      await sleep(50)
    }
  }

  async #startError(): Promise<ConfigError> {
    return new ConfigError(`The private PostgreSQL did not start: ${await lastLogLines(this.#location)}`)
  }

  #onLost(): void {
    if (this.#isStopping || this.#isGuest || this.#recovering) return
    this.#options.log.warn({ pid: this.pid }, 'the private database is gone; starting it again')
    this.#recovering = this.#recover().finally(() => {
      this.#recovering = null
      // It may have died again while the recovery ended.
      if (!this.#guard) this.#onLost()
    })
  }

  async #recover(): Promise<void> {
    for (let pause = 50; !this.#isStopping; pause = Math.min(pause * 2, 2_000)) {
      try {
        const postmaster = await findPostmaster(this.#location.data)
        if (postmaster) this.pid = postmaster.pid
        else await this.#spawn()
        await this.#connectGuard(READY_WITHIN_MS)
        this.#options.log.info({ pid: this.pid }, 'the private database answers again')
        return
      } catch (error) {
        // Right after a kill, old sessions still use the shared memory for a moment.
        this.#options.log.warn({ err: error }, 'the private database is not back yet')
        await sleep(pause)
      }
    }
  }
}
