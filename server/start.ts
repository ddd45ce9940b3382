/** The whole product from settings to an open port, and its orderly end. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createApp, createFeatures, createWorkers, type Features } from './app.ts'
import { systemClock } from './core/clock.ts'
import { ConfigError, type Config } from './core/config.ts'
import { connectDatabase, type Connected } from './core/db/connect.ts'
import type { Core } from './core/core.ts'
import { createLog } from './core/log/log.ts'
import { makeCore, type RunningCore } from './core/make-core.ts'
import { seedDemo } from './demo/seed.ts'

const DIST = join(import.meta.dirname, '..', 'dist')
/** Requests in hand may take this long after the stop was asked for. */
const DRAIN_WITHIN_MS = 10_000

export interface Product {
  /** Where it listens, e.g. http://127.0.0.1:4100. */
  readonly address: string
  /** Stops accepting, finishes what is in hand, then ends workers, pool and private engine, in this order. */
  readonly stop: () => Promise<void>
}

/** Everything but the port: database, core and features, for the server and for commands. */
export interface Opened {
  readonly core: RunningCore
  readonly features: Features
  readonly close: () => Promise<void>
}

/** Opens the product's parts; `join` lets a command work beside a running server. */
export const openProduct = async (config: Config, options: { join?: boolean } = {}): Promise<Opened> => {
  const log = createLog(config.logLevel)
  const connected = await connectDatabase(config, log, options)
  try {
    if (connected.migrated.length > 0)
      log.info({ migrations: connected.migrated }, 'database brought up to date')
    const core = await makeCore({ config, log, clock: systemClock, ...connected })
    const close = async () => {
      await core.changes.stop()
      await endDatabase(connected)
    }
    return { core, features: createFeatures(core), close }
  } catch (error) {
    await endDatabase(connected)
    throw error
  }
}

/** Starts everything; when a part fails, what was already started is ended again. */
export const startProduct = async (config: Config): Promise<Product> => {
  const { core, features, close } = await openProduct(config)
  const undo: (() => Promise<void>)[] = [close]
  const stop = async () => {
    for (const step of undo.splice(0).toReversed())
      await step().catch((error: unknown) => core.log.error({ err: error }, 'a part did not end in order'))
  }
  try {
    if (config.demo) await seed(core)
    const dist = existsSync(join(DIST, 'index.html')) ? { dist: DIST } : {}
    const app = await createApp(core, { features, ...dist })
    const workers = createWorkers(core, features)
    workers.start()
    undo.push(workers.stop)
    const address = await app.listen({ port: config.port, host: config.host }).catch((error: unknown) => {
      throw listenError(error as NodeJS.ErrnoException, config)
    })
    undo.push(async () => {
      const late = setTimeout(() => app.server.closeAllConnections(), DRAIN_WITHIN_MS)
      await app.close().finally(() => clearTimeout(late))
    })
    return { address, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

const seed = async (core: Core) => {
  const made = await seedDemo(core)
  if (made.length > 0) core.log.info({ clients: made }, 'demo data filled in')
}

const endDatabase = async ({ database, engine }: Connected) => {
  await database.close()
  await engine?.stop()
}

const listenError = (error: NodeJS.ErrnoException, config: Config): Error => {
  const where = `${config.host}:${config.port}`
  if (error.code === 'EADDRINUSE')
    return new ConfigError(
      `PORT: ${where} is already in use. Stop the other program or set PORT to another number`,
      { cause: error },
    )
  if (error.code === 'EACCES')
    return new ConfigError(`PORT: this user may not listen on ${where}`, { cause: error })
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return new ConfigError(`HOST: ${config.host} is no address of this machine`, { cause: error })
  return error
}
