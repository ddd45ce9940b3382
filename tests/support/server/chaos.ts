/**
 * Kills the real product under writes, again and again: server, database, or both at once, always with SIGKILL.
 * What was acknowledged to a caller must be there afterwards (TRUST H1).
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
const BACK_WITHIN_MS = 120_000

export type Victim = 'server' | 'database' | 'both'
const VICTIMS: readonly Victim[] = ['server', 'database', 'both']

export interface ChaosResult {
  readonly kills: number
  readonly acknowledged: number
  /** Acknowledged and not there afterwards. */
  readonly lost: readonly string[]
  /** The server process ended by itself (it must outlive its database). */
  readonly unasked: number
  /** Milliseconds from each kill until the product was ready again, for information. */
  readonly backAfterMs: readonly number[]
}

interface ChaosOptions {
  readonly kills: number
  readonly dataDir: string
  readonly note?: (line: string) => void
}

/** Runs it all on a data folder of its own; ends with everything stopped in order. */
export const runChaos = async ({
  kills,
  dataDir,
  note = () => undefined,
}: ChaosOptions): Promise<ChaosResult> => {
  const product = new Killable(dataDir)
  const acknowledged: string[] = []
  const backAfterMs: number[] = []
  const writers = new Writers(product, acknowledged)
  await product.start()
  try {
    for (let kill = 0; kill < kills; kill += 1) {
      const victim = VICTIMS[kill % VICTIMS.length] ?? 'server'
      await writers.untilWritten(WRITES_BETWEEN_KILLS)
      const began = performance.now()
      await product.kill(victim)
      await product.untilReady()
      backAfterMs.push(Math.round(performance.now() - began))
      note(
        `kill ${kill + 1} (${victim}): back after ${backAfterMs.at(-1)} ms, ${acknowledged.length} acknowledged`,
      )
    }
    await writers.stop()
    const lost = await missing(dataDir, acknowledged)
    return { kills, acknowledged: acknowledged.length, lost, unasked: product.unasked, backAfterMs }
  } finally {
    await writers.stop()
    await product.stop()
  }
}

export class Killable {
  address = ''
  unasked = 0
  #child: ChildProcess | null = null
  #asked = false
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
    this.#asked = false
    child.on('exit', () => {
      if (!this.#asked) this.unasked += 1
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
    this.#asked = true
    const gone = once(child, 'exit')
    process.kill(child.pid, 'SIGKILL')
    await gone
    await this.start()
  }

  async untilReady(): Promise<void> {
    const until = Date.now() + BACK_WITHIN_MS
    while (Date.now() < until) {
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
    this.#asked = true
    const gone = once(child, 'exit')
    child.kill('SIGTERM')
    await gone
  }
}

/** Sign-ups, each with an address of its own; only a 2xx counts as acknowledged. */
class Writers {
  #running = true
  #count = 0
  readonly #all: Promise<unknown>
  readonly #product: Killable
  readonly #acknowledged: string[]

  constructor(product: Killable, acknowledged: string[]) {
    this.#product = product
    this.#acknowledged = acknowledged
    this.#all = Promise.all(Array.from({ length: WRITERS }, () => this.#write()))
  }

  async untilWritten(more: number): Promise<void> {
    const goal = this.#acknowledged.length + more
    const until = Date.now() + BACK_WITHIN_MS
    while (this.#acknowledged.length < goal) {
      if (Date.now() > until) throw new Error('writes are no longer acknowledged')
      await sleep(10)
    }
  }

  async stop(): Promise<void> {
    this.#running = false
    await this.#all
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

/** Which of these addresses have no account in the product of this data folder. */
export const missing = async (dataDir: string, emails: readonly string[]): Promise<string[]> => {
  const server = await findPostmaster(join(dataDir, 'postgres', 'data'))
  if (!server) throw new Error('the database is not there to be asked')
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
    const there = new Set(rows.map((row) => row.email))
    return emails.filter((email) => !there.has(email))
  } finally {
    await client.end()
  }
}
