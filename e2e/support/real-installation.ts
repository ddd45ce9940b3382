/** A real installation on an empty database beside the stories' demo; prints what an operator reads. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface RealInstallation {
  readonly url: string
  readonly printed: () => string
  readonly stop: () => Promise<void>
}

export const startRealInstallation = async (port: number): Promise<RealInstallation> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'lms-real-'))
  const { DATABASE_URL: _none, ...environment } = process.env
  const child = fork(join(import.meta.dirname, '..', '..', 'server', 'main.ts'), {
    env: {
      ...environment,
      DATA_DIR: dataDir,
      PORT: String(port),
      DEMO: 'false',
      LOG_LEVEL: 'warn',
      NODE_ENV: 'production',
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  let printed = ''
  child.stdout?.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  const exited = once(child, 'exit')
  await Promise.race([
    once(child, 'message'),
    exited.then(() => Promise.reject(new Error(`the installation did not start: ${printed}`))),
  ])
  return {
    url: `http://127.0.0.1:${port}`,
    printed: () => printed,
    stop: async () => {
      child.kill('SIGTERM')
      await exited
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
