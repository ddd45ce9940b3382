import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CHILD_TABLES, PERSONAL_TABLES, STAFF_COLUMNS } from '#server/features/own-data/personal-data.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/server/database.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.drop())

/** Columns that hold a person's id without a foreign key are named like these. */
const PERSON_LIKE = '(^|_)(user|person|author|actor|learner|member|owner|reporter|grader)_id$|_by$|^by_user$'
/** Texts that are about people by their name, in tables without a person's column. */
const TEXT_LIKE = '(^|_)(email|phone|recipient|full_name|bio|address_hmac|account_hmac)$'

/** Every column of the database that names a person. */
const personColumns = async (): Promise<string[]> => {
  const rows = await db.asSuperuser<{ column: string }>(`
    select c.relname || '.' || a.attname as column
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname !~ '^kysely'
      and (a.attname ~ '${PERSON_LIKE}' and a.atttypid in ('integer'::regtype, 'bigint'::regtype)
        or exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'f'
          and k.confrelid = 'app_user'::regclass and a.attnum = any (k.conkey) and a.attname <> 'client_id'))
    order by 1`)
  return rows.map(({ column }) => column)
}

const undecided = (columns: readonly string[]) =>
  columns.filter((column) => {
    const [table = '', name] = column.split('.')
    return PERSONAL_TABLES[table]?.person !== name && !STAFF_COLUMNS.has(column)
  })

/** Tables whose rows belong to a person's row in another table, as the answers of an attempt do. */
const childTables = async (): Promise<string[]> => {
  const parents = Object.entries(PERSONAL_TABLES)
    .filter(([, { onDeletion }]) => onDeletion === 'erase')
    .map(([table]) => `'${table}'::regclass`)
  const rows = await db.asSuperuser<{ name: string }>(`
    select distinct c.relname as name from pg_constraint k join pg_class c on c.oid = k.conrelid
    where k.contype = 'f' and k.confrelid in (${parents.join(', ')})`)
  return rows.map(({ name }) => name)
}

/** Mails and failed sign-ins are found by address; account-eraser.ts and their short life take care of them. */
const BY_ADDRESS = new Set([
  'outbox_message.recipient',
  'code_request.address_hmac',
  'sign_in_failure.account_hmac',
  // Support addresses of clients.
  'client.support_email',
  // Forgotten by account-eraser.ts.
  'payment_link.email',
  // Who gets no campaign, also after the account: forgetting it would mail them again.
  'email_suppression.email_key',
])

describe('tables about people', () => {
  it('are all decided: exported, erased, made anonymous or kept', async () => {
    const columns = await personColumns()
    expect(columns.length).toBeGreaterThan(60)
    expect(undecided(columns)).toEqual([])
  })

  it('include the tables below them', async () => {
    const children = await childTables()
    expect(children.length).toBeGreaterThan(3)
    expect(children.filter((table) => !CHILD_TABLES[table] && !PERSONAL_TABLES[table])).toEqual([])
  })

  it('include every column for addresses, numbers and names', async () => {
    const rows = await db.asSuperuser<{ table: string; column: string }>(`
      select table_name as table, column_name as column from information_schema.columns
      where table_schema = 'public' and column_name ~ '${TEXT_LIKE}'`)
    const left = rows.filter(
      ({ table, column }) => !PERSONAL_TABLES[table] && !BY_ADDRESS.has(`${table}.${column}`),
    )
    expect(left).toEqual([])
  })

  it('exist, with the columns that the list names', async () => {
    const rows = await db.asSuperuser<{ column: string }>(
      `select table_name || '.' || column_name as column from information_schema.columns where table_schema = 'public'`,
    )
    const existing = new Set(rows.map(({ column }) => column))
    const named = [
      ...Object.entries(PERSONAL_TABLES).flatMap(([table, rule]) =>
        [
          rule.person,
          ...(rule.address ? [rule.address] : []),
          ...(rule.files ?? []),
          ...(rule.withheld ?? []),
          ...Object.keys(rule.blank ?? {}),
        ].map((column) => `${table}.${column}`),
      ),
      ...Object.entries(CHILD_TABLES).flatMap(([table, rule]) =>
        [rule.column, ...(rule.withheld ?? [])].map((column) => `${table}.${column}`),
      ),
      ...STAFF_COLUMNS,
    ]
    expect(named.filter((column) => !existing.has(column))).toEqual([])
  })

  it('control: finds a new table that nobody decided about', async () => {
    const column = `client_id integer not null, learner_id integer not null`
    await db.asSuperuser(`create table new_diary (${column}, dear_diary text)`)
    await db.asSuperuser(
      `create table new_stars (client_id integer, who integer, foreign key (client_id, who) references app_user (client_id, id))`,
    )
    await db.asSuperuser(
      `create table new_page (client_id integer, attempt uuid, foreign key (client_id, attempt) references assessment_attempt (client_id, id))`,
    )
    expect(undecided(await personColumns())).toEqual(['new_diary.learner_id', 'new_stars.who'])
    expect(await childTables()).toContain('new_page')
  })
})
