/** Transactions that send their statements without waiting for the answers. */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase, withCommit, type PooledDatabase, type TenantDb } from '#server/core/db/database.ts'
import { addClient } from '#tests/support/server/people.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/server/database.ts'

let db: TestDatabase
/** One connection: what a transaction leaves behind meets the next one. */
let small: PooledDatabase
beforeAll(async () => {
  db = await createTestDatabase()
  for (const id of [7, 8]) await addClient(db, { id })
  small = createDatabase({
    connection: db.connection,
    role: null,
    maxConnections: 1,
    onIdleError: () => undefined,
  })
})
afterAll(async () => {
  await small.close()
  await db.drop()
})

/** The database behind a network that takes 20 ms in each direction. */
const startDistantDatabase = async (target: pg.ClientConfig) => {
  const server = createServer((near) => {
    const far =
      target.host?.startsWith('/') === true
        ? connect(`${target.host}/.s.PGSQL.${target.port}`)
        : connect(Number(target.port), target.host ?? '127.0.0.1')
    // Otherwise two answers in a row wait for an acknowledgement of the first.
    near.setNoDelay(true)
    far.setNoDelay(true)
    const forward = (from: Socket, to: Socket) => {
      from.on('data', (bytes) => void setTimeout(() => to.write(bytes), 20))
      from.on('close', () => to.destroy())
      from.on('error', () => to.destroy())
    }
    forward(near, far)
    forward(far, near)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const database = createDatabase({
    connection: { ...target, host: '127.0.0.1', port },
    role: null,
    maxConnections: 1,
    onIdleError: () => undefined,
  })
  const close = async () => {
    await database.close()
    await new Promise<void>((resolve) => void server.close(() => resolve()))
  }
  const durationOf = async (work: (tx: TenantDb) => Promise<unknown>) => {
    const startedAt = performance.now()
    await database.withTenant(7, work)
    return performance.now() - startedAt
  }
  return { durationOf, close }
}

const rename = async (tx: TenantDb, name: string, clientId = 7) => {
  await tx.updateTable('client').set({ name }).where('client_id', '=', clientId).execute()
}
const nameIn = async (tx: TenantDb) =>
  (await tx.selectFrom('client').select('name').where('client_id', '=', 7).executeTakeFirst())?.name
const storedName = () => small.withTenant(7, nameIn)
const tenantIn = async (tx: TenantDb) =>
  (await sql<{ id: number | null }>`select current_client_id() as id`.execute(tx)).rows[0]?.id ?? null
const fail = (tx: TenantDb) => sql`select 1 / 0`.execute(tx)

describe('statements that are sent together', () => {
  it('run in the order in which they were sent', async () => {
    const names = await small.withTenant(7, async (tx) => {
      const [, first, , second] = await Promise.all([
        rename(tx, 'One'),
        nameIn(tx),
        rename(tx, 'Two'),
        nameIn(tx),
      ])
      return [first, second]
    })
    expect(names).toEqual(['One', 'Two'])
  })

  it('share a round trip', async () => {
    const distant = await startDistantDatabase(db.connection)
    try {
      await distant.durationOf(nameIn)
      const together = await distant.durationOf((tx) =>
        Promise.all(Array.from({ length: 16 }, () => nameIn(tx))),
      )
      const oneByOne = await distant.durationOf(async (tx) => {
        for (let turn = 0; turn < 16; turn += 1) await nameIn(tx)
      })
      // Two round trips, the second for the commit, instead of seventeen.
      expect(oneByOne / together).toBeGreaterThan(3)
    } finally {
      await distant.close()
    }
  })

  it('share the round trip of COMMIT when nothing needs their answers', async () => {
    const distant = await startDistantDatabase(db.connection)
    try {
      await distant.durationOf(nameIn)
      const before = await distant.durationOf(async (tx) => {
        await nameIn(tx)
        await rename(tx, 'Distant')
      })
      const together = await distant.durationOf(async (tx) => {
        await nameIn(tx)
        withCommit(tx, () => rename(tx, 'Distant'))
      })
      // Two round trips of 40 ms instead of three.
      expect(before - together).toBeGreaterThan(20)
    } finally {
      await distant.close()
    }
  })

  it('are all undone when one of them fails', async () => {
    await small.withTenant(7, (tx) => rename(tx, 'Before'))
    await expect(
      small.withTenant(7, (tx) => Promise.all([rename(tx, 'Half'), fail(tx), rename(tx, 'Late')])),
    ).rejects.toMatchObject({ code: '22012' })
    expect(await storedName()).toBe('Before')
  })

  it('are undone when the work hides the failure of one', async () => {
    await small.withTenant(7, (tx) => rename(tx, 'Before'))
    const hidden = small.withTenant(7, async (tx) => {
      await rename(tx, 'Hidden')
      await fail(tx).catch(() => undefined)
    })
    await expect(hidden).rejects.toThrow('a statement of the transaction failed')
    expect(await storedName()).toBe('Before')
  })
})

describe('the connection of a transaction', () => {
  it('takes no statement of work that goes on after the end', async () => {
    await small.withTenant(7, (tx) => rename(tx, 'Before'))
    let late: Promise<unknown> = Promise.resolve()
    const failing = small.withTenant(7, (tx) => {
      late = nameIn(tx)
        .then(() => new Promise((resolve) => setTimeout(resolve, 50)))
        .then(() => rename(tx, 'Late'))
      return Promise.all([late, Promise.reject(new Error('refused'))])
    })
    await expect(failing).rejects.toThrow('refused')
    const next = small.withTenant(7, async (tx) => {
      await nameIn(tx)
      await late.catch(() => undefined)
      return nameIn(tx)
    })
    await expect(late).rejects.toThrow('the transaction has ended')
    expect(await next).toBe('Before')
  })

  it('is replaced when a migration changes the result of a prepared statement', async () => {
    const all = () =>
      small.withTenant(7, (tx) => tx.selectFrom('client').selectAll().execute(), { isPrepared: true })
    await all()
    await db.asSuperuser('alter table client add column added_later integer')
    await expect(all()).rejects.toMatchObject({ code: '0A000' })
    expect(await all()).toHaveLength(1)
  })

  it('knows the tenant in the first statement and forgets it afterwards', async () => {
    expect(await small.withTenant(8, tenantIn)).toBe(8)
    expect(await small.withoutTenant(tenantIn)).toBeNull()
    await expect(small.withTenant(8, fail)).rejects.toMatchObject({ code: '22012' })
    expect(await small.withoutTenant(tenantIn)).toBeNull()
  })

  it('hides the rows of another tenant', async () => {
    await small.withTenant(8, (tx) => rename(tx, 'Foreign', 7))
    expect(await storedName()).not.toBe('Foreign')
  })

  it('is replaced when it breaks within the work', async () => {
    const broken = small.withTenant(7, async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
      await db.asSuperuser(`select pg_terminate_backend(${rows[0]?.pid})`)
      await rename(tx, 'Broken')
    })
    await expect(broken).rejects.toThrow(/connection|terminat|EPIPE|ECONNRESET/)
    expect(await storedName()).not.toBe('Broken')
  })

  it('keeps the plans of a prepared transaction, and of no other', async () => {
    const prepared = async (tx: TenantDb) =>
      (
        await sql<{ n: number }>`
          select count(*)::integer as n from pg_prepared_statements where statement like '%prepared check%'`.execute(
          tx,
        )
      ).rows[0]?.n
    const ask = (value: number) => (tx: TenantDb) =>
      sql`select ${value}::integer as "prepared check"`.execute(tx)
    await small.withTenant(7, ask(1))
    expect(await small.withTenant(7, prepared)).toBe(0)
    for (const value of [1, 2, 3]) await small.withTenant(7, ask(value), { isPrepared: true })
    expect(await small.withTenant(7, prepared)).toBe(1)
  })
})
