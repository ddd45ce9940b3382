import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startDemoServer } from '#tests/support/server/demo.ts'
import type { TestServer } from '#tests/support/server/server.ts'
import { fillEmptyTables, tenantTables } from './fill.ts'

let server: TestServer
let tables: string[]

beforeAll(async () => {
  server = await startDemoServer()
  tables = await tenantTables(server.db)
  await fillEmptyTables(server.db, 8)
})
afterAll(() => server.close())

const count = async (run: (text: string) => Promise<{ n: number }[]>, table: string) =>
  (await run(`select count(*)::int as n from ${table}`))[0]?.n

describe('B7: no tenant, no rows', () => {
  it('B7: shows no rows in a transaction without a tenant', async () => {
    const seen: Record<string, number | undefined> = {}
    for (const table of tables)
      seen[table] = await server.db.database.withoutTenant((db) =>
        count(async (text) => (await sql.raw<{ n: number }>(text).execute(db)).rows, table),
      )
    expect(seen).toEqual(Object.fromEntries(tables.map((table) => [table, 0])))
  })

  it('B7: shows no rows on a bare connection of the application role', async () => {
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

  it('B7: shows no rows to the owner of the tables, because of FORCE', async () => {
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

  it('control: finds rows in every table as superuser', async () => {
    const empty: string[] = []
    for (const table of tables)
      if ((await count((text) => server.db.asSuperuser(text), table)) === 0) empty.push(table)
    expect(empty).toEqual([])
  })

  it('B7: keeps no tenant on a connection that returns to the pool', async () => {
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

  it('B7: rejects a write without a tenant', async () => {
    await expect(
      server.db.database.withoutTenant((db) =>
        sql`insert into client_host (client_id, host) values (7, 'stolen.example')`.execute(db),
      ),
    ).rejects.toThrow('row-level security')
  })

  it('B7: rejects inserting a row for another tenant or moving one to it', async () => {
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
