/** The whole product from settings to an open port, and its orderly end. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createApp, createFeatures, createWorkers } from './app.ts'
import { systemClock } from './core/clock.ts'
import { ConfigError, type Config } from './core/config.ts'
import { connectDatabase, type Connected } from './core/db/connect.ts'
import { createLog } from './core/log/log.ts'
import { makeCore } from './core/make-core.ts'

const DIST = join(import.meta.dirname, '..', 'dist')
/** Requests in hand may take this long after the stop was asked for. */
const DRAIN_WITHIN_MS = 10_000

export interface Product {
  /** Where it listens, e.g. http://127.0.0.1:4100. */
  readonly address: string
  /** Stops accepting, finishes what is in hand, then ends workers, pool and private engine, in this order. */
  readonly stop: () => Promise<void>
}

/** Starts everything; when a part fails, what was already started is ended again. */
export const startProduct = async (config: Config): Promise<Product> => {
  const log = createLog(config.logLevel)
  const connected = await connectDatabase(config, log)
  const undo: (() => Promise<void>)[] = [() => endDatabase(connected)]
  const stop = async () => {
    for (const step of undo.splice(0).toReversed())
      await step().catch((error: unknown) => log.error({ err: error }, 'a part did not end in order'))
  }
  try {
    if (connected.migrated.length > 0)
      log.info({ migrations: connected.migrated }, 'database brought up to date')
    const core = await makeCore({ config, log, clock: systemClock, ...connected })
    undo.push(core.changes.stop)
    const features = createFeatures(core)
    const app = await createApp(core, {
      features,
      ...(existsSync(join(DIST, 'index.html')) ? { dist: DIST } : {}),
    })
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
