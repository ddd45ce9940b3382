/** Starts the product from its settings, and stops it in order. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createFeatures, type Features } from './app.ts'
import { createApp } from './http-app.ts'
import { createWorkers, type Release } from './workers.ts'
import { UNFINISHED_RESTORE } from './core/backup/restore.ts'
import { systemClock } from './core/clock.ts'
import { ConfigError, type Config } from './core/config.ts'
import { connectDatabase, type Connected } from './core/db/connect.ts'
import { migrationNames } from './core/db/migrate.ts'
import type { Core } from './core/core.ts'
import { createLog } from './core/log/log.ts'
import { makeCore, type RunningCore } from './core/make-core.ts'
import { startWorkers } from './core/parsing/run-job.ts'
import { seedDemo } from './demo/seed.ts'
import { warmUpDrawing } from './features/certificates/index.ts'
import { loadProviderPackages } from './features/money/index.ts'

/** The product's own version and migrations. */
const readRelease = async (): Promise<Release> => {
  const file = await readFile(join(import.meta.dirname, '..', 'package.json'), 'utf8')
  const { version } = JSON.parse(file) as { version: string }
  return { version, migrations: await migrationNames() }
}

const DIST = join(import.meta.dirname, '..', 'dist')
/** Keeps the processor free for the first page views of a new server. */
const WARM_UP_AFTER_MS = 15_000
/** Time for running requests to finish after the server is asked to stop. */
const DRAIN_TIMEOUT_MS = 10_000

export interface Product {
  /** Where it listens, for example http://127.0.0.1:4100. */
  readonly address: string
  /** The page on which the first administrator makes their account; null when there is one. */
  readonly setupLink: string | null
  /**
   * Stops accepting requests, finishes the running ones, then stops workers, pool and private engine, in this order.
   */
  readonly stop: () => Promise<void>
}

/** The product without an open port: database, core and features. For the server and for commands. */
export interface OpenedProduct {
  readonly core: RunningCore
  readonly features: Features
  readonly close: () => Promise<void>
}

/** With `join`, a command works next to a running server. */
export const openProduct = async (
  config: Config,
  options: { join?: boolean } = {},
): Promise<OpenedProduct> => {
  if (existsSync(join(config.dataDir, UNFINISHED_RESTORE)))
    throw new ConfigError(
      `DATA_DIR: a restore into ${config.dataDir} did not finish. Run npm run restore again, or set DATA_DIR to another folder`,
    )
  const log = createLog(config.logLevel)
  const connection = await connectDatabase(config, log, options)
  try {
    if (connection.migrated.length > 0) log.info({ migrations: connection.migrated }, 'database migrated')
    const core = await makeCore({ config, log, clock: systemClock, ...connection })
    const close = async () => {
      await core.changes.stop()
      await endDatabase(connection)
    }
    return { core, features: createFeatures(core), close }
  } catch (error) {
    await endDatabase(connection)
    throw error
  }
}

/** Starts everything; if a step fails, the former steps are undone. */
export const startProduct = async (config: Config): Promise<Product> => {
  const { core, features, close } = await openProduct(config)
  const cleanups: (() => Promise<void>)[] = [close]
  const stop = async () => {
    for (const cleanup of cleanups.splice(0).toReversed())
      await cleanup().catch((error: unknown) => core.log.error({ err: error }, 'a part did not end in order'))
  }
  try {
    // Before the first request: a thread takes a quarter of a second to start.
    startWorkers()
    await loadProviderPackages()
    if (config.demo) await seed(core)
    const dist = existsSync(join(DIST, 'index.html')) ? { dist: DIST } : {}
    const app = await createApp(core, { features, ...dist })
    const workers = createWorkers(core, features, await readRelease())
    workers.start()
    cleanups.push(workers.stop)
    const address = await app.listen({ port: config.port, host: config.host }).catch((error: unknown) => {
      throw listenError(error as NodeJS.ErrnoException, config)
    })
    cleanups.push(async () => {
      const timeout = setTimeout(() => app.server.closeAllConnections(), DRAIN_TIMEOUT_MS)
      await app.close().finally(() => clearTimeout(timeout))
    })
    cleanups.push(warmUpSoon(core))
    return {
      address,
      setupLink: await features.setup.link(config.publicUrl ?? openableAddress(address)),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

const warmUpSoon = ({ log }: Core): (() => Promise<void>) => {
  const timer = setTimeout(() => {
    warmUpDrawing().catch((error: unknown) => log.warn({ err: error }, 'the warm-up of the documents failed'))
  }, WARM_UP_AFTER_MS)
  return () => {
    clearTimeout(timer)
    return Promise.resolve()
  }
}

/** A server that listens on all addresses is opened by name. */
export const openableAddress = (address: string): string =>
  address.replace('0.0.0.0', 'localhost').replace('[::]', 'localhost')

const seed = async (core: Core) => {
  const seededClients = await seedDemo(core)
  if (seededClients.length > 0) core.log.info({ clients: seededClients }, 'demo data seeded')
}

const endDatabase = async ({ database, engine }: Connected) => {
  await database.close()
  await engine?.stop()
}

const listenError = (error: NodeJS.ErrnoException, config: Config): Error => {
  const address = `${config.host}:${config.port}`
  if (error.code === 'EADDRINUSE')
    return new ConfigError(
      `PORT: ${address} is already in use. Stop the other program or set PORT to another number`,
      { cause: error },
    )
  if (error.code === 'EACCES')
    return new ConfigError(`PORT: this user may not listen on ${address}`, { cause: error })
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return new ConfigError(`HOST: ${config.host} is not an address of this machine`, { cause: error })
  return error
}
