/** B6 for batched reads: bound to one tenant, leaves no state, cannot write, recovers from every failure. */
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDatabase, type PooledDatabase } from '#server/core/db/database.ts'
import { addClient, addPerson } from '#tests/support/server/people.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/server/database.ts'

const TENANTS = Array.from({ length: 20 }, (_, at) => 101 + at)
const ALL = { name: 'test-all', text: 'select client_id, full_name from app_user order by id', values: [] }

let db: TestDatabase
let small: PooledDatabase
const open = (maxConnections: number) =>
  createDatabase({ connection: db.connection, role: null, maxConnections, onIdleError: () => undefined })

beforeAll(async () => {
  db = await createTestDatabase()
  for (const id of TENANTS) {
    await addClient(db, { id })
    await addPerson(db, { clientId: id, name: `One of ${id}` })
    await addPerson(db, { clientId: id, name: `Two of ${id}` })
  }
  small = open(1)
})
afterAll(async () => {
  await small.close()
  await db.drop()
})

/** The state a transaction would leave on the pool's only connection. */
const leftOn = async (pool: pg.Pool) => {
  const { rows } = await pool.query<{ tenant: string | null; readonly: string; planning: string }>(
    `select current_setting('app.client_id', true) as tenant, current_setting('transaction_read_only') as readonly,
       current_setting('plan_cache_mode') as planning`,
  )
  const [left] = rows
  return { ...left, tenant: left?.tenant ?? '' }
}
const NOTHING = { tenant: '', readonly: 'off', planning: 'auto' }

describe('read', () => {
  test("returns only the tenant's rows, for each query in order", async () => {
    const [all, count, own] = await small.read(105, [
      ALL,
      { text: 'select count(*)::int as n from app_user', values: [] },
      {
        name: 'test-own',
        text: 'select full_name from app_user where full_name = $1',
        values: ['Two of 105'],
      },
    ])
    expect(all).toEqual([
      { client_id: 105, full_name: 'One of 105' },
      { client_id: 105, full_name: 'Two of 105' },
    ])
    expect([count, own]).toEqual([[{ n: 2 }], [{ full_name: 'Two of 105' }]])
  })

  test('separates tenants that share one connection and prepared statement', async () => {
    for (const id of [103, 104, 103])
      expect(await small.read(id, [ALL])).toMatchObject([[{ client_id: id }, { client_id: id }]])
  })

  test('returns every type of value like withTenant', async () => {
    const text = `select 7 as int, 12345678901::bigint as long, 1.5::float8 as float, null::text as nothing, true as bool,
      timestamptz '2026-11-21 10:00:00.123+00' as at, date '2026-11-21' as day, array['a','b'] as words,
      '{"a":[1]}'::json as json, $1::text as text, $2::int as number, $3::boolean as flag, $4::timestamptz as given`
    const values = ['ü "x"', 5, false, new Date('2026-11-21T11:00:00.000Z')]
    const [read] = await small.read(101, [{ text, values }])
    expect(read).toEqual([
      {
        int: 7,
        long: 12_345_678_901,
        float: 1.5,
        nothing: null,
        bool: true,
        at: new Date('2026-11-21T10:00:00.123Z'),
        day: '2026-11-21',
        words: ['a', 'b'],
        json: { a: [1] },
        text: 'ü "x"',
        number: 5,
        flag: false,
        given: new Date('2026-11-21T11:00:00.000Z'),
      },
    ])
  })

  test('returns empty results for no rows and no queries', async () => {
    expect(await small.read(101, [{ text: 'select 1 as n where false', values: [] }])).toEqual([[]])
    expect(await small.read(101, [])).toEqual([])
  })
})

describe('isolation of a read', () => {
  test('rejects a statement that writes', async () => {
    await expect(
      small.read(101, [{ text: "update app_user set full_name = 'Changed'", values: [] }]),
    ).rejects.toMatchObject({ code: '25006' })
    expect(await db.asSuperuser("select 1 from app_user where full_name = 'Changed'")).toEqual([])
  })

  test('leaves no state on the connection after success or failure', async () => {
    await small.read(106, [ALL])
    expect(await leftOn(small.pool)).toEqual(NOTHING)
    await expect(small.read(106, [ALL, { text: 'select 1 / 0', values: [] }])).rejects.toMatchObject({
      code: '22012',
    })
    expect(await leftOn(small.pool)).toEqual(NOTHING)
    expect((await small.read(107, [ALL]))[0]).toHaveLength(2)
  })

  test('control: finds the tenant that a session-level setting leaves behind', async () => {
    const naive = open(1)
    try {
      await naive.pool.query("select set_config('app.client_id', '106', false)")
      expect((await leftOn(naive.pool)).tenant).toBe('106')
      const { rows } = await naive.pool.query<{ client_id: number }>('select client_id from app_user')
      expect(new Set(rows.map((row) => row.client_id))).toEqual(new Set([106]))
    } finally {
      await naive.close()
    }
  })

  test('control: returns no rows without the opening statement', async () => {
    expect((await small.pool.query(ALL.text)).rows).toEqual([])
  })

  test('fails for conflicting statements, unsupported values and empty queries, then recovers', async () => {
    await small.read(101, [ALL])
    await expect(small.read(101, [{ ...ALL, text: 'select 2 as n' }])).rejects.toThrow('two statements')
    await expect(small.read(101, [{ text: 'select $1::text', values: [{}] }])).rejects.toThrow('must not be')
    await expect(small.read(101, [{ text: '', values: [] }])).rejects.toThrow('empty')
    await expect(small.read(101, [{ text: 'copy app_user to stdout', values: [] }])).rejects.toThrow('copy')
    expect((await small.read(102, [ALL]))[0]).toHaveLength(2)
    expect(await leftOn(small.pool)).toEqual(NOTHING)
  })
})

describe('simultaneous reads', () => {
  /** Start of the transaction, its connection, and the parameter. */
  const WHEN = (value: number) => ({
    name: 'test-when',
    text: 'select now()::text as at, pg_backend_pid() as pid, $1::int as value, current_client_id() as tenant',
    values: [value],
  })
  const HALF = (value: number) => ({ name: 'test-half', text: 'select 10 / $1::int as n', values: [value] })
  interface When {
    at: string
    pid: number
    value: number
    tenant: number
  }

  test('joins twenty prepared reads of one tenant into two round trips', async () => {
    const wide = open(10)
    try {
      const ask = (value: number) => wide.read(101, [WHEN(value), WHEN(value + 100)])
      const answers = (await Promise.all(Array.from({ length: 20 }, (_none, at) => ask(at)))) as When[][][]
      expect(answers.map((rows) => rows.map(([row]) => row?.value))).toEqual(
        Array.from({ length: 20 }, (_none, at) => [at, at + 100]),
      )
      expect(new Set(answers.flat(2).map(({ at, pid }) => `${at} ${pid}`)).size).toBe(2)
      // Control: unprepared statements are not joined.
      const alone = { text: WHEN(1).text, values: [1] }
      const single = (await Promise.all(
        Array.from({ length: 6 }, () => wide.read(101, [alone])),
      )) as When[][][]
      expect(new Set(single.flat(2).map(({ at, pid }) => `${at} ${pid}`)).size).toBe(6)
    } finally {
      await wide.close()
    }
  })

  test('never serves two tenants in one transaction', async () => {
    const wide = open(4)
    try {
      const tenants = Array.from({ length: 24 }, (_none, at) => (at % 2 === 0 ? 101 : 102))
      const answers = (await Promise.all(
        tenants.map((tenant, at) => wide.read(tenant, [WHEN(at), ALL])),
      )) as [When[], { client_id: number }[]][]
      const owners = new Map<string, Set<number>>()
      for (const [at, [[when], rows]] of answers.entries()) {
        expect([when?.value, when?.tenant]).toEqual([at, tenants[at]])
        expect(new Set(rows.map(({ client_id }) => client_id))).toEqual(new Set([tenants[at]]))
        const trip = `${when?.at} ${when?.pid}`
        owners.set(trip, (owners.get(trip) ?? new Set()).add(when?.tenant ?? 0))
      }
      expect([...owners.values()].every(({ size }) => size === 1)).toBe(true)
    } finally {
      await wide.close()
    }
  })

  test('fails only the failing read of a group', async () => {
    const results = await Promise.allSettled([1, 2, 0, 5].map((value) => small.read(101, [HALF(value)])))
    expect(
      results.map((result) =>
        result.status === 'fulfilled' ? result.value : (result.reason as { code: string }).code,
      ),
    ).toEqual([[[{ n: 10 }]], [[{ n: 5 }]], '22012', [[{ n: 2 }]]])
    const bad = { ...HALF(1), values: [{}] }
    const [worse, good] = await Promise.allSettled([small.read(101, [bad]), small.read(101, [HALF(2)])])
    expect([worse.status, good.status]).toEqual(['rejected', 'fulfilled'])
    expect(await leftOn(small.pool)).toEqual(NOTHING)
  })
})

describe('B6: many tenants on few connections', () => {
  test('B6: shows no foreign row to 20 tenants on 5 connections while connections are cut', async () => {
    const busy = open(5)
    const cutter = new pg.Client(db.superuser)
    await cutter.connect()
    const foreign: string[] = []
    const failures = new Set<string>()
    let done = 0
    const one = async (turn: number) => {
      const id = TENANTS[turn % TENANTS.length] ?? 0
      const seen = async (): Promise<{ client_id: number }[]> => {
        if (turn % 7 === 0) {
          await busy.read(id, [ALL, { text: 'select 1 / 0', values: [] }]).catch(() => undefined)
          return []
        }
        if (turn % 5 > 0) return (await busy.read(id, [ALL]))[0] as { client_id: number }[]
        return busy.withTenant(id, (tx) => tx.selectFrom('app_user').select('client_id').execute())
      }
      try {
        for (const row of await seen())
          if (row.client_id === id) done += 1
          else foreign.push(`${id} saw ${row.client_id}`)
      } catch (error) {
        failures.add((error as { code?: string }).code ?? (error as Error).message)
      }
    }
    try {
      for (let turn = 0; turn < 5_000; turn += 50) {
        const batch = Promise.all(Array.from({ length: 50 }, (_, at) => one(turn + at)))
        if (turn % 200 === 0)
          await cutter.query(
            `select pg_terminate_backend(pid) from pg_stat_activity
             where datname = current_database() and application_name = 'lms' order by random() limit 2`,
          )
        await batch
      }
      expect(foreign).toEqual([])
      expect(done).toBeGreaterThan(5_000)
      // 57P01: the connection was cut. No transaction ran in an aborted one (25P02).
      const cut = /^57P01$|terminated|ECONNRESET|EPIPE|connection/i
      expect([...failures].filter((failure) => !cut.test(failure))).toEqual([])
      const { rows } = await busy.pool.query<{ tenant: string | null }>(
        "select current_setting('app.client_id', true) as tenant from generate_series(1, 5)",
      )
      expect(rows.every(({ tenant }) => (tenant ?? '') === '')).toBe(true)
    } finally {
      await cutter.end()
      await busy.close()
    }
  }, 60_000)
})
