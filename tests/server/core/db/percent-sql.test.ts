/** The database rounds percentages as contract/percent.ts does. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { percentDone, wholePercent } from '#contract/percent.ts'
import { createDatabase, type PooledDatabase } from '#server/core/db/database.ts'
import { percentDoneSql, wholePercentSql } from '#server/core/db/percent-sql.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/server/database.ts'
import { addClient } from '#tests/support/server/people.ts'

const CLIENT = 101
let db: TestDatabase
let pool: PooledDatabase

beforeAll(async () => {
  db = await createTestDatabase()
  await addClient(db, { id: CLIENT })
  pool = createDatabase({
    connection: db.connection,
    role: null,
    maxConnections: 1,
    onIdleError: () => undefined,
  })
})
afterAll(async () => {
  await pool.close()
  await db.drop()
})

it('rounds every share of up to 40 parts as the app does', async () => {
  const { rows } = await pool.withTenant(CLIENT, (tx) =>
    sql<{ part: number; whole: number; percent: number }>`
      select part, whole, ${percentDoneSql(sql`part`, sql`whole`)} as percent
      from generate_series(0, 40) as whole cross join generate_series(0, 41) as part`.execute(tx),
  )
  expect(rows.length).toBe(41 * 42)
  expect(rows.filter(({ part, whole, percent }) => percent !== percentDone(part, whole))).toEqual([])
})

it('never lifts a value to 100 or to a missed bound, and leaves nothing as nothing', async () => {
  const { rows } = await pool.withTenant(CLIENT, (tx) =>
    sql<{ value: number; percent: number; nothing: number | null }>`
      select value::float8, ${wholePercentSql(sql`value`, sql`70`)} as percent,
        ${wholePercentSql(sql`null::numeric`, sql`70`)} as nothing
      from generate_series(0, 100, 0.3) as value`.execute(tx),
  )
  expect(rows.length).toBeGreaterThan(300)
  expect(rows.filter(({ value, percent }) => percent !== wholePercent(value, [70]))).toEqual([])
  expect(rows.filter(({ nothing }) => nothing !== null)).toEqual([])
})
