/** A separate database for each test file, copied from the migrated template. */
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { appConnection } from '#server/core/db/connect.ts'
import { createDatabase, type PooledDatabase } from '#server/core/db/database.ts'
import { TEMPLATE } from './global-setup.ts'

export interface TestDatabase {
  readonly name: string
  /** Connected as lms_app, like the product. */
  readonly database: PooledDatabase
  readonly connection: pg.ClientConfig
  /** Superuser of this database: for checks of the schema and for controls, never for features. */
  readonly superuser: pg.ClientConfig
  readonly asSuperuser: <T extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<T[]>
  /** Closes the connections and keeps the database. */
  readonly close: () => Promise<void>
  readonly drop: () => Promise<void>
}

const POOL = 6
const SUPERUSER_POOL = 3

/** The engine's superuser connection; throws outside the server project. */
export const testPostgres = (): pg.ClientConfig => {
  const connection = inject('postgres')
  if (!connection) throw new Error('only server tests have a PostgreSQL')
  return connection
}

/** Creates the database; `drop` closes its connections and removes it. */
export const createTestDatabase = async (template = TEMPLATE): Promise<TestDatabase> => {
  const server = testPostgres()
  const name = `lms_test_${randomBytes(6).toString('hex')}`
  // Copies the files; PostgreSQL's other way writes each page to its log.
  await queryOnce(server, `create database ${name} template ${template} owner lms_owner strategy file_copy`)
  return openTestDatabase(name)
}

/** A database that a test has made in another way; `drop` removes it too. */
export const openTestDatabase = async (name: string): Promise<TestDatabase> => {
  const server = testPostgres()
  const superuser = { ...server, database: name }
  const connection = await appConnection(superuser)
  const database = createDatabase({
    connection,
    role: null,
    maxConnections: POOL,
    onIdleError: () => undefined,
  })
  const superuserPool = new pg.Pool({ ...superuser, max: SUPERUSER_POOL, allowExitOnIdle: true })
  // Some tests cut connections; the pool replaces them.
  superuserPool.on('error', () => undefined)
  const close = async () => {
    await Promise.all([database.close(), superuserPool.end()])
  }
  return {
    name,
    database,
    connection,
    superuser,
    asSuperuser: (text, values) => queryPooled(superuserPool, text, values),
    close,
    drop: async () => {
      await close()
      await queryOnce(server, `drop database if exists ${name} with (force)`)
    },
  }
}

/** On a connection that was used before, but has no settings of an earlier query. */
const queryPooled = async <T extends pg.QueryResultRow>(
  pool: pg.Pool,
  text: string,
  values: unknown[] = [],
): Promise<T[]> => {
  const client = await pool.connect()
  let isReusable = false
  try {
    const { rows } = await client.query<T>(text, values)
    await client.query('discard all')
    isReusable = true
    return rows
  } finally {
    client.release(!isReusable)
  }
}

const queryOnce = async <T extends pg.QueryResultRow>(
  connection: pg.ClientConfig,
  text: string,
  values: unknown[] = [],
): Promise<T[]> => {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return (await client.query<T>(text, values)).rows
  } finally {
    await client.end()
  }
}
