/**
 * Runs server/migrations/NNNN_name.sql in the order of their numbers, all in one transaction, as the owner role.
 * That role is bound by row-level security like everybody: a migration that changes data sets app.client_id itself,
 * one tenant after the other.
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import pg from 'pg'
import { OWNER, prepareRoles, REGISTRY } from './roles.ts'

export const MIGRATIONS = join(import.meta.dirname, '..', '..', 'migrations')
const FILE_NAME = /^\d{4}_[a-z0-9_]+\.sql$/

export interface MigrateOptions {
  /** A login that may become lms_owner. */
  readonly connection: pg.ClientConfig
  /** True where the product logs in as lms_app itself (private engine). */
  readonly appMayLogIn: boolean
  readonly folder?: string
  /** Names of the only migrations to run, for a database that must have an older schema. */
  readonly only?: readonly string[]
}

/** Brings roles and schema up to date. Returns the names of the migrations that were applied now. */
export const migrate = async (options: MigrateOptions): Promise<string[]> => {
  const client = new pg.Client({ ...options.connection, application_name: 'lms migrations' })
  await client.connect()
  try {
    await prepareRoles(client, options)
  } finally {
    await client.end()
  }
  return applyMigrations(options)
}

/** The names of this release's migrations. */
export const migrationNames = async (folder = MIGRATIONS): Promise<string[]> =>
  Object.keys(await readMigrations(folder))

const applyMigrations = async ({
  connection,
  folder = MIGRATIONS,
  only,
}: MigrateOptions): Promise<string[]> => {
  const db = ownerDatabase(connection)
  try {
    const known = Object.entries(await readMigrations(folder))
    const migrations = Object.fromEntries(only ? known.filter(([name]) => only.includes(name)) : known)
    // A function can only be given to a role that may create in its schema; the right lasts as long as the migrations.
    await db.executeQuery(CompiledQuery.raw(`grant usage, create on schema public to ${REGISTRY}`))
    const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
    const { error, results } = await migrator.migrateToLatest()
    await db.executeQuery(CompiledQuery.raw(`revoke create on schema public from ${REGISTRY}`))
    const failed = results?.find((result) => result.status === 'Error')
    if (error)
      throw new Error(
        `Migration ${failed?.migrationName ?? ''} failed: ${error instanceof Error ? error.message : 'for an unknown reason'}`,
        { cause: error },
      )
    return (results ?? []).map((result) => result.migrationName)
  } finally {
    await db.destroy()
  }
}

const ownerDatabase = (connection: pg.ClientConfig) => {
  const pool = new pg.Pool({
    ...connection,
    max: 2,
    onConnect: async (client) => {
      await client.query(`set role ${OWNER}`)
    },
  })
  // Ended connections may still be on their way out when the server stops: their last word is no error of ours.
  pool.on('error', () => undefined)
  return new Kysely<Record<string, never>>({ dialect: new PostgresDialect({ pool }) })
}

const readMigrations = async (folder: string): Promise<Record<string, Migration>> => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  const wrong = names.find((name) => !FILE_NAME.test(name))
  if (wrong) throw new Error(`Migration ${wrong}: the name must look like 0042_some_words.sql`)
  const twice = names.find((name, at) => at > 0 && names[at - 1]?.slice(0, 4) === name.slice(0, 4))
  if (twice) throw new Error(`Migration ${twice}: its number is taken`)
  const migrations: Record<string, Migration> = {}
  for (const name of names) {
    const text = await readFile(join(folder, name), 'utf8')
    migrations[name.slice(0, -'.sql'.length)] = {
      up: async (db) => {
        await db.executeQuery(CompiledQuery.raw(text))
      },
    }
  }
  return migrations
}
