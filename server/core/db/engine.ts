/**
 * The private PostgreSQL: started from the installed platform package, reached over a unix socket in DATA_DIR,
 * watched, started again when it dies, taken over when a killed server left it running.
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
import { choosePlace, type Place } from './engine/data-location.ts'
import { alive, findPostmaster, stopPostmaster } from './engine/postmaster.ts'

export interface EngineLog {
  readonly info: (facts: object, message: string) => void
  readonly warn: (facts: object, message: string) => void
}

export interface EngineOptions {
  readonly dataDir: string
  readonly log: EngineLog
  /** Another PostgreSQL's folder with `bin`; tests run the suite on the machine's own this way. */
  readonly binaries?: string
  /** Sockets wherever they exist; TCP on loopback elsewhere. */
  readonly transport?: 'socket' | 'tcp'
  readonly maxConnections?: number
  /** For commands beside a running server: use its database instead of refusing, and leave it running. */
  readonly join?: boolean
}

export interface Engine {
  /** The bootstrap superuser, for roles, databases and migrations only. */
  readonly connection: pg.ClientConfig
  /** Process number of the server program now running. */
  readonly pid: () => number
  readonly stop: () => Promise<void>
}

const READY_WITHIN_MS = 120_000
const READY_POLL_MS = 15
const LOCK_WITHIN_MS = 3_000
/** Says "one product at a time on this data"; held by the guard connection for as long as the product lives. */
const GUARD_LOCK = 4_100_001

/** Starts (or takes over) the private engine of a data folder. */
export const startEngine = async (options: EngineOptions): Promise<Engine> => {
  const place = await choosePlace(options.dataDir)
  const binaries = options.binaries ?? (await findBinaries(place))
  const tcp = (options.transport ?? (process.platform === 'win32' ? 'tcp' : 'socket')) === 'tcp'
  const secretFile = tcp ? await tcpSecretFile(place) : null
  await ensureCluster(place, binaries, secretFile)
  const password = secretFile ? await readFile(secretFile, 'utf8') : undefined
  const address = await findAddress(place, password)
  const run = new Run(place, binaries, address, options)
  await run.begin()
  return {
    connection: clientConfig(address),
    pid: () => run.pid,
    stop: () => run.stop(),
  }
}

const clientConfig = (address: Address): pg.ClientConfig => ({
  host: address.host,
  port: address.port,
  user: 'postgres',
  database: 'postgres',
  ...(address.password === undefined ? {} : { password: address.password }),
})

/** Of the server still living, else a new one. */
const findAddress = async (place: Place, password: string | undefined): Promise<Address> => {
  const living = await findPostmaster(place.data)
  if (password !== undefined)
    return { host: '127.0.0.1', port: living ? living.port : await freePort(), password }
  if (living?.socketDir) return { host: living.socketDir, port: living.port }
  return { host: await makeSocketDir(place), port: SOCKET_PORT }
}

class Run {
  pid = 0
  #guard: pg.Client | null = null
  #stopping = false
  #exited = false
  /** Another server leads; this process only visits. */
  #visiting = false
  #recovering: Promise<void> | null = null
  readonly #place: Place
  readonly #binaries: string
  readonly #address: Address
  readonly #options: EngineOptions

  constructor(place: Place, binaries: string, address: Address, options: EngineOptions) {
    this.#place = place
    this.#binaries = binaries
    this.#address = address
    this.#options = options
  }

  async begin(): Promise<void> {
    const living = await findPostmaster(this.#place.data)
    if (living) {
      this.pid = living.pid
    } else {
      await this.#spawn()
    }
    await this.#watch(READY_WITHIN_MS)
    if (living && !this.#visiting)
      this.#options.log.info({ pid: living.pid }, 'took over the database that was still running')
  }

  async stop(): Promise<void> {
    this.#stopping = true
    await this.#recovering
    await this.#guard?.end().catch(() => undefined)
    if (this.#visiting) return
    await stopPostmaster(this.pid)
    await dropSocketDir(this.#address.host)
  }

  async #spawn(): Promise<void> {
    const child = await spawnPostgres(
      this.#place,
      this.#binaries,
      this.#address,
      this.#options.maxConnections ?? 100,
    )
    this.#exited = false
    child.on('exit', () => (this.#exited = true))
    child.on('error', (error) => {
      this.#exited = true
      this.#options.log.warn({ err: error }, 'the private database could not be run')
    })
    // The product's own shutdown ends the database; the child must not keep a finished process alive.
    child.unref()
    this.pid = child.pid ?? 0
  }

  /** Connects the guard as soon as the server answers; its end is how a dead server is noticed. */
  async #watch(withinMs: number): Promise<void> {
    const until = Date.now() + withinMs
    for (;;) {
      const client = new pg.Client({ ...clientConfig(this.#address), application_name: 'lms guard' })
      client.on('error', () => undefined)
      try {
        await client.connect()
        await this.#lock(client)
        this.#guard = client
        client.on('end', () => {
          this.#guard = null
          this.#onLost()
        })
        return
      } catch (error) {
        await client.end().catch(() => undefined)
        if (error instanceof ConfigError) throw error
        if (this.#exited || !alive(this.pid)) throw await this.#didNotStart()
        if (Date.now() > until) throw await this.#didNotStart()
      }
      await sleep(READY_POLL_MS)
    }
  }

  async #lock(client: pg.Client): Promise<void> {
    const until = Date.now() + LOCK_WITHIN_MS
    for (;;) {
      const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [
        GUARD_LOCK,
      ])
      if (rows[0]?.got) return
      if (this.#options.join) {
        this.#visiting = true
        return
      }
      // The session of a killed server lets go as soon as PostgreSQL notices that its peer is gone.
      if (Date.now() > until)
        throw new ConfigError(
          `Another server already works on ${this.#options.dataDir}. Stop it, or set DATA_DIR to another folder`,
        )
      await sleep(50)
    }
  }

  async #didNotStart(): Promise<ConfigError> {
    return new ConfigError(`The private PostgreSQL did not start: ${await lastLogLines(this.#place)}`)
  }

  #onLost(): void {
    if (this.#stopping || this.#visiting || this.#recovering) return
    this.#options.log.warn({ pid: this.pid }, 'the private database is gone; starting it again')
    this.#recovering = this.#recover().finally(() => {
      this.#recovering = null
      // It may have died again in the very moment in which the recovery ended.
      if (!this.#guard) this.#onLost()
    })
  }

  async #recover(): Promise<void> {
    for (let pause = 50; !this.#stopping; pause = Math.min(pause * 2, 2_000)) {
      try {
        const living = await findPostmaster(this.#place.data)
        if (living) this.pid = living.pid
        else await this.#spawn()
        await this.#watch(READY_WITHIN_MS)
        this.#options.log.info({ pid: this.pid }, 'the private database answers again')
        return
      } catch (error) {
        // Right after a kill the old sessions still hold the shared memory for a moment: try again.
        this.#options.log.warn({ err: error }, 'the private database is not back yet')
        await sleep(pause)
      }
    }
  }
}
