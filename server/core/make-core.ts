/** Builds the core on a migrated database. */
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { createAudit } from './audit/audit.ts'
import { createChangeFeed, type RunningChangeFeed } from './changes/feed.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Core } from './core.ts'
import type { Database } from './db/database.ts'
import { createFileAccess } from './files/file-access.ts'
import { createOutbox } from './mail/outbox.ts'
import { readInstallationSecret } from './security/installation-secret.ts'
import { readKeyring } from './security/keyring.ts'
import { createVault, secretsFrom } from './security/vault.ts'

export interface CoreParts {
  readonly config: Config
  readonly log: FastifyBaseLogger
  readonly clock: Clock
  readonly database: Database
  /** For the change feed's dedicated connection. */
  readonly connection: pg.ClientConfig
}

export interface RunningCore extends Core {
  readonly changes: RunningChangeFeed
}

/** Resolves once the change feed listens. */
export const makeCore = async ({
  config,
  log,
  clock,
  database,
  connection,
}: CoreParts): Promise<RunningCore> => {
  const { current } = await readKeyring(config)
  const secret = secretsFrom(await readInstallationSecret({ database, clock }, createVault(config), current))
  const changes = createChangeFeed(connection, log)
  await changes.start()
  return {
    config,
    log,
    clock,
    db: database,
    outbox: createOutbox(clock),
    audit: createAudit(clock),
    changes,
    secret,
    fileAccess: createFileAccess(secret('files.addresses')),
    vault: createVault(config, secret),
  }
}
