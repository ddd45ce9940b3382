/** A separate database for each test file, copied from the migrated template within some tens of milliseconds. */
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
  readonly drop: () => Promise<void>
}

const POOL = 6

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
  await queryOnce(server, `create database ${name} template ${template} owner lms_owner`)
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
  return {
    name,
    database,
    connection,
    superuser,
    asSuperuser: (text, values) => queryOnce(superuser, text, values),
    drop: async () => {
      await database.close()
      await queryOnce(server, `drop database if exists ${name} with (force)`)
    },
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
