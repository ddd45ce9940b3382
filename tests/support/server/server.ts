/**
 * The real application on a real database, without a port. Checks every response for its security headers (H4) and that
 * the contract would not have changed it.
 */
import type { FastifyInstance } from 'fastify'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFeatures, type Features } from '#server/app.ts'
import { createApp } from '#server/http-app.ts'
import { readConfig, type Config } from '#server/core/config.ts'
import type { Core } from '#server/core/core.ts'
import { createLog } from '#server/core/log/log.ts'
import { makeCore, type RunningCore } from '#server/core/make-core.ts'
import { createTestClock, type TestClock } from '../clock.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { TEST_MASTER_KEY } from './master-key.ts'
import { contractProblem } from './response-check.ts'
import { missingSecurityHeaders } from './security-headers.ts'

export interface TestServerOptions {
  /** Settings as environment variables; default: rate limits off. */
  env?: Record<string, string>
  clock?: TestClock
  /** Wraps or replaces the product's features. */
  features?: (core: Core) => Features
  /** Folder of a built app; without it only the API is served. */
  dist?: string
  /** Default: a fresh copy of the template. It is dropped with the server. */
  database?: TestDatabase
}

export interface TestServer {
  readonly app: FastifyInstance
  readonly core: RunningCore
  readonly config: Config
  readonly clock: TestClock
  readonly db: TestDatabase
  /** All log lines so far, as text. */
  readonly logs: () => string
  readonly close: () => Promise<void>
}

/** What a server is made of, without the HTTP application. */
export const startTestCore = async (
  db: TestDatabase,
  { env, clock = createTestClock() }: Pick<TestServerOptions, 'env' | 'clock'>,
) => {
  const config = readConfig({
    DEMO: 'true',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'debug',
    MASTER_KEY: TEST_MASTER_KEY,
    ...env,
  })
  const lines: string[] = []
  const log = createLog(config.logLevel, { write: (line) => void lines.push(line) })
  const core = await makeCore({ config, log, clock, database: db.database, connection: db.connection })
  return { core, config, clock, logs: () => lines.join('') }
}

/** Starts a server; call `close` in afterAll. */
export const startTestServer = async (options: TestServerOptions = {}): Promise<TestServer> => {
  const db = options.database ?? (await createTestDatabase())
  const dataDir = await mkdtemp(join(tmpdir(), 'lms-data-'))
  const { core, config, clock, logs } = await startTestCore(db, {
    env: { DATA_DIR: dataDir, ...options.env },
    ...(options.clock ? { clock: options.clock } : {}),
  })
  const app = await createApp(core, {
    features: (options.features ?? createFeatures)(core),
    ...(options.dist ? { dist: options.dist } : {}),
  })
  const problems: string[] = []
  app.addHook('onSend', async (request, reply, payload) => {
    const missing = missingSecurityHeaders(reply.getHeaders())
    if (missing.length > 0) problems.push(`${request.method} ${request.url}: lacks ${missing.join(', ')}`)
    const problem = contractProblem(request, reply, payload)
    if (problem) problems.push(problem)
    return payload
  })
  await app.ready()
  return {
    app,
    core,
    config,
    clock,
    db,
    logs,
    close: async () => {
      await app.close()
      await core.changes.stop()
      await db.drop()
      await rm(dataDir, { recursive: true, force: true })
      if (problems.length > 0) throw new Error(`wrong responses:\n${[...new Set(problems)].join('\n')}`)
    },
  }
}
