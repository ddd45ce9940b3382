/** Runs several processes of the product on one database, as an operator does; each can be killed. */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { TEST_MASTER_KEY } from './master-key.ts'

const MAIN = join(import.meta.dirname, '..', '..', '..', 'server', 'main.ts')

/** The address of a database on a socket or a host. */
export const addressOf = ({ host, port, user, database, connectionString }: pg.ClientConfig): string => {
  if (connectionString) {
    const url = new URL(connectionString)
    url.pathname = `/${database ?? ''}`
    return url.href
  }
  const query = new URLSearchParams({ host: String(host), port: String(port), user: String(user) })
  return `postgresql:///${database ?? ''}?${query.toString()}`
}

export interface RunningProcess {
  readonly kill: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** Resolves once the process is ready. */
export const startProcessOn = async (database: pg.ClientConfig): Promise<RunningProcess> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'lms-process-'))
  const child: ChildProcess = fork(MAIN, {
    env: {
      ...process.env,
      DATABASE_URL: addressOf(database),
      DATA_DIR: dataDir,
      MASTER_KEY: TEST_MASTER_KEY,
      PORT: '0',
      DEMO: 'false',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let errors = ''
  child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error(`the product did not start: ${errors}`))),
  ])
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    if (child.exitCode === null && child.signalCode === null) {
      const exited = once(child, 'exit')
      child.kill(signal)
      await exited
    }
    await rm(dataDir, { recursive: true, force: true })
  }
  return { kill: () => end('SIGKILL'), stop: () => end('SIGTERM') }
}
