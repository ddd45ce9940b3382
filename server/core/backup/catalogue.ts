/** What the database consists of, read from PostgreSQL's system catalogue. */
import pg from 'pg'
import { OWNER, REGISTRY } from '../db/roles.ts'

export interface Table {
  readonly name: string
  /** Without generated columns, which PostgreSQL computes again. */
  readonly columns: readonly string[]
  /** Rows are visible only within a transaction of their tenant. */
  readonly isTenants: boolean
}
export interface ForeignKey {
  readonly table: string
  readonly name: string
  readonly definition: string
}

/** Held by whoever migrates; its one row says nothing about the data. */
const MIGRATION_LOCK = 'kysely_migration_lock'
export const MIGRATIONS_TABLE = 'kysely_migration'

export const quoted = (name: string): string => pg.escapeIdentifier(name)

/** Both sides write and read values in one form, whatever the database's own settings are. */
export const useNeutralFormats = (client: pg.Client) =>
  client.query(
    `set local client_encoding = 'UTF8'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres';
     set local timezone = 'UTC'; set local extra_float_digits = 1; set local bytea_output = 'hex';
     set local search_path = public`,
  )

const rowsOf = async <Row extends pg.QueryResultRow>(client: pg.Client, text: string): Promise<Row[]> =>
  (await client.query<Row>(text)).rows

export const readTables = (client: pg.Client): Promise<Table[]> =>
  rowsOf<Table>(
    client,
    `select c.relname::text as name, c.relrowsecurity as "isTenants",
       array(select a.attname::text from pg_attribute a
             where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
             order by a.attnum) as columns
     from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> '${MIGRATION_LOCK}'
     order by c.relname`,
  )

export const readSequenceNames = async (client: pg.Client): Promise<string[]> =>
  (
    await rowsOf<{ name: string }>(
      client,
      `select relname::text as name from pg_class
       where relkind = 'S' and relnamespace = 'public'::regnamespace order by relname`,
    )
  ).map(({ name }) => name)

export const readForeignKeys = (client: pg.Client): Promise<ForeignKey[]> =>
  rowsOf<ForeignKey>(
    client,
    `select c.relname::text as table, k.conname::text as name, pg_get_constraintdef(k.oid) as definition
     from pg_constraint k join pg_class c on c.oid = k.conrelid
     where k.contype = 'f' and k.connamespace = 'public'::regnamespace order by k.conname`,
  )

export const readMigrations = async (client: pg.Client): Promise<string[]> =>
  (await rowsOf<{ name: string }>(client, `select name from ${MIGRATIONS_TABLE} order by name`)).map(
    ({ name }) => name,
  )

/** All tenants. Only the registry role sees them at once; the transaction works as the owner afterwards. */
export const readClientIds = async (client: pg.Client): Promise<number[]> => {
  await client.query(`set local role ${REGISTRY}`)
  const rows = await rowsOf<{ id: number }>(client, 'select client_id as id from client order by client_id')
  await client.query(`set local role ${OWNER}`)
  return rows.map(({ id }) => id)
}
