/** Runs in a separate process: rotates the master key and kills itself with SIGKILL at the given step. */
import { rotateKeys } from '#server/commands/rotate-keys.ts'
import { createAudit } from '#server/core/audit/audit.ts'
import { systemClock } from '#server/core/clock.ts'
import { readConfig } from '#server/core/config.ts'
import { createDatabase } from '#server/core/db/database.ts'
import { installationSecretColumn } from '#server/core/security/installation-secret.ts'
import { createVault } from '#server/core/security/vault.ts'
import { signingKeyColumn } from '#server/features/auth/sessions/signing-keys.ts'
import { pushKeyColumn } from '#server/features/notifications/push/push-keys.ts'

const [, , killAt, occurrence] = process.argv
let left = Number(occurrence)
const config = readConfig()
const db = createDatabase({
  connection: { connectionString: config.databaseUrl ?? '' },
  role: 'lms_app',
  maxConnections: 2,
  onIdleError: () => undefined,
})
await rotateKeys({
  core: { audit: createAudit(systemClock), config, db, vault: createVault(config) },
  columns: [installationSecretColumn, signingKeyColumn, pushKeyColumn],
  print: () => undefined,
  settleMs: 0,
  onStep: (step) => {
    if (step !== killAt) return
    left -= 1
    if (left === 0) process.kill(process.pid, 'SIGKILL')
  },
})
await db.close()
