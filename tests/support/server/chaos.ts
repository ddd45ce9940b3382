/**
 * Kills the running product repeatedly during writes: server, database or both, always with SIGKILL. Everything
 * acknowledged to a caller must exist afterwards (H1).
 */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { PRIVATE_DATABASE } from '#server/core/db/connect.ts'
import { findPostmaster } from '#server/core/db/engine/postmaster.ts'

const MAIN = join(import.meta.dirname, '..', '..', '..', 'server', 'main.ts')
const WRITERS = 4
const WRITES_BETWEEN_KILLS = 12
const RECOVERY_TIMEOUT_MS = 120_000

export type Victim = 'server' | 'database' | 'both'
const VICTIMS: readonly Victim[] = ['server', 'database', 'both']

export interface ChaosResult {
  readonly kills: number
  readonly acknowledged: number
  /** Acknowledged, but missing afterwards. */
  readonly lost: readonly string[]
  /** Times the server process exited on its own (it must survive its database). */
  readonly unexpectedExits: number
  /** Milliseconds from each kill until the product was ready again; informational. */
  readonly recoveryMs: readonly number[]
}

interface ChaosOptions {
  readonly kills: number
  readonly dataDir: string
  readonly onProgress?: (line: string) => void
}

/** Runs on its own data folder and stops everything at the end. */
export const runChaos = async ({
  kills,
  dataDir,
  onProgress = () => undefined,
}: ChaosOptions): Promise<ChaosResult> => {
  const product = new KillableProduct(dataDir)
  const acknowledged: string[] = []
  const recoveryMs: number[] = []
  const writers = new Writers(product, acknowledged)
  await product.start()
  try {
    for (let kill = 0; kill < kills; kill += 1) {
      const victim = VICTIMS[kill % VICTIMS.length] ?? 'server'
      await writers.waitForWrites(WRITES_BETWEEN_KILLS)
      const killedAt = performance.now()
      await product.kill(victim)
      await product.waitUntilReady()
      recoveryMs.push(Math.round(performance.now() - killedAt))
      onProgress(
        `kill ${kill + 1} (${victim}): ready after ${recoveryMs.at(-1)} ms, ${acknowledged.length} acknowledged`,
      )
    }
    await writers.stop()
    const lost = await findMissing(dataDir, acknowledged)
    return {
      kills,
      acknowledged: acknowledged.length,
      lost,
      unexpectedExits: product.unexpectedExits,
      recoveryMs,
    }
  } finally {
    await writers.stop()
    await product.stop()
  }
}

export class KillableProduct {
  address = ''
  unexpectedExits = 0
  #child: ChildProcess | null = null
  #isExitExpected = false
  readonly #dataDir: string

  constructor(dataDir: string) {
    this.#dataDir = dataDir
  }

  async start(): Promise<void> {
    const child = fork(MAIN, {
      env: {
        ...process.env,
        DATA_DIR: this.#dataDir,
        PORT: '0',
        DEMO: 'true',
        RATE_LIMITS: 'off',
        LOG_LEVEL: 'silent',
      },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    let errors = ''
    child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()))
    this.#child = child
    this.#isExitExpected = false
    child.on('exit', () => {
      if (!this.#isExitExpected) this.unexpectedExits += 1
    })
    const message = await Promise.race([
      once(child, 'message').then(([value]) => value as { ready: string }),
      once(child, 'exit').then(() => Promise.reject(new Error(`the product did not start: ${errors}`))),
    ])
    this.address = message.ready
  }

  async kill(victim: Victim): Promise<void> {
    const child = this.#child
    const database = await findPostmaster(join(this.#dataDir, 'postgres', 'data'))
    if (!child?.pid || !database) throw new Error('nothing to kill')
    if (victim !== 'server') process.kill(database.pid, 'SIGKILL')
    if (victim === 'database') return
    this.#isExitExpected = true
    const exited = once(child, 'exit')
    process.kill(child.pid, 'SIGKILL')
    await exited
    await this.start()
  }

  async waitUntilReady(): Promise<void> {
    const deadline = Date.now() + RECOVERY_TIMEOUT_MS
    while (Date.now() < deadline) {
      const answer = await fetch(`${this.address}/readyz`).catch(() => null)
      await answer?.body?.cancel()
      if (answer?.status === 200) return
      await sleep(20)
    }
    throw new Error('the product did not become ready again')
  }

  async stop(): Promise<void> {
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    this.#isExitExpected = true
    const exited = once(child, 'exit')
    child.kill('SIGTERM')
    await exited
  }
}

/** Sign up people with unique addresses; only a 2xx counts as acknowledged. */
class Writers {
  #running = true
  #count = 0
  readonly #loops: Promise<unknown>
  readonly #product: KillableProduct
  readonly #acknowledged: string[]

  constructor(product: KillableProduct, acknowledged: string[]) {
    this.#product = product
    this.#acknowledged = acknowledged
    this.#loops = Promise.all(Array.from({ length: WRITERS }, () => this.#write()))
  }

  async waitForWrites(count: number): Promise<void> {
    const goal = this.#acknowledged.length + count
    const deadline = Date.now() + RECOVERY_TIMEOUT_MS
    while (this.#acknowledged.length < goal) {
      if (Date.now() > deadline) throw new Error('writes are no longer acknowledged')
      await sleep(10)
    }
  }

  async stop(): Promise<void> {
    this.#running = false
    await this.#loops
  }

  async #write(): Promise<void> {
    while (this.#running) {
      this.#count += 1
      const email = `person-${this.#count}@chaos.example`
      const ok = this.#product.address !== '' && (await this.#signUp(email))
      if (ok) this.#acknowledged.push(email)
      else await sleep(20)
    }
  }

  async #signUp(email: string): Promise<boolean> {
    try {
      const answer = await fetch(`${this.#product.address}/accounts/clients/7/user/signup/`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(person(email)),
        signal: AbortSignal.timeout(10_000),
      })
      await answer.text()
      return answer.ok
    } catch {
      return false
    }
  }
}

const person = (email: string) => ({
  full_name: 'Chaos Person',
  email,
  password: 'quite a long violet 42',
  accept_terms: true,
})

/** The addresses without an account in the product of this data folder. */
export const findMissing = async (dataDir: string, emails: readonly string[]): Promise<string[]> => {
  const server = await findPostmaster(join(dataDir, 'postgres', 'data'))
  if (!server) throw new Error('the database is not running')
  const client = new pg.Client({
    host: server.socketDir,
    port: server.port,
    user: 'postgres',
    database: PRIVATE_DATABASE,
  })
  await client.connect()
  try {
    const { rows } = await client.query<{ email: string }>(
      'select email from app_user where email = any($1)',
      [emails],
    )
    const existing = new Set(rows.map((row) => row.email))
    return emails.filter((email) => !existing.has(email))
  } finally {
    await client.end()
  }
}
