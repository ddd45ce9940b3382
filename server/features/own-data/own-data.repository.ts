import './own-data.tables.ts'
import { sql, type Selectable } from 'kysely'
import type { TenantDb } from '#server/core/db/database.ts'
import type { Tables } from '#server/core/db/tables.ts'
import { CHILD_TABLES, DERIVED, PERSONAL_TABLES, type PersonalTable } from './personal-data.ts'

export type ExportRow = Selectable<Tables['data_export']>
export type DeletionRow = Selectable<Tables['account_deletion']>
const client = sql<number>`current_client_id()`

export const readExport = (db: TenantDb, userId: number): Promise<ExportRow | undefined> =>
  db
    .selectFrom('data_export')
    .selectAll()
    .where('client_id', '=', client)
    .where('user_id', '=', userId)
    .executeTakeFirst()

/** Starts a copy unless one is being prepared or can be fetched; returns whether it did. */
export const startExport = async (
  db: TenantDb,
  request: { userId: number; id: string; now: Date },
): Promise<boolean> => {
  const { rows } = await sql`
    insert into data_export (client_id, user_id, id, state, requested_at, next_try_at)
    values (current_client_id(), ${request.userId}, ${request.id}, 'waiting', ${request.now}, ${request.now})
    on conflict (client_id, user_id) do update set id = excluded.id, state = 'waiting', tries = 0,
      requested_at = excluded.requested_at, next_try_at = excluded.next_try_at, expires_at = null
    where data_export.state = 'failed'
    returning id`.execute(db)
  return rows.length > 0
}

/** The next copy to prepare. It is taken again after the pause if this run does not finish. */
export const takeExport = async (
  db: TenantDb,
  { now, retryAt }: { now: Date; retryAt: Date },
): Promise<ExportRow | undefined> => {
  const { rows } = await sql<ExportRow>`
    update data_export set tries = tries + 1, next_try_at = ${retryAt}
    where client_id = current_client_id() and user_id = (
      select user_id from data_export
      where client_id = current_client_id() and state = 'waiting' and next_try_at <= ${now}
      order by next_try_at limit 1 for update skip locked)
    returning *`.execute(db)
  return rows[0]
}

/** False if the copy was taken back meanwhile, by the deletion of its person. */
export const finishExport = async (
  db: TenantDb,
  result: { id: string; url: string; bytes: number; expiresAt: Date },
): Promise<boolean> => {
  const row = await db
    .updateTable('data_export')
    .set({ state: 'ready', file_url: result.url, bytes: result.bytes, expires_at: result.expiresAt })
    .where('client_id', '=', client)
    .where('id', '=', result.id)
    .where('state', '=', 'waiting')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export const failExport = (db: TenantDb, id: string) =>
  db
    .updateTable('data_export')
    .set({ state: 'failed' })
    .where('client_id', '=', client)
    .where('id', '=', id)
    .execute()

/** Removes expired copies and returns the addresses of their files. */
export const removeExpired = async (db: TenantDb, now: Date): Promise<string[]> => {
  const rows = await db
    .deleteFrom('data_export')
    .where('client_id', '=', client)
    .where('expires_at', '<=', now)
    .returning('file_url')
    .execute()
  return rows.flatMap(({ file_url: url }) => (url === null ? [] : [url]))
}

export const readDeletion = (db: TenantDb, userId: number): Promise<DeletionRow | undefined> =>
  db
    .selectFrom('account_deletion')
    .selectAll()
    .where('client_id', '=', client)
    .where('user_id', '=', userId)
    .executeTakeFirst()

/** Returns whether the deletion was not requested before. */
export const startDeletion = async (
  db: TenantDb,
  request: { userId: number; now: Date; dueAt: Date },
): Promise<boolean> => {
  const row = await db
    .insertInto('account_deletion')
    .values({ client_id: client, user_id: request.userId, requested_at: request.now, due_at: request.dueAt })
    .onConflict((conflict) => conflict.columns(['client_id', 'user_id']).doNothing())
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

export const removeDeletion = async (db: TenantDb, userId: number): Promise<boolean> => {
  const row = await db
    .deleteFrom('account_deletion')
    .where('client_id', '=', client)
    .where('user_id', '=', userId)
    .where('erased_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

export const dueDeletions = (db: TenantDb, now: Date): Promise<DeletionRow[]> =>
  db
    .selectFrom('account_deletion')
    .selectAll()
    .where('client_id', '=', client)
    .where('erased_at', 'is', null)
    .where('due_at', '<=', now)
    .execute()

/** Erased accounts with files that are still stored. */
export const deletionsWithFiles = (db: TenantDb): Promise<DeletionRow[]> =>
  db
    .selectFrom('account_deletion')
    .selectAll()
    .where('client_id', '=', client)
    .where('erased_at', 'is not', null)
    .where('files', '<>', sql<string[]>`'{}'`)
    .execute()

export const forgetFiles = (db: TenantDb, userId: number) =>
  db
    .updateTable('account_deletion')
    .set({ files: [] })
    .where('client_id', '=', client)
    .where('user_id', '=', userId)
    .execute()

const BYTES = 'bytea'

/** The table's columns that a copy contains, in order; ciphertexts and hashes never. */
const exportedColumns = async (
  db: TenantDb,
  table: string,
  withheld: readonly string[],
): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select a.attname::text as name from pg_attribute a
    where a.attrelid = ${table}::regclass and a.attnum > 0 and not a.attisdropped
      and a.atttypid <> ${BYTES}::regtype order by a.attnum`.execute(db)
  return rows.map(({ name }) => name).filter((name) => name !== 'client_id' && !withheld.includes(name))
}

/** The condition for the rows of one person in a table named `t`. */
export const ownRows = ({ person, address }: Pick<PersonalTable, 'person' | 'address'>, userId: number) =>
  address === undefined
    ? sql`t.${sql.ref(person)} = ${userId}`
    : sql`(t.${sql.ref(person)} = ${userId} or t.${sql.ref(person)} is null and t.${sql.ref(address)} =
        (select email_key from app_user where client_id = current_client_id() and id = ${userId}))`

/** Those of the people who have rows of their own in any table besides the named ones. */
export const peopleWithRows = async (
  db: TenantDb,
  userIds: readonly number[],
  besides: readonly string[],
): Promise<Set<number>> => {
  const found = new Set<number>()
  if (userIds.length === 0) return found
  const tables = Object.entries(PERSONAL_TABLES).filter(
    ([table, { notExported }]) => notExported !== DERIVED && !besides.includes(table),
  )
  const { rows } = await sql<{ id: number }>`${sql.join(
    tables.map(
      ([table, { person }]) => sql`select t.${sql.ref(person)} as id from ${sql.table(table)} t
        where t.client_id = current_client_id() and t.${sql.ref(person)} = any(${[...userIds]}::integer[])`,
    ),
    sql` union `,
  )}`.execute(db)
  for (const { id } of rows) found.add(id)
  return found
}

/** The person's rows of one table, each as JSON text. */
export const personalRows = async (db: TenantDb, table: string, userId: number): Promise<string[]> => {
  const rule = PERSONAL_TABLES[table]
  const child = CHILD_TABLES[table]
  const columns = await exportedColumns(db, table, (rule ?? child)?.withheld ?? [])
  const object = sql`jsonb_build_object(${sql.join(
    columns.map((name) => sql`${sql.lit(name)}::text, to_jsonb(t.${sql.ref(name)})`),
  )})`
  const parent = child && PERSONAL_TABLES[child.parent]
  const isOwn =
    child && parent
      ? sql`exists (select from ${sql.table(child.parent)} p where p.client_id = t.client_id
          and p.id = t.${sql.ref(child.column)} and p.${sql.ref(parent.person)} = ${userId})`
      : ownRows(rule ?? { person: 'user_id' }, userId)
  const { rows } = await sql<{ line: string }>`
    select ${object}::text as line from ${sql.table(table)} t
    where t.client_id = current_client_id() and ${isOwn}`.execute(db)
  return rows.map(({ line }) => line)
}

/** Holds the row until the end of the transaction, so that nobody changes their mind in between. */
export const lockDeletion = (db: TenantDb, userId: number): Promise<DeletionRow | undefined> =>
  db
    .selectFrom('account_deletion')
    .selectAll()
    .where('client_id', '=', client)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()

export const markErased = (
  db: TenantDb,
  { userId, files, now }: { userId: number; files: string[]; now: Date },
) =>
  db
    .updateTable('account_deletion')
    .set({ erased_at: now, files })
    .where('client_id', '=', client)
    .where('user_id', '=', userId)
    .execute()

/** The address of a copy that can still be fetched. */
export const readyFile = async (db: TenantDb, id: string, now: Date): Promise<string | null> => {
  const row = await db
    .selectFrom('data_export')
    .select('file_url')
    .where('client_id', '=', client)
    .where('id', '=', id)
    .where('state', '=', 'ready')
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row?.file_url ?? null
}
