import './imports.tables.ts'
import { sql, type Selectable } from 'kysely'
import type { Language } from '#contract/languages.ts'
import type {
  ImportField,
  importResults,
  ImportRow,
  importRowStates,
  importUndoResults,
} from '#contract/students/imports.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { Tables } from '#server/core/db/tables.ts'

export type ImportRecord = Selectable<Tables['student_import']>
export type RowRecord = Selectable<Tables['student_import_row']>
const client = sql<number>`current_client_id()`

export const addImport = async (
  db: TenantDb,
  file: {
    id: string
    by: number
    now: Date
    expiresAt: Date
    name: string
    columns: readonly string[]
    mapping: readonly (ImportField | null)[]
    language: Language
    rows: number
  },
): Promise<boolean> => {
  const row = await db
    .insertInto('student_import')
    .values({
      client_id: client,
      id: file.id,
      made_by: file.by,
      made_at: file.now,
      file_name: file.name,
      state: 'uploaded',
      columns: JSON.stringify(file.columns),
      mapping: JSON.stringify(file.mapping),
      language: file.language,
      total: file.rows,
      step_by: null,
      finished_at: null,
      expires_at: file.expiresAt,
    })
    .onConflict((conflict) => conflict.columns(['client_id', 'id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** `chunk` is JSON of `[row number, cells]` pairs. */
export const addRows = async (db: TenantDb, id: string, chunk: string): Promise<void> => {
  await sql`insert into student_import_row (client_id, import_id, row_number, cells)
    select current_client_id(), ${id}::uuid, (pair ->> 0)::integer, pair -> 1
    from jsonb_array_elements(${chunk}::jsonb) pair`.execute(db)
}

const one = (db: TenantDb, id: string) =>
  db.selectFrom('student_import').selectAll().where('client_id', '=', client).where('id', '=', id)

export const readImport = (db: TenantDb, id: string): Promise<ImportRecord | undefined> =>
  one(db, id).executeTakeFirst()

/** Held until the end of the transaction: one step of an import at a time. */
export const lockImport = (db: TenantDb, id: string): Promise<ImportRecord | undefined> =>
  one(db, id).forUpdate().executeTakeFirst()

/** An import that has work left and that no other process works on. */
export const takeImport = async (db: TenantDb): Promise<ImportRecord | undefined> => {
  const { rows } = await sql<ImportRecord>`
    select * from student_import
    where client_id = current_client_id() and state in ('checking', 'importing', 'undoing')
    order by made_at limit 1 for update skip locked`.execute(db)
  return rows[0]
}

export const importPage = async (
  db: TenantDb,
  page: { limit: number; offset: number },
): Promise<{ count: number; rows: (ImportRecord & { maker: string | null })[] }> => {
  const { rows } = await sql<ImportRecord & { maker: string | null; count: number }>`
    select i.*, u.full_name as maker, (count(*) over ())::integer as count from student_import i
    left join app_user u on u.client_id = i.client_id and u.id = i.made_by
    where i.client_id = current_client_id() order by i.made_at desc, i.id
    limit ${page.limit} offset ${page.offset}`.execute(db)
  return { count: rows[0]?.count ?? 0, rows }
}

export const makerOf = async (db: TenantDb, userId: number | null): Promise<string | null> => {
  const { rows } = await sql<{ name: string }>`
    select full_name as name from app_user
    where client_id = current_client_id() and id = ${userId}::integer`.execute(db)
  return rows[0]?.name ?? null
}

export const updateImport = async (
  db: TenantDb,
  id: string,
  change: Partial<
    Pick<ImportRecord, 'state' | 'language' | 'sends_invitations' | 'step_of' | 'step_by' | 'finished_at'>
  > & { step_done?: number; careful?: number; mapping?: string },
): Promise<void> => {
  await db
    .updateTable('student_import')
    .set(change)
    .where('client_id', '=', client)
    .where('id', '=', id)
    .execute()
}

export const deleteImport = (db: TenantDb, id: string) =>
  db.deleteFrom('student_import').where('client_id', '=', client).where('id', '=', id).execute()

export const removeExpired = (db: TenantDb, now: Date) =>
  db.deleteFrom('student_import').where('client_id', '=', client).where('expires_at', '<=', now).execute()

/** Before another mapping is checked. */
export const forgetCheck = async (db: TenantDb, id: string): Promise<void> => {
  await sql`update student_import_row
    set state = 'waiting', email_key = null, changes = '[]', problems = '[]', user_id = null
    where client_id = current_client_id() and import_id = ${id}::uuid and state <> 'waiting'`.execute(db)
}

export interface RowCounts {
  state: RowRecord['state']
  result: RowRecord['result']
  undo: RowRecord['undo']
  problems: number
  count: number
}

export const countRows = async (db: TenantDb, id: string): Promise<RowCounts[]> => {
  const { rows } = await sql<RowCounts>`
    select state, result, undo, count(*)::integer as count,
      (count(*) filter (where problems <> '[]'))::integer as problems
    from student_import_row where client_id = current_client_id() and import_id = ${id}::uuid
    group by 1, 2, 3`.execute(db)
  return rows
}

export const sampleRows = async (db: TenantDb, id: string, limit: number): Promise<string[][]> => {
  const { rows } = await sql<{ cells: string[] }>`
    select cells from student_import_row where client_id = current_client_id() and import_id = ${id}::uuid
    order by row_number limit ${limit}`.execute(db)
  return rows.map(({ cells }) => cells)
}

export interface RowFilter {
  state?: (typeof importRowStates)[number] | undefined
  result?: (typeof importResults)[number] | undefined
  undo?: (typeof importUndoResults)[number] | undefined
}

export const rowPage = async (
  db: TenantDb,
  id: string,
  filter: RowFilter,
  page: { limit: number; offset: number },
): Promise<{ count: number; rows: RowRecord[] }> => {
  const conditions = sql.join(
    [
      sql`client_id = current_client_id() and import_id = ${id}::uuid and state <> 'waiting'`,
      ...(filter.state ? [sql`state = ${filter.state}`] : []),
      ...(filter.result ? [sql`result = ${filter.result}`] : []),
      ...(filter.undo ? [sql`undo = ${filter.undo}`] : []),
    ],
    sql` and `,
  )
  const counted = await sql<{ count: number }>`
    select count(*)::integer as count from student_import_row where ${conditions}`.execute(db)
  const { rows } = await sql<RowRecord>`
    select * from student_import_row where ${conditions}
    order by row_number limit ${page.limit} offset ${page.offset}`.execute(db)
  return { count: counted.rows[0]?.count ?? 0, rows }
}

/** Rows with a problem behind `after`, in their order. */
export const problemRows = async (
  db: TenantDb,
  id: string,
  { after, limit }: { after: number; limit: number },
): Promise<RowRecord[]> => {
  const { rows } = await sql<RowRecord>`
    select * from student_import_row where client_id = current_client_id() and import_id = ${id}::uuid
      and problems <> '[]' and row_number > ${after} order by row_number limit ${limit}`.execute(db)
  return rows
}

type Step = 'check' | 'write' | 'undo'
const OPEN: Record<Step, ReturnType<typeof sql>> = {
  check: sql`state = 'waiting'`,
  write: sql`state in ('new', 'changed') and result is null`,
  undo: sql`result in ('created', 'updated') and undo is null`,
}

export const openRows = async (db: TenantDb, id: string, step: Step, limit: number): Promise<RowRecord[]> => {
  const { rows } = await sql<RowRecord>`
    select * from student_import_row where client_id = current_client_id() and import_id = ${id}::uuid
      and ${OPEN[step]} order by row_number limit ${limit}`.execute(db)
  return rows
}

export const countOpen = async (db: TenantDb, id: string, step: Step): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from student_import_row
    where client_id = current_client_id() and import_id = ${id}::uuid and ${OPEN[step]}`.execute(db)
  return rows[0]?.count ?? 0
}

/** The first row of the file with each address, among rows that are checked already. */
export const checkedKeys = async (
  db: TenantDb,
  id: string,
  keys: readonly string[],
): Promise<Map<string, number>> => {
  const { rows } = await sql<{ email_key: string; row: number }>`
    select email_key, min(row_number) as row from student_import_row
    where client_id = current_client_id() and import_id = ${id}::uuid and email_key = any(${[...keys]}::text[])
    group by email_key`.execute(db)
  return new Map(rows.map(({ email_key: key, row }) => [key, row]))
}

/** What a step found out about a row; what is absent stays. */
export interface RowOutcome {
  row: number
  state?: ImportRow['state']
  email_key?: string | null
  changes?: RowRecord['changes']
  problems?: RowRecord['problems']
  user_id?: number | null
  result?: RowRecord['result']
  enrolled?: number[]
  grouped?: number[]
  undo?: RowRecord['undo']
}

/** Writes the outcomes of a batch in one statement. */
export const writeOutcomes = async (
  db: TenantDb,
  id: string,
  outcomes: readonly RowOutcome[],
): Promise<void> => {
  if (outcomes.length === 0) return
  await sql`
    update student_import_row r set
      state = coalesce(o.state, r.state), email_key = coalesce(o.email_key, r.email_key),
      changes = coalesce(o.changes, r.changes), problems = coalesce(o.problems, r.problems),
      user_id = coalesce(o.user_id, r.user_id), result = coalesce(o.result, r.result),
      enrolled = coalesce(o.enrolled, r.enrolled), grouped = coalesce(o.grouped, r.grouped), undo = coalesce(o.undo, r.undo)
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) as o(row integer, state text, email_key text,
      changes jsonb, problems jsonb, user_id integer, result text, enrolled integer[], grouped integer[],
        undo text)
    where r.client_id = current_client_id() and r.import_id = ${id}::uuid and r.row_number = o.row`.execute(
    db,
  )
}

/** A further batch is through. */
export const putProgress = async (db: TenantDb, id: string, rows: number): Promise<void> => {
  await sql`update student_import set step_done = step_done + ${rows}, careful = greatest(0, careful - ${rows})
    where client_id = current_client_id() and id = ${id}::uuid`.execute(db)
}
