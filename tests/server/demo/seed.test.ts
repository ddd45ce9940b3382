import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedDemo } from '#server/demo/seed.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server.ts'

let server: TestServer
let seededClients: number[]

beforeAll(async () => {
  server = await startTestServer()
  seededClients = await seedDemo(server.core)
})
afterAll(() => server.close())

const countRows = async () => {
  const tables = await server.db.asSuperuser<{ name: string }>(
    "select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'client_id' order by 1",
  )
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const rows = await server.db.asSuperuser<{ n: number }>(`select count(*)::int as n from ${name}`)
    counts[name] = rows[0]?.n ?? -1
  }
  return counts
}

describe('demo seed', () => {
  it('creates the three demo clients in an empty database', async () => {
    expect(seededClients).toEqual([7, 8, 9])
    const clients = await server.db.asSuperuser('select client_id, is_active from client order by client_id')
    expect(clients).toEqual([
      { client_id: 7, is_active: true },
      { client_id: 8, is_active: true },
      { client_id: 9, is_active: false },
    ])
  })

  it('creates the four accounts and a few dozen students in clients 7 and 8', async () => {
    for (const clientId of [7, 8]) {
      const roles = await server.db.asSuperuser<{ role: string; can: number; all: number }>(
        `select role, count(password_hash)::int as can, count(*)::int as all from app_user
         where client_id = ${clientId} group by role order by role`,
      )
      expect(roles.map(({ role, can }) => [role, can])).toEqual([
        ['admin', 1],
        ['instructor', 1],
        ['student', 1],
        ['superadmin', 1],
      ])
      expect(roles.find(({ role }) => role === 'student')?.all).toBeGreaterThan(30)
    }
  })

  it('changes nothing when run again, even twice at once', async () => {
    const before = await countRows()
    const secondRun = await Promise.all([seedDemo(server.core), seedDemo(server.core)])
    expect(secondRun).toEqual([[], []])
    expect(await countRows()).toEqual(before)
  })

  it('rolls back a client when its content fails, and seeds it on the next run', async () => {
    // The ledger keeps every payment, so that a client with one cannot be deleted.
    await server.db.asSuperuser(
      `set session_replication_role = replica;
       delete from payment_document where client_id = 8;
       delete from document_series where client_id = 8;
       delete from ledger_movement_total where client_id = 8;
       delete from ledger_revenue_month where client_id = 8;
       delete from ledger_movement where client_id = 8;
       delete from ledger_entry where client_id = 8;
       delete from ledger_transaction where client_id = 8;
       delete from payment_checkout where client_id = 8;
       delete from payment_link_event where client_id = 8;
       delete from payment_note where client_id = 8;
       delete from payment_link where client_id = 8;
       delete from programme_course where client_id = 8;
       delete from programme where client_id = 8`,
    )
    await server.db.asSuperuser('delete from client where client_id = 8')
    await expect(
      seedDemo(server.core, async () => {
        throw new Error('disk full')
      }),
    ).rejects.toThrow('disk full')
    expect(await server.db.asSuperuser('select 1 from client where client_id = 8')).toEqual([])
    expect(await server.db.asSuperuser('select 1 from app_user where client_id = 8')).toEqual([])
    expect(await seedDemo(server.core)).toEqual([8])
  })
})

describe('demo attempts', () => {
  const ask = <T extends Record<string, unknown>>(text: string) => server.db.asSuperuser<T>(text)

  it('have enough finished attempts for analysis, and leave the demo student able to start', async () => {
    const rows = await ask<{
      client_id: number
      variant: string
      finished: number
      spread: number
      above: number
    }>(
      `select a.client_id, s.variant, count(*)::int as finished, count(distinct a.percent)::int as spread,
       count(*) filter (where a.percent >= 60)::int as above
     from assessment_attempt a join assessment s on s.client_id = a.client_id and s.id = a.assessment_id
     where a.state = 'submitted' group by a.client_id, s.variant order by 1, 2`,
    )
    expect(rows.map((row) => `${row.client_id} ${row.variant}`)).toEqual([
      '7 full',
      '7 short',
      '8 full',
      '8 short',
    ])
    for (const row of rows) {
      expect(row.finished).toBeGreaterThan(20)
      expect(row.spread).toBeGreaterThan(5)
      expect(row.above).toBeGreaterThan(2)
    }
    for (const clientId of [7, 8])
      expect(
        rows.filter((row) => row.client_id === clientId).reduce((sum, row) => sum + row.finished, 0),
      ).toBeGreaterThanOrEqual(40)
    const studentAttempts = await ask<{ variant: string }>(
      `select s.variant from assessment_attempt a join assessment s on s.client_id = a.client_id and s.id = a.assessment_id
     join app_user u on u.client_id = a.client_id and u.id = a.user_id where u.username = 'student' and a.client_id = 7`,
    )
    expect(studentAttempts).toEqual([{ variant: 'short' }])
  })

  it('end in the past with result and checksum, and reflect the difficulty', async () => {
    const [invalid] = await ask<{ n: number }>(
      `select count(*)::int as n from assessment_attempt a where a.finished_at > now() or a.answers_hash is null
       or not exists (select from attempt_result r where r.client_id = a.client_id and r.attempt_id = a.id)`,
    )
    expect(invalid?.n).toBe(0)
    const shares = await ask<{ difficulty: string; share: number }>(
      `select b.difficulty, avg(case when substr(q.option_order, strpos('ABCD', r.choice), 1) = v.answer then 1 else 0 end)::float8 as share
     from attempt_question q join bank_question b on b.client_id = q.client_id and b.id = q.question_id
     join bank_question_version v on v.client_id = q.client_id and v.question_id = q.question_id and v.version = q.version
     left join attempt_answer r on r.client_id = q.client_id and r.attempt_id = q.attempt_id and r.position = q.position
     group by b.difficulty`,
    )
    const shareOf = (difficulty: string) => shares.find((row) => row.difficulty === difficulty)?.share ?? 0
    expect(shareOf('easy')).toBeGreaterThan(shareOf('medium'))
    expect(shareOf('medium')).toBeGreaterThan(shareOf('hard'))
  })
})

describe('demo notifications', () => {
  it('exist for people of the conversations, partly unread, in order and without mails', async () => {
    const notifications = await server.db.asSuperuser<{
      kind: string
      username: string
      client_id: number
      unread: boolean
    }>(
      `select n.kind, n.client_id, u.username, n.read_at is null as unread from notification n
       join app_user u on u.client_id = n.client_id and u.id = n.user_id order by n.id`,
    )
    const kindsOf = (clientId: number) =>
      new Set(notifications.filter((row) => row.client_id === clientId).map(({ kind }) => kind))
    expect([...kindsOf(7)]).toEqual(
      expect.arrayContaining(['mention', 'reply', 'accepted', 'graded', 'followed']),
    )
    // Client 8 has no community.
    expect(
      [...kindsOf(8)].filter((kind) => ['mention', 'reply', 'accepted', 'followed'].includes(kind)),
    ).toEqual([])
    for (const username of ['student', 'admin'])
      expect(
        notifications.some((row) => row.client_id === 7 && row.username === username && row.unread),
      ).toBe(true)
    const mails = await server.db.asSuperuser(
      'select 1 from notification where mail_at is not null or push_at is not null',
    )
    expect(mails).toEqual([])
    const outOfOrder = await server.db.asSuperuser(
      `select 1 from notification a join notification b on b.client_id = a.client_id and b.id > a.id
       and b.created_at < a.created_at limit 1`,
    )
    expect(outOfOrder).toEqual([])
  })
})
