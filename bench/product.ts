import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { connectDatabase, PRIVATE_DATABASE } from '#server/core/db/connect.ts'

const root = resolve(import.meta.dirname, '..')

export interface RunningServer {
  url: string
  pid: number
  /** Milliseconds from spawn to the first 200 of /readyz. */
  readyAfterMs: number
  stop: () => Promise<void>
}

const waitUntilReady = async (url: string, child: ChildProcess): Promise<void> => {
  for (;;) {
    if (child.exitCode !== null)
      throw new Error(`The process exited with code ${child.exitCode} before it was ready.`)
    try {
      if ((await fetch(url)).status === 200) return
    } catch {
      // Not listening yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

const start = async (
  script: string,
  env: Record<string, string>,
  readyPath: string,
): Promise<RunningServer> => {
  const startedAt = performance.now()
  const url = `http://127.0.0.1:${env['PORT']}`
  const child = spawn(process.execPath, [script], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  // Also when a measurement throws or the process is told to stop.
  process.once('exit', () => child.kill('SIGTERM'))
  await waitUntilReady(url + readyPath, child)
  return {
    url,
    pid: child.pid ?? 0,
    readyAfterMs: performance.now() - startedAt,
    stop: async () => {
      if (child.exitCode !== null) return
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      await exited
    },
  }
}

/** The resident memory of a process in MiB (Linux). */
export const memoryOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

/** A temporary data folder; `remove` deletes it. */
export const temporaryData = () => {
  const folder = mkdtempSync(join(tmpdir(), 'lms-bench-'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Starts the built product on a data folder. */
export const startProduct = (dataDir: string, port: number): Promise<RunningServer> =>
  start(
    'server/main.ts',
    {
      PORT: String(port),
      DATA_DIR: dataDir,
      DEMO: 'true',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'error',
      NODE_ENV: 'production',
    },
    '/readyz',
  )

/** Starts the floor: a bare Fastify server that sends the given bodies, and an empty page. */
export const startFloor = (
  bodiesFile: string,
  port: number,
  /** For `/asked/NAME`: a body after this statement, which finds one row. */
  asked?: { connection: object; query: string },
): Promise<RunningServer> =>
  start(
    'bench/floor.ts',
    {
      PORT: String(port),
      FLOOR_BODIES: bodiesFile,
      ...(asked && { FLOOR_DATABASE: JSON.stringify(asked.connection), FLOOR_QUERY: asked.query }),
    },
    '/ready',
  )

/** Works on the database of a running product as its superuser, with a tenant set, as triggers of search words need. */
export const withProductDatabase = async <T>(
  folder: string,
  clientId: number,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> => {
  const connection = await connectDatabase(
    { dataDir: folder, databaseUrl: null, databasePool: 2 },
    { info: () => undefined, warn: () => undefined },
    { join: true },
  )
  const client = new pg.Client({ ...connection.engine?.connection, database: PRIVATE_DATABASE })
  try {
    await client.connect()
    await client.query(`select set_config('app.client_id', '${clientId}', false)`)
    return await work(client)
  } finally {
    await client.end()
    await connection.database.close()
    await connection.engine?.stop()
  }
}
