/** Connects to the database of the settings, migrates it, and opens the product's pool. */
import { existsSync } from 'node:fs'
import pg from 'pg'
import { ConfigError, type Config } from '../config.ts'
import { createDatabase, type PooledDatabase } from './database.ts'
import { startEngine, type Engine, type EngineLog } from './engine.ts'
import { migrate } from './migrate.ts'
import { APP, OWNER, prepareRoles } from './roles.ts'

export const PRIVATE_DATABASE = 'lms'
/** For the guard, the change feed, migrations, and commands that run beside the server. */
const SPARE_CONNECTIONS = 20

export interface Connected {
  readonly database: PooledDatabase
  /** Connection settings of the product's role, for listeners outside of the pool. */
  readonly connection: pg.ClientConfig
  readonly engine: Engine | null
  readonly migrated: readonly string[]
}

type DatabaseConfig = Pick<Config, 'dataDir' | 'databaseUrl' | 'databasePool'>

/** Starts the private engine or connects to the given server, migrates, and opens the pool as lms_app. */
export const connectDatabase = async (
  config: DatabaseConfig,
  log: EngineLog,
  options: { join?: boolean } = {},
): Promise<Connected> =>
  config.databaseUrl === null
    ? connectPrivate(config, log, options.join ?? false)
    : connectGiven(config, config.databaseUrl, log)

const connectPrivate = async (config: DatabaseConfig, log: EngineLog, join: boolean): Promise<Connected> => {
  const { dataDir, databasePool } = config
  const engine = await startEngine({ dataDir, log, join, maxConnections: databasePool + SPARE_CONNECTIONS })
  try {
    await ensureDatabase(engine.connection, PRIVATE_DATABASE)
    const owner = { ...engine.connection, database: PRIVATE_DATABASE }
    const migrated = await migrate({ connection: owner, appMayLogIn: true })
    const connection = await appConnection(owner)
    return { engine, migrated, connection, database: openPool(config, connection, null, log) }
  } catch (error) {
    await engine.stop()
    throw error
  }
}

const connectGiven = async (config: DatabaseConfig, url: string, log: EngineLog): Promise<Connected> => {
  const connection: pg.ClientConfig = { connectionString: url }
  const migrated = await migrate({ connection, appMayLogIn: false }).catch(explainUnreachable(url))
  return { engine: null, migrated, connection, database: openPool(config, connection, APP, log) }
}

const explainUnreachable =
  (url: string) =>
  (error: NodeJS.ErrnoException): never => {
    if (!isUnreachable(error)) throw error
    const { host } = new URL(url)
    throw new ConfigError(`DATABASE_URL: the database at ${host} cannot be reached (${error.message})`, {
      cause: error,
    })
  }

// 28P01 wrong password, 3D000 no such database, 28000 refused: each means a wrong setting.
const isUnreachable = (error: NodeJS.ErrnoException) =>
  ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'ENOENT', '28P01', '3D000', '28000'].includes(
    error.code ?? '',
  )

/** A login that may become the owner, for commands that must not migrate first, such as a backup before an upgrade. */
export interface OwnerLogin {
  readonly connection: pg.ClientConfig
  /** True for the private engine, where the product logs in as lms_app itself. */
  readonly appMayLogIn: boolean
  readonly close: () => Promise<void>
}

/** With `create`, creates a missing private database and refuses to run beside another server. */
export const openOwnerLogin = async (
  { dataDir, databaseUrl, databasePool }: DatabaseConfig,
  log: EngineLog,
  { create }: { create: boolean },
): Promise<OwnerLogin> => {
  if (databaseUrl !== null) {
    const connection: pg.ClientConfig = { connectionString: databaseUrl }
    const probe = new pg.Client(connection)
    await probe.connect().catch(explainUnreachable(databaseUrl))
    await probe.end()
    return { connection, appMayLogIn: false, close: async () => undefined }
  }
  if (!create && !existsSync(dataDir)) throw new ConfigError(`DATA_DIR: there is no ${dataDir}`)
  const engine = await startEngine({
    dataDir,
    log,
    join: !create,
    maxConnections: databasePool + SPARE_CONNECTIONS,
  })
  try {
    if (create) await ensureDatabase(engine.connection, PRIVATE_DATABASE)
    const connection = { ...engine.connection, database: PRIVATE_DATABASE }
    return { connection, appMayLogIn: true, close: () => engine.stop() }
  } catch (error) {
    await engine.stop()
    throw error
  }
}

const openPool = (
  config: DatabaseConfig,
  connection: pg.ClientConfig,
  role: string | null,
  log: EngineLog,
): PooledDatabase =>
  createDatabase({
    connection,
    role,
    maxConnections: config.databasePool,
    onIdleError: (error) =>
      log.warn({ err: error }, 'an idle database connection broke; it will be replaced'),
  })

/** The app role logs in by name over the socket, and with the generated password over TCP. */
export const appConnection = async (superuser: pg.ClientConfig): Promise<pg.ClientConfig> => {
  const { password } = superuser
  if (typeof password === 'string') {
    const client = new pg.Client(superuser)
    await client.connect()
    await client.query(`alter role ${APP} password ${pg.escapeLiteral(password)}`).finally(() => client.end())
  }
  return { ...superuser, user: APP }
}

/** Creates an empty database of the owner role if it does not exist. */
export const ensureDatabase = async (superuser: pg.ClientConfig, name: string): Promise<void> => {
  const client = new pg.Client(superuser)
  await client.connect()
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
    if (rowCount) return
    await prepareRoles(client, { appMayLogIn: true })
    await client.query(`create database ${pg.escapeIdentifier(name)} owner ${OWNER}`)
  } finally {
    await client.end()
  }
}
