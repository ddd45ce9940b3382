import pg from 'pg'
import type { TestDatabase } from '#tests/support/server/database.ts'

/** Every table with a tenant, parents before children. */
export const tenantTables = async (db: TestDatabase): Promise<string[]> => {
  const tables = await db.asSuperuser<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind in ('r', 'p')
       and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'client_id') order by c.oid`,
  )
  return tables.map((table) => table.name)
}

interface Column {
  name: string
  type: string
  nullable: boolean
  generated: boolean
}

const columnsOf = (client: pg.Client, table: string) =>
  client.query<Column>(
    `select column_name as name, udt_name as type, is_nullable = 'YES' as nullable,
       (is_identity = 'YES' or is_generated = 'ALWAYS' or column_default is not null) as generated
     from information_schema.columns where table_schema = 'public' and table_name = $1`,
    [table],
  )

/** A value of the type; checks and keys are disabled while it is written. */
const sample = (type: string): string => {
  if (type === 'jsonb' || type === 'json') return `'{}'`
  if (type === 'bytea') return `'\\x00'`
  if (type === 'uuid') return 'gen_random_uuid()'
  if (type === 'date') return 'current_date'
  if (type.startsWith('timestamp')) return 'now()'
  if (type === 'bool') return 'false'
  if (type.startsWith('_')) return `'{}'`
  if (type.endsWith('multirange')) return `'{}'`
  if (type.endsWith('range')) return `'empty'`
  if (['int2', 'int4', 'int8', 'numeric', 'float4', 'float8'].includes(type)) return '1'
  return `'sample'`
}

/** Inserts one row of the tenant into every empty tenant table, so that "0 rows" is meaningful everywhere. */
export const fillEmptyTables = async (db: TestDatabase, clientId: number): Promise<void> => {
  const client = new pg.Client(db.superuser)
  await client.connect()
  try {
    await client.query('set session_replication_role = replica')
    for (const table of await tenantTables(db)) {
      const { rows } = await client.query<{ n: number }>(
        `select count(*)::int as n from ${table} where client_id = ${clientId}`,
      )
      if (rows[0]?.n) continue
      await dropChecks(client, table)
      const columns = (await columnsOf(client, table)).rows.filter(
        (column) => column.name !== 'client_id' && !column.nullable && !column.generated,
      )
      const names = ['client_id', ...columns.map((column) => `"${column.name}"`)].join(', ')
      const values = [clientId, ...columns.map((column) => sample(column.type))].join(', ')
      await client.query(`insert into ${table} (${names}) values (${values})`)
    }
  } finally {
    await client.end()
  }
}

/** Sample values may violate checks. */
export const dropChecks = async (client: pg.Client, table: string): Promise<void> => {
  const { rows } = await client.query<{ name: string }>(
    `select conname as name from pg_constraint where conrelid = '${table}'::regclass and contype = 'c'`,
  )
  for (const { name } of rows) await client.query(`alter table ${table} drop constraint "${name}"`)
}
