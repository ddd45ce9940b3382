/** The file of everybody that the filters of the people's list match. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { featuresAsUser } from '#tests/support/as-user.ts'
import { createTestClock } from '#tests/support/clock.ts'
import { TURN_MAX_MS, usualTurnMs } from '#tests/support/server/loop-delay.ts'
import { addClient, addPerson } from '#tests/support/server/people.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server.ts'

const PEOPLE = 12_500
const clock = createTestClock(new Date('2026-11-20T10:00:00Z'))
let server: TestServer
let admin: number

const addressOf = async (query = '') => {
  const { statusCode, body } = await server.app.inject({
    url: `/api/clients/7/admin/students/export/?${query}`,
    headers: { authorization: `Bearer ${admin}` },
  })
  expect(statusCode).toBe(200)
  return JSON.parse(body) as { url: string; name: string; rows: number }
}
const fileOf = async (query = '') => {
  const { url } = await addressOf(query)
  const [head = '', ...lines] = (await server.app.inject({ url })).body.trimEnd().split('\r\n')
  return { head, lines, names: lines.map((line) => line.split(',')[0]) }
}

beforeAll(async () => {
  server = await startTestServer({ clock, features: featuresAsUser })
  await addClient(server.db, { id: 7 })
  await addClient(server.db, { id: 8 })
  admin = await addPerson(server.db, { clientId: 7, name: 'Ada Admin', role: 'admin' })
  await addPerson(server.db, { clientId: 8, name: 'Foreign Fay' })
  // Five people share each name, and a hundred the moment of joining, microseconds included.
  await server.db.asSuperuser(
    `insert into app_user (client_id, email, email_key, username, username_key, full_name, role, time_zone, created_at,
       email_verified_at)
     select 7, 'p' || i || '@x.test', 'p' || i || '@x.test', 'p' || i, 'p' || i, 'Person ' || (i / 5), 'student', 'UTC',
       timestamptz '2026-01-01' + (i / 100) * interval '1.000001 hours', now()
     from generate_series(1, $1) i`,
    [PEOPLE],
  )
  await server.db.asSuperuser('analyze app_user')
}, 60_000)
afterAll(() => server.close())

describe('the file of people', () => {
  it.each(['name', 'newest', 'oldest'])('holds everybody once, by %s', async (sort) => {
    const { head, lines } = await fileOf(`sort=${sort}`)
    expect(head).toMatch(/^\u{feff}Name,Email,Role,/u)
    expect([lines.length, new Set(lines).size]).toEqual([PEOPLE, PEOPLE])
  })

  it('has the order of the list', async () => {
    const joined = (await fileOf('sort=newest')).lines.map((line) => line.split(',')[4] ?? '')
    expect(joined).toEqual(joined.toSorted().toReversed())
    expect((await fileOf('sort=name')).names.slice(0, 5)).toEqual([
      ...Array<string>(4).fill('Person 0'),
      'Person 1',
    ])
  })

  it('holds only whom the filters match, and says how many in the record', async () => {
    expect((await fileOf('search=p77%40x.test')).names).toEqual(['Person 15'])
    expect((await addressOf('role=admin')).rows).toBe(1)
    const [event] = await server.db.asSuperuser<{ detail: unknown }>(
      "select detail from audit_event where action = 'students.export' order by id desc limit 1",
    )
    expect(event?.detail).toEqual({ rows: 1 })
  })

  it('holds the event loop for less than 50 ms at a time', async () => {
    const { url } = await addressOf()
    const turn = await usualTurnMs(async () => {
      expect((await server.app.inject({ url })).statusCode).toBe(200)
    })
    expect(turn).toBeLessThan(TURN_MAX_MS)
  })

  it('is refused with a changed or expired address', async () => {
    const { url } = await addressOf()
    const status = async (path: string) => (await server.app.inject({ url: path })).statusCode
    expect(await status(url.replace(/ask=.{8}/, 'ask=AAAAAAAA'))).toBe(404)
    expect(await status(url.replace('/files/7/', '/files/8/'))).toBe(404)
    expect(await status(url.replace('/students/', '/dashboard/'))).toBe(404)
    clock.advance(5 * 60_000)
    expect(await status(url)).toBe(404)
  })
})
