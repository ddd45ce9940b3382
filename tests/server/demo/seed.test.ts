import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedDemo } from '#server/demo/seed.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let made: number[]

beforeAll(async () => {
  server = await startTestServer()
  made = await seedDemo(server.core)
})
afterAll(() => server.close())

const everything = async () => {
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
  it('given an empty database, when seeded, then there are the three clients of the rules', async () => {
    expect(made).toEqual([7, 8, 9])
    const clients = await server.db.asSuperuser('select client_id, is_active from client order by client_id')
    expect(clients).toEqual([
      { client_id: 7, is_active: true },
      { client_id: 8, is_active: true },
      { client_id: 9, is_active: false },
    ])
  })

  it('given the seeded clients, when people are counted, then 7 and 8 have the four accounts and a few dozen students', async () => {
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

  it('given seeded clients, when seeded again (also twice at once), then nothing changes', async () => {
    const before = await everything()
    const again = await Promise.all([seedDemo(server.core), seedDemo(server.core)])
    expect(again).toEqual([[], []])
    expect(await everything()).toEqual(before)
  })

  it('given content that fails, when seeded, then that client is not there at all and a later try makes it', async () => {
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
