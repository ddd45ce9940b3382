import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AuditAction } from '#contract/security/audit-actions.ts'
import { createAudit } from '#server/core/audit/audit.ts'
import { networkOf } from '#server/core/audit/network.ts'
import { verifyAuditChain, type ChainHead } from '#server/core/audit/verify.ts'
import { createTestClock } from '#tests/support/clock.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/server/database.ts'

const A = 7
const B = 8
let test: TestDatabase
const audit = createAudit(createTestClock('2026-11-21T09:00:00.123Z'))

const record = (clientId: number, action: AuditAction, detail: Record<string, string> = {}) =>
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

/** Changes rows like somebody with all rights, without the product's triggers. */
const tamper = async (statement: string) => {
  await test.asSuperuser(`set session_replication_role = replica; ${statement}`)
}

beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

describe('audit', () => {
  it('writes one unbroken chain per tenant for parallel events', async () => {
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

  it('records nothing when the transaction rolls back', async () => {
    const before = (await verify(A)).checked
    await expect(
      test.database.withTenant(A, async (db) => {
        await audit.record(db, { action: 'auth.login', result: 'failed', actorId: null })
        throw new Error('later trouble')
      }),
    ).rejects.toThrow('later trouble')
    expect((await verify(A)).checked).toBe(before)
  })

  it('stores only the network of an address', async () => {
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
    'rejects the application role: %s',
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
  ])('rejects the application role: %s', async (statement) => {
    await expect(test.database.withTenant(A, (db) => sql.raw(statement).execute(db))).rejects.toThrow(
      /permission denied|append-only/,
    )
  })

  it('rejects updates and deletes even for the owner of the tables', async () => {
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
  it.each(edits)('detects an edited %s', async (_, change) => {
    const [existing] = await test.asSuperuser(
      `select id from audit_event where client_id = 8 order by id offset 7 limit 1`,
    )
    const id = Number(existing?.['id'])
    await test.asSuperuser('create table kept as select * from audit_event')
    await tamper(`update audit_event set ${change} where client_id = 8 and id = ${id}`)
    expect(await verify(B)).toMatchObject({ ok: false, fault: `event ${id} does not match its link` })
    await tamper(
      `delete from audit_event where client_id = 8;
       insert into audit_event overriding system value select * from kept where client_id = 8`,
    )
    await test.asSuperuser('drop table kept')
    // Control: without the edit the same chain is valid again.
    expect((await verify(B)).ok).toBe(true)
  })

  it('detects removed and inserted events', async () => {
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

  it('verifies ten thousand events, and detects one edit in the middle', async () => {
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

  it('detects a truncated chain when given an earlier head', async () => {
    for (let n = 0; n < 5; n += 1) await record(10, 'auth.login', { n: String(n) })
    const head = (await verify(10)).head
    if (!head) throw new Error('no head')
    await tamper(
      `delete from audit_event e using audit_link l where e.client_id = 10 and l.client_id = 10 and l.event_id = e.id and l.seq = 5;
       delete from audit_link where client_id = 10 and seq = 5`,
    )
    // Without the head the shorter chain is valid, so the head must be stored elsewhere.
    expect((await verify(10)).ok).toBe(true)
    expect((await verify(10, head)).fault).toBe('the chain ends before the anchor at 5')
  })

  it('hides events from other tenants', async () => {
    const { rows } = await test.database.withTenant(A, (db) =>
      sql<{ n: number }>`select count(*) as n from audit_event where client_id <> ${A}`.execute(db),
    )
    expect(rows[0]?.n).toBe(0)
  })
})
