import pg from 'pg'
import { CHILD_TABLES, PERSONAL_TABLES } from '#server/features/own-data/personal-data.ts'
import type { TestDatabase } from '#tests/support/server/database.ts'

interface Column {
  name: string
  type: string
  generated: boolean
  nullable: boolean
}

const value = ({ name, type }: Column, table: string, canary: string, seed: number): string => {
  const text = `'${canary}-${table}-${name}'`
  if (type === 'text' || type === 'varchar') return text
  if (type === '_text') return `array[${text}]`
  if (type === 'jsonb' || type === 'json') return `jsonb_build_object('leak', ${text}::text)`
  if (type === 'bytea') return `convert_to(${text}, 'UTF8')`
  if (type === 'uuid') return 'gen_random_uuid()'
  if (type === 'bool') return 'false'
  if (type === 'date') return `current_date - ${seed % 1000}`
  if (type.startsWith('timestamp')) return `now() - interval '1 day'`
  if (type.endsWith('multirange') || type.startsWith('_')) return `'{}'`
  if (type.endsWith('range')) return `'empty'`
  return String(seed)
}

/** Two rows of a person in every table about people, with the person's canary in each text; keys and checks are off. */
export const fillPerson = async (
  db: TestDatabase,
  { clientId, userId, canary }: { clientId: number; userId: number; canary: string },
): Promise<void> => {
  const client = new pg.Client(db.superuser)
  await client.connect()
  const columnsOf = async (table: string): Promise<Column[]> =>
    (
      await client.query<Column>(
        `select column_name as name, udt_name as type, is_nullable = 'YES' as nullable,
           (is_identity = 'YES' or is_generated = 'ALWAYS') as generated
         from information_schema.columns where table_schema = 'public' and table_name = $1`,
        [table],
      )
    ).rows
  const insert = async (table: string, fixed: Readonly<Record<string, string>>, seed: number) => {
    const columns = (await columnsOf(table)).filter(({ generated }) => !generated)
    const names = columns.map(({ name }) => `"${name}"`).join(', ')
    const values = columns
      .map((column) => fixed[column.name] ?? value(column, table, canary, seed))
      .join(', ')
    await client.query(`insert into ${table} (${names}) values (${values}) on conflict do nothing`)
  }
  try {
    await client.query('set session_replication_role = replica')
    for (const [table, { person }] of Object.entries(PERSONAL_TABLES)) {
      if (['app_user', 'data_export', 'account_deletion'].includes(table)) continue
      const { rows } = await client.query<{ name: string }>(
        `select conname as name from pg_constraint where conrelid = '${table}'::regclass and contype = 'c'`,
      )
      for (const { name } of rows) await client.query(`alter table ${table} drop constraint "${name}"`)
      for (const n of [1, 2])
        await insert(table, { client_id: String(clientId), [person]: String(userId) }, userId * 10 + n)
    }
    for (const [table, { parent, column }] of Object.entries(CHILD_TABLES)) {
      const person = PERSONAL_TABLES[parent]?.person ?? 'user_id'
      const { rows } = await client.query<{ id: string }>(
        `select id::text from ${parent} where client_id = ${clientId} and ${person} = ${userId} limit 1`,
      )
      const { rows: checks } = await client.query<{ name: string }>(
        `select conname as name from pg_constraint where conrelid = '${table}'::regclass and contype = 'c'`,
      )
      for (const { name } of checks) await client.query(`alter table ${table} drop constraint "${name}"`)
      await insert(table, { client_id: String(clientId), [column]: `'${rows[0]?.id}'` }, userId * 10)
    }
    await client.query(
      `update app_user set full_name = '${canary} name', email = '${canary}@example.test',
         email_key = '${canary}@example.test', username = '${canary}.user', username_key = '${canary}.user',
         phone_number = '+4930${canary.length}', password_hash = '${canary}-hash', referred_by_code = '${canary}-code'
       where client_id = ${clientId} and id = ${userId}`,
    )
  } finally {
    await client.end()
  }
}

/** Columns of every table in which a text stands, as `table.column`. */
export const columnsWith = async (db: TestDatabase, text: string): Promise<string[]> => {
  const columns = await db.asSuperuser<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns c
     where table_schema = 'public' and exists (select from information_schema.tables t
       where t.table_schema = 'public' and t.table_name = c.table_name and t.table_type = 'BASE TABLE')
     order by 1, 2`,
  )
  const found: string[] = []
  const client = new pg.Client(db.superuser)
  await client.connect()
  try {
    for (const { table, column } of columns) {
      const { rows } = await client.query<{ found: boolean }>(
        `select exists (select from "${table}" where position($1 in
           case when pg_typeof("${column}")::text = 'bytea' then encode("${column}"::text::bytea, 'escape')
             else "${column}"::text end) > 0
           or position($2 in "${column}"::text) > 0) as found`,
        [text, Buffer.from(text).toString('hex')],
      )
      if (rows[0]?.found) found.push(`${table}.${column}`)
    }
  } finally {
    await client.end()
  }
  return found
}
