/** Starts the built product on fresh data for the stories. */
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const dataDir = join(tmpdir(), `lms-e2e-${process.env['PORT'] ?? '0'}`)
rmSync(dataDir, { recursive: true, force: true })
Object.assign(process.env, {
  DATA_DIR: dataDir,
  DEMO: 'true',
  RATE_LIMITS: process.env['RATE_LIMITS'] ?? 'off',
  LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'warn',
  NODE_ENV: 'production',
})
delete process.env['DATABASE_URL']
await import('#server/main.ts')
