import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAudit } from '#server/core/audit/audit.ts'
import { networkOf } from '#server/core/audit/network.ts'
import { verifyAuditChain, type ChainHead } from '#server/core/audit/verify.ts'
import { createTestClock } from '#tests/support/clock.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/server/database.ts'

const A = 7
const B = 8
let test: TestDatabase
const audit = createAudit(createTestClock('2026-11-21T09:00:00.123Z'))

const record = (clientId: number, action: string, detail: Record<string, string> = {}) =>
  test.database.withTenant(clientId, (db) =>
    audit.record(db, {
      action,
      result: 'ok',
      actorId: 3,
      sessionId: 's-1',
      object: 'user:3',
      detail,
      ip: '203.0.113.77',
    }),
  )
const verify = (clientId: number, anchor?: ChainHead) =>
  test.database.withTenant(clientId, (db) => verifyAuditChain(db, anchor))

/** Changes rows as somebody with all rights would, with the product's own guards out of the way. */
const tamper = async (statement: string) => {
  await test.asSuperuser(`set session_replication_role = replica; ${statement}`)
}

beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

describe('audit', () => {
  it('given parallel events of two tenants, when they commit, then each tenant has one unbroken chain', async () => {
    await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        record(n % 2 ? A : B, 'auth.login', { word: `ключ ${n} – ‎مفتاح`, n: String(n) }),
      ),
    )
    for (const clientId of [A, B]) {
      const verdict = await verify(clientId)
      expect(verdict).toMatchObject({ ok: true, checked: 30, fault: null })
      expect(verdict.head?.seq).toBe(30)
    }
  })

  it('given an event in a transaction that fails, when it rolls back, then nothing is recorded', async () => {
    const before = (await verify(A)).checked
    await expect(
      test.database.withTenant(A, async (db) => {
        await audit.record(db, { action: 'auth.login', result: 'failed', actorId: null })
        throw new Error('later trouble')
      }),
    ).rejects.toThrow('later trouble')
    expect((await verify(A)).checked).toBe(before)
  })

  it('given an address, when it is recorded, then only its network is kept', async () => {
    const { rows } = await test.database.withTenant(A, (db) =>
      sql<{ network: string }>`select distinct network from audit_event`.execute(db),
    )
    expect(rows).toEqual([{ network: '203.0.113.0' }])
    expect(networkOf('2001:db8:85a3::8a2e:370:7334')).toBe('2001:db8:85a3::')
    expect(networkOf('2001:db8::1')).toBe('2001:db8:0::')
    expect(networkOf('::ffff:198.51.100.4')).toBe('198.51.100.0')
    expect(networkOf('::1')).toBe('0:0:0::')
    expect(networkOf('somewhere')).toBeNull()
  })

  it.each(['update audit_event set action = action', 'delete from audit_event', 'truncate audit_event'])(
    'given the product’s own role, when it tries to %s, then the database refuses',
    async (statement) => {
      await expect(test.database.withTenant(A, (db) => sql.raw(statement).execute(db))).rejects.toThrow(
        /permission denied|append-only/,
      )
    },
  )

  it.each([
    'update audit_link set seq = seq + 1000',
    'delete from audit_link',
    "insert into audit_link values (7, 999, 1, '')",
  ])('given the product’s own role, when it tries to %s, then the database refuses', async (statement) => {
    await expect(test.database.withTenant(A, (db) => sql.raw(statement).execute(db))).rejects.toThrow(
      /permission denied|append-only/,
    )
  })

  it('given the owner with every right, when it updates or deletes, then the trigger refuses', async () => {
    for (const statement of [
      "update audit_event set action = 'x.y'",
      'delete from audit_event',
      'truncate audit_event',
      'delete from audit_link',
    ])
      await expect(test.asSuperuser(statement)).rejects.toThrow('append-only')
  })

  const edits = [
    ['action', "action = 'auth.logout'"],
    ['result', "result = 'refused'"],
    ['actor', 'actor_id = 4'],
    ['no actor', 'actor_id = null'],
    ['time', "at = at + interval '1 microsecond'"],
    ['object', "object = 'user:30'"],
    ['detail', `detail = detail || '{"n":"x"}'`],
    ['network', "network = '198.51.100.0'"],
    ['session', "session_id = 's-2'"],
    ['request', "request_id = 'r'"],
  ] as const
  it.each(edits)(
    'given a chain, when somebody edits the %s of one event, then it is found',
    async (_, change) => {
      const [before] = await test.asSuperuser(
        `select id from audit_event where client_id = 8 order by id offset 7 limit 1`,
      )
      const id = Number(before?.['id'])
      await test.asSuperuser('create table kept as select * from audit_event')
      await tamper(`update audit_event set ${change} where client_id = 8 and id = ${id}`)
      expect(await verify(B)).toMatchObject({ ok: false, fault: `event ${id} does not match its link` })
      await tamper(
        `delete from audit_event where client_id = 8;
       insert into audit_event overriding system value select * from kept where client_id = 8`,
      )
      await test.asSuperuser('drop table kept')
      // The control of the control: without the edit the same chain is sound again.
      expect((await verify(B)).ok).toBe(true)
    },
  )

  it('given a chain, when events are taken out or slipped in, then it is found', async () => {
    for (let n = 0; n < 5; n += 1) await record(9, 'auth.login', { n: String(n) })
    const head = (await verify(9)).head
    if (!head) throw new Error('no head')
    await tamper(
      `insert into audit_event (client_id, at, action, result) values (9, now(), 'auth.login', 'ok')`,
    )
    expect((await verify(9)).fault).toMatch(/has no link/)
    await tamper('delete from audit_event where client_id = 9 and id = (select max(id) from audit_event)')
    expect((await verify(9)).ok).toBe(true)

    await tamper(
      'delete from audit_event where client_id = 9 and id = (select min(id) from audit_event where client_id = 9)',
    )
    expect((await verify(9)).fault).toMatch(/is missing/)
    await tamper('delete from audit_link where client_id = 9 and seq = 1')
    expect((await verify(9)).fault).toBe('link 1 is missing')
  })

  it('given ten thousand events, when the chain is walked, then it holds, and one edit in the middle breaks it', async () => {
    await test.database.withTenant(11, (db) =>
      sql`insert into audit_event (client_id, at, action, result, detail)
          select 11, now(), 'auth.login', 'ok', jsonb_build_object('n', n) from generate_series(1, 10000) n`.execute(
        db,
      ),
    )
    expect(await verify(11)).toMatchObject({ ok: true, checked: 10_000 })
    await tamper("update audit_event set result = 'failed' where client_id = 11 and detail = '{\"n\": 5000}'")
    expect(await verify(11)).toMatchObject({ ok: false, checked: 4999 })
  })

  it('given a head kept elsewhere, when the end of the chain is cut off, then it is found', async () => {
    for (let n = 0; n < 5; n += 1) await record(10, 'auth.login', { n: String(n) })
    const head = (await verify(10)).head
    if (!head) throw new Error('no head')
    await tamper(
      `delete from audit_event e using audit_link l where e.client_id = 10 and l.client_id = 10 and l.event_id = e.id and l.seq = 5;
       delete from audit_link where client_id = 10 and seq = 5`,
    )
    // Without the head the shorter chain is sound: that is why the head is kept.
    expect((await verify(10)).ok).toBe(true)
    expect((await verify(10, head)).fault).toBe('the chain ends before the anchor at 5')
  })

  it('given another tenant’s context, when events are read, then there are none of this one', async () => {
    const { rows } = await test.database.withTenant(A, (db) =>
      sql<{ n: number }>`select count(*) as n from audit_event where client_id <> ${A}`.execute(db),
    )
    expect(rows[0]?.n).toBe(0)
  })
})
