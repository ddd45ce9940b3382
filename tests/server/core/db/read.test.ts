/** TRUST B6 for reading in one trip: bound to its tenant, gone with it, unable to write, sound after every failure. */
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDatabase, type Database } from '#server/core/db/database.ts'
import { addClient, addPerson } from '#tests/support/server/people.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/server/database.ts'

const TENANTS = Array.from({ length: 20 }, (_, at) => 101 + at)
const ALL = { name: 'test-all', text: 'select client_id, full_name from app_user order by id', values: [] }

let db: TestDatabase
let small: Database
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

/** What a transaction would leave behind on a pool's only connection. */
const leftOn = async (pool: pg.Pool) => {
  const { rows } = await pool.query<{ tenant: string | null; readonly: string; planning: string }>(
    `select current_setting('app.client_id', true) as tenant, current_setting('transaction_read_only') as readonly,
       current_setting('plan_cache_mode') as planning`,
  )
  const [left] = rows
  return { ...left, tenant: left?.tenant ?? '' }
}
const NOTHING = { tenant: '', readonly: 'off', planning: 'auto' }

describe('a read', () => {
  test('given rows of many tenants, when one reads, then its own come and nobody else’s, for each query in its order', async () => {
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

  test('given one connection, when two tenants read the same prepared statement in turn, then each sees its own', async () => {
    for (const id of [103, 104, 103])
      expect(await small.read(id, [ALL])).toMatchObject([[{ client_id: id }, { client_id: id }]])
  })

  test('given every kind of value, when read, then it is what withTenant answers', async () => {
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

  test('given no rows or no queries, when read, then nothing comes', async () => {
    expect(await small.read(101, [{ text: 'select 1 as n where false', values: [] }])).toEqual([[]])
    expect(await small.read(101, [])).toEqual([])
  })
})

describe('the walls of a read', () => {
  test('given a statement that writes, when sent as a read, then it is refused and nothing is written', async () => {
    await expect(
      small.read(101, [{ text: "update app_user set full_name = 'Changed'", values: [] }]),
    ).rejects.toMatchObject({ code: '25006' })
    expect(await db.asSuperuser("select 1 from app_user where full_name = 'Changed'")).toEqual([])
  })

  test('given a read that went well, and one that failed half-way, when the connection is looked at, then nothing of them is left', async () => {
    await small.read(106, [ALL])
    expect(await leftOn(small.pool)).toEqual(NOTHING)
    await expect(small.read(106, [ALL, { text: 'select 1 / 0', values: [] }])).rejects.toMatchObject({
      code: '22012',
    })
    expect(await leftOn(small.pool)).toEqual(NOTHING)
    expect((await small.read(107, [ALL]))[0]).toHaveLength(2)
  })

  test('the control: given a reader that sets its tenant for the session, when looked at, then it is left and the next one sees it', async () => {
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

  test('the control: given the queries without the opening statement, when run, then no row comes', async () => {
    expect((await small.pool.query(ALL.text)).rows).toEqual([])
  })

  test('given two texts of one name, a value that cannot travel or no query at all, when read, then it fails and the next read is sound', async () => {
    await small.read(101, [ALL])
    await expect(small.read(101, [{ ...ALL, text: 'select 2 as n' }])).rejects.toThrow('two statements')
    await expect(small.read(101, [{ text: 'select $1::text', values: [{}] }])).rejects.toThrow('cannot carry')
    await expect(small.read(101, [{ text: '', values: [] }])).rejects.toThrow('empty')
    await expect(small.read(101, [{ text: 'copy app_user to stdout', values: [] }])).rejects.toThrow('copy')
    expect((await small.read(102, [ALL]))[0]).toHaveLength(2)
    expect(await leftOn(small.pool)).toEqual(NOTHING)
  })
})

describe('reads that come at the same moment', () => {
  /** When its transaction began, on which connection, and what it was asked with. */
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

  test('given twenty prepared reads of one tenant, when they come together, then they share two trips, each with its own answer', async () => {
    const wide = open(10)
    try {
      const ask = (value: number) => wide.read(101, [WHEN(value), WHEN(value + 100)])
      const answers = (await Promise.all(Array.from({ length: 20 }, (_none, at) => ask(at)))) as When[][][]
      expect(answers.map((rows) => rows.map(([row]) => row?.value))).toEqual(
        Array.from({ length: 20 }, (_none, at) => [at, at + 100]),
      )
      expect(new Set(answers.flat(2).map(({ at, pid }) => `${at} ${pid}`)).size).toBe(2)
      // The control: what is not prepared goes by itself.
      const alone = { text: WHEN(1).text, values: [1] }
      const single = (await Promise.all(
        Array.from({ length: 6 }, () => wide.read(101, [alone])),
      )) as When[][][]
      expect(new Set(single.flat(2).map(({ at, pid }) => `${at} ${pid}`)).size).toBe(6)
    } finally {
      await wide.close()
    }
  })

  test('given two tenants at the same moment, when they read, then no transaction serves both', async () => {
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

  test('given one that fails among others, when they come together, then it alone fails', async () => {
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
  test('given 20 tenants on 5 connections of which some are cut, when they read and write in turns, then nobody sees a foreign row', async () => {
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
      // 57P01: the connection was cut. Nobody met the remains of another's transaction (25P02).
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
