/** Fills an empty database from a backup, in one transaction: all of it or nothing. */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { OWNER } from '../db/roles.ts'
import type { ArchiveReader, ArchiveRecord } from './archive.ts'
import { BackupError } from './backup-error.ts'
import {
  MIGRATIONS_TABLE,
  quoted,
  readClientIds,
  readForeignKeys,
  readMigrations,
  readTables,
  useNeutralFormats,
  type Table,
} from './catalogue.ts'

const NOT_EMPTY = 'The database is not empty: restore into a new, empty one'

/** Throws unless the database has no tables, or only empty ones of the same schema (left by a restore that failed). */
export const checkDatabaseIsEmpty = async (
  connection: pg.ClientConfig,
  migrations: readonly string[],
): Promise<void> => {
  const client = new pg.Client({ ...connection, application_name: 'lms restore' })
  await client.connect()
  try {
    await client.query('begin')
    const names = (await readTables(client)).map(({ name }) => name)
    if (names.length === 0) return
    if (!names.includes('client') || !names.includes(MIGRATIONS_TABLE)) throw new BackupError(NOT_EMPTY)
    await client.query(`set local role ${OWNER}`)
    if ((await readClientIds(client)).length > 0) throw new BackupError(NOT_EMPTY)
    if ((await readMigrations(client)).join() !== migrations.toSorted().join())
      throw new BackupError(NOT_EMPTY)
  } finally {
    await client.end()
  }
}

export interface DatabaseLoad {
  /** Takes the data that follows the record of a table; returns the number of rows. */
  readonly table: (
    record: Extract<ArchiveRecord, { type: 'table' }>,
    archive: ArchiveReader,
  ) => Promise<number>
  readonly sequence: (record: Extract<ArchiveRecord, { type: 'sequence' }>) => Promise<void>
  /** Checks every reference between tables, and makes the rows visible. */
  readonly commit: () => Promise<void>
  /** Undoes everything unless it is committed. */
  readonly close: () => Promise<void>
}

/** Begins to fill a database that was migrated to the backup's schema. */
export const beginLoad = async (connection: pg.ClientConfig): Promise<DatabaseLoad> => {
  const client = new pg.Client({ ...connection, application_name: 'lms restore' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('begin')
    await useNeutralFormats(client)
    await client.query(`set local role ${OWNER}`)
    return await prepareLoad(client)
  } catch (error) {
    await client.end()
    throw error
  }
}

/**
 * Suspends the rules of the tables for the rest of the transaction, which nobody else sees. The result puts them back
 * and checks every reference.
 */
export const suspendRules = async (
  client: pg.Client,
  tables: readonly Table[],
): Promise<() => Promise<void>> => {
  const foreignKeys = await readForeignKeys(client)
  for (const { table, name } of foreignKeys)
    await client.query(`alter table ${quoted(table)} drop constraint ${quoted(name)}`)
  for (const { name, isTenants } of tables) {
    // Triggers made these rows once; they must not add or refuse any now.
    await client.query(`alter table ${quoted(name)} disable trigger user`)
    // COPY refuses tables with row-level security.
    if (isTenants) await client.query(`alter table ${quoted(name)} no force row level security`)
  }
  return async () => {
    for (const { table, name, definition } of foreignKeys)
      await client.query(`alter table ${quoted(table)} add constraint ${quoted(name)} ${definition}`)
    for (const { name, isTenants } of tables) {
      await client.query(`alter table ${quoted(name)} enable trigger user`)
      if (isTenants) await client.query(`alter table ${quoted(name)} force row level security`)
    }
  }
}

const prepareLoad = async (client: pg.Client): Promise<DatabaseLoad> => {
  const tables = await readTables(client)
  const expected = new Map(tables.map((table) => [table.name, table]))
  const restoreRules = await suspendRules(client, tables)
  let closing: Promise<void> | null = null
  await client.query(`truncate ${tables.map(({ name }) => quoted(name)).join(', ')}`)

  const finish = async () => {
    if (expected.size > 0)
      throw new BackupError(`The backup lacks the table ${[...expected.keys()][0] ?? ''}`)
    await restoreRules()
    await client.query('commit')
    for (const { name } of tables) await client.query(`analyze ${quoted(name)}`)
  }
  return {
    table: async ({ name, columns }, archive) => {
      checkColumns(expected.get(name), name, columns)
      expected.delete(name)
      const stream = client.query(
        copyFrom(`copy ${quoted(name)} (${columns.map(quoted).join(', ')}) from stdin`),
      )
      await pipeline(Readable.from(archive.data()), stream)
      return stream.rowCount
    },
    sequence: async ({ name, value, isCalled }) => {
      await client.query('select setval($1::regclass, $2::bigint, $3)', [quoted(name), value, isCalled])
    },
    commit: finish,
    close: () => (closing ??= client.end()),
  }
}

const checkColumns = (table: Table | undefined, name: string, columns: readonly string[]) => {
  if (table?.columns.toSorted().join() !== columns.toSorted().join())
    throw new BackupError(`The backup's table ${name} is not the one of this release`)
}
