/** Starts the built product on fresh data for the stories. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { memoryFolder, memoryFolders } from '#tests/support/memory-folder.ts'
import { copyDemo } from './demo-data.ts'

const folder = `lms-e2e-${process.env['PORT'] ?? '0'}`
for (const parent of memoryFolders()) rmSync(join(parent, folder), { recursive: true, force: true })
const dataDir = join(memoryFolder(), folder)
Object.assign(process.env, {
  DATA_DIR: dataDir,
  DEMO: 'true',
  RATE_LIMITS: process.env['RATE_LIMITS'] ?? 'off',
  LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'warn',
  NODE_ENV: 'production',
})
delete process.env['DATABASE_URL']
const sharedDemo = process.env['E2E_DEMO']
// Several products of one run: seeding takes ten seconds of processor time, so one does it for all.
if (sharedDemo) await copyDemo(sharedDemo, dataDir)
// It may be in memory, so it must not outlive the product.
process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }))
await import('#server/main.ts')
