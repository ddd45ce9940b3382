import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/support/server/database.ts'
import { findViolations } from './schema-check.ts'

let test: TestDatabase
let client: pg.Client

beforeAll(async () => {
  test = await createTestDatabase()
  client = new pg.Client(test.superuser)
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await test.drop()
})
beforeEach(() => client.query('begin'))
afterEach(() => client.query('rollback'))

const query = async <T extends Record<string, unknown>>(text: string): Promise<T[]> =>
  (await client.query<T>(text)).rows

describe('B5: database schema', () => {
  it('B5: has no violation in any table, key, policy, role and right', async () => {
    expect(await findViolations(query)).toEqual([])
  })

  it('B5: contains many tenant tables', async () => {
    const [row] = await query<{ n: number }>(
      `select count(distinct table_name)::int as n from information_schema.columns
       where table_schema = 'public' and column_name = 'client_id'`,
    )
    expect(row?.n).toBeGreaterThanOrEqual(20)
  })

  // Controls: each creates one violation in a transaction that is rolled back.
  it.each([
    ['create table loose (id int primary key)', 'loose: no client_id and not on the list'],
    [
      'create table bare (client_id int not null, id int, primary key (client_id, id))',
      'bare: row-level security is off',
    ],
    [
      "create table unforced (client_id int not null, id int, primary key (client_id, id)); call protect_tenant_table('unforced'); alter table unforced no force row level security",
      'unforced: row-level security does not bind the owner',
    ],
    [
      "create table keyed (client_id int not null, id int primary key); call protect_tenant_table('keyed')",
      'keyed: unique index keyed_pkey is without client_id',
    ],
    [
      `create table parent (client_id int not null, id int, primary key (client_id, id), unique (id));
       create table child (client_id int not null, parent_id int references parent (id));
       call protect_tenant_table('parent'); call protect_tenant_table('child')`,
      'child: foreign key child_parent_id_fkey is without client_id',
    ],
    [
      "create table maybe (client_id int, id int); call protect_tenant_table('maybe')",
      'maybe: client_id may be null',
    ],
    [
      'drop policy tenant on app_user; create policy tenant on app_user using (client_id = (select current_client_id()))',
      'app_user: the tenant policy is missing or not USING and WITH CHECK',
    ],
    [
      'create policy helper on app_user for select using (true)',
      'app_user: policy helper for public bypasses tenant isolation',
    ],
    ['create view everyone as select * from app_user', 'everyone: view without security_invoker'],
    [
      "create function peek() returns bigint language sql security definer as 'select count(*) from app_user'",
      'peek: runs with the rights of',
    ],
    ['alter role lms_app bypassrls', 'lms_app: BYPASSRLS'],
    ['alter role lms_app superuser', 'lms_app: superuser'],
    ['grant lms_registry to lms_app', 'lms_app: is a member of lms_registry'],
    ['grant create on schema public to lms_app', 'lms_app: may create in schema public'],
    ['alter table app_user owner to lms_app', "app_user: belongs to the product's role"],
    ['grant delete on audit_event to lms_app', 'audit_event: lms_app may DELETE'],
  ])('control: finds a planted violation (%s)', async (fault, line) => {
    await client.query(fault)
    const offenders = await findViolations(query)
    expect(offenders.some((offender) => offender.startsWith(line))).toBe(true)
  })
})
