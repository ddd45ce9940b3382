import pg from 'pg'
import type { TestDatabase } from '#tests/support/server/database.ts'
import { dropChecks, fillEmptyTables, tenantTables } from './fill.ts'

/** Nothing in the product or its texts contains it. */
export const CANARY = 'kanarienvogel'

/** Columns with a closed set of values: an invalid value would make the client unreadable and hide leaks. */
const SKIPPED_COLUMNS = new Set(['client.languages', 'client.brand_colour'])

interface TextColumn {
  name: string
  type: string
}

const asValue = (column: TextColumn, text: string): string => {
  if (column.type === 'jsonb' || column.type === 'json') return `jsonb_build_object('leak', ${text})`
  if (column.type.startsWith('_')) return `array[${text}]`
  return text
}

/** Writes a canary into every text of every row of the tenant; fills empty tables first. */
export const plantCanaries = async (db: TestDatabase, clientId: number): Promise<number> => {
  await fillEmptyTables(db, clientId)
  const client = new pg.Client(db.superuser)
  await client.connect()
  let planted = 0
  try {
    await client.query('set session_replication_role = replica')
    for (const table of await tenantTables(db)) {
      await dropChecks(client, table)
      const { rows } = await client.query<TextColumn>(
        `select column_name as name, udt_name as type from information_schema.columns
         where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'
           and udt_name in ('text', 'varchar', 'jsonb', 'json', '_text')`,
        [table],
      )
      for (const column of rows) {
        if (SKIPPED_COLUMNS.has(`${table}.${column.name}`)) continue
        const text = `'${CANARY}-${table}-${column.name}-' || md5(ctid::text)`
        const result = await client.query(
          `update ${table} set "${column.name}" = ${asValue(column, text)} where client_id = ${clientId}`,
        )
        planted += result.rowCount ?? 0
      }
    }
  } finally {
    await client.end()
  }
  return planted
}
