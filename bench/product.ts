import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')

export interface Running {
  url: string
  /** Milliseconds from spawn to the first 200 of /readyz. */
  readyAfterMs: number
  stop: () => Promise<void>
}

const untilReady = async (url: string, child: ChildProcess): Promise<void> => {
  for (;;) {
    if (child.exitCode !== null)
      throw new Error(`The process ended with ${child.exitCode} before it was ready.`)
    try {
      if ((await fetch(url)).status === 200) return
    } catch {
      // Not listening yet.
    }
    await new Promise((done) => setTimeout(done, 10))
  }
}

const start = async (script: string, env: Record<string, string>, readyPath: string): Promise<Running> => {
  const began = performance.now()
  const url = `http://127.0.0.1:${env['PORT']}`
  const child = spawn(process.execPath, [script], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await untilReady(url + readyPath, child)
  return {
    url,
    readyAfterMs: performance.now() - began,
    stop: async () => {
      if (child.exitCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** A data folder of its own, gone afterwards. */
export const temporaryData = () => {
  const folder = mkdtempSync(join(tmpdir(), 'lms-bench-'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** The built product on the given data folder. */
export const startProduct = (dataDir: string, port: number): Promise<Running> =>
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

/** The floor: a bare Fastify server that answers the bodies it is given, and an empty page. */
export const startFloor = (bodiesFile: string, port: number): Promise<Running> =>
  start('bench/floor.ts', { PORT: String(port), FLOOR_BODIES: bodiesFile }, '/ready')
