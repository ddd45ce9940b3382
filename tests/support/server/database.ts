/** A database of its own for each test file: copied from the migrated template in some tens of milliseconds. */
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { appConnection } from '#server/core/db/connect.ts'
import { createDatabase, type Database } from '#server/core/db/database.ts'
import { TEMPLATE } from './global-setup.ts'

export interface TestDatabase {
  readonly name: string
  /** As lms_app, the way the product works. */
  readonly database: Database
  readonly connection: pg.ClientConfig
  /** As the superuser on this database: for proofs about the catalogue and for controls, never for features. */
  readonly superuser: pg.ClientConfig
  readonly asSuperuser: <T extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<T[]>
  readonly drop: () => Promise<void>
}

const POOL = 6

/** The engine's superuser connection; throws outside the server project. */
export const testPostgres = (): pg.ClientConfig => {
  const connection = inject('postgres')
  if (!connection) throw new Error('no PostgreSQL here: only the server tests have one')
  return connection
}

/** Makes the database; `drop` closes its connections and removes it. */
export const createTestDatabase = async (template = TEMPLATE): Promise<TestDatabase> => {
  const server = testPostgres()
  const name = `lms_test_${randomBytes(6).toString('hex')}`
  await once(server, `create database ${name} template ${template} owner lms_owner`)
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
    asSuperuser: (text, values) => once(superuser, text, values),
    drop: async () => {
      await database.close()
      await once(server, `drop database if exists ${name} with (force)`)
    },
  }
}

const once = async <T extends pg.QueryResultRow>(
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
