import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedDemo } from '#server/demo/seed.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server.ts'
import { fillEmptyTables, tenantTables } from './fill.ts'

let server: TestServer
let tables: string[]

beforeAll(async () => {
  server = await startTestServer()
  await seedDemo(server.core)
  tables = await tenantTables(server.db)
  await fillEmptyTables(server.db, 8)
})
afterAll(() => server.close())

const count = async (run: (text: string) => Promise<{ n: number }[]>, table: string) =>
  (await run(`select count(*)::int as n from ${table}`))[0]?.n

describe('B7: no tenant, no rows', () => {
  it('given filled tables, when read in a transaction without a tenant, then every one of them is empty', async () => {
    const seen: Record<string, number | undefined> = {}
    for (const table of tables)
      seen[table] = await server.db.database.withoutTenant((db) =>
        count(async (text) => (await sql.raw<{ n: number }>(text).execute(db)).rows, table),
      )
    expect(seen).toEqual(Object.fromEntries(tables.map((table) => [table, 0])))
  })

  it('given filled tables, when read on a bare connection of the product’s role, then every one of them is empty', async () => {
    const client = new pg.Client(server.db.connection)
    await client.connect()
    try {
      for (const table of tables)
        expect({ table, n: await count(async (text) => (await client.query(text)).rows, table) }).toEqual({
          table,
          n: 0,
        })
    } finally {
      await client.end()
    }
  })

  it('given the owner of the tables, when it reads without a tenant, then FORCE binds it as well', async () => {
    const client = new pg.Client(server.db.superuser)
    await client.connect()
    try {
      await client.query('set role lms_owner')
      for (const table of tables)
        expect({ table, n: await count(async (text) => (await client.query(text)).rows, table) }).toEqual({
          table,
          n: 0,
        })
    } finally {
      await client.end()
    }
  })

  it('given the superuser, when it reads the same tables, then all have rows: the control', async () => {
    const empty: string[] = []
    for (const table of tables)
      if ((await count((text) => server.db.asSuperuser(text), table)) === 0) empty.push(table)
    expect(empty).toEqual([])
  })

  it('given a connection that served a tenant, when it comes back from the pool, then it remembers none', async () => {
    await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        server.db.database.withTenant(n % 2 ? 7 : 8, (db) => sql`select pg_sleep(0.001)`.execute(db)),
      ),
    )
    const left = await Promise.all(
      Array.from({ length: 12 }, () =>
        server.db.database.withoutTenant((db) =>
          sql<{ n: number }>`select count(*)::int as n from app_user`.execute(db),
        ),
      ),
    )
    expect(left.map(({ rows }) => rows[0]?.n)).toEqual(left.map(() => 0))
  })

  it('given no tenant, when a row is written, then the database refuses', async () => {
    await expect(
      server.db.database.withoutTenant((db) =>
        sql`insert into client_host (client_id, host) values (7, 'stolen.example')`.execute(db),
      ),
    ).rejects.toThrow('row-level security')
  })

  it('given tenant 7, when it writes a row of tenant 8 or moves one there, then the database refuses', async () => {
    await expect(
      server.db.database.withTenant(7, (db) =>
        sql`insert into client_host (client_id, host) values (8, 'stolen.example')`.execute(db),
      ),
    ).rejects.toThrow('row-level security')
    await expect(
      server.db.database.withTenant(7, (db) => sql`update client_host set client_id = 8`.execute(db)),
    ).rejects.toThrow('row-level security')
  })
})
