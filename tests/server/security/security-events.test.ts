/** The audit log as admins read, export and verify it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ChainReport, SecurityEvent } from '#contract/security/security-events.ts'
import type { AuditEntry } from '#server/core/core.ts'
import { featuresAsUser } from '#tests/support/as-user.ts'
import { addClient, addPerson } from '#tests/support/server/people.ts'
import { TURN_MAX_MS, usualTurnMs } from '#tests/support/server/loop-delay.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server.ts'

const OWN = 7
const OTHER = 8
/** A request may hold the event loop this long. */

let server: TestServer
const people = { admin: 0, superadmin: 0, instructor: 0, otherAdmin: 0 }

const record = (clientId: number, entry: Partial<AuditEntry> & { action: string }) =>
  server.core.db.withTenant(clientId, (db) =>
    server.core.audit.record(db, { result: 'ok', actorId: null, ...entry }),
  )

beforeAll(async () => {
  server = await startTestServer({ features: featuresAsUser })
  for (const id of [OWN, OTHER]) await addClient(server.db, { id })
  const person = (clientId: number, name: string, role: 'admin' | 'superadmin' | 'instructor') =>
    addPerson(server.db, { clientId, name, role })
  people.admin = await person(OWN, 'Ada Admin', 'admin')
  people.superadmin = await person(OWN, 'Sue Super', 'superadmin')
  people.instructor = await person(OWN, 'Ina Instructor', 'instructor')
  people.otherAdmin = await person(OTHER, 'Otto Other', 'admin')
  await record(OWN, { action: 'auth.login', actorId: people.admin, ip: '203.0.113.77' })
  await record(OWN, { action: 'auth.login', result: 'failed', object: '=HYPERLINK("http://x")' })
  await record(OWN, {
    action: 'assessments.decide',
    actorId: people.instructor,
    result: 'refused',
    detail: { reason: 'own_attempt' },
  })
  await record(OTHER, { action: 'auth.logout', actorId: people.otherAdmin })
})
afterAll(() => server.close())

const ask = async <T>(user: number, method: 'GET' | 'POST', path = '', body?: object) => {
  const reply = await server.app.inject({
    method,
    url: `/api/clients/${OWN}/admin/security-events/${path}`,
    headers: { authorization: `Bearer ${user}` },
    ...(body && { payload: body }),
  })
  return { status: reply.statusCode, body: reply.json<T>() }
}
interface Page {
  count: number
  results: SecurityEvent[]
  clients: { id: number }[]
}
const list = async (user: number, query = '') => (await ask<Page>(user, 'GET', query)).body
const actions = async (query: string) => (await list(people.admin, query)).results.map(({ action }) => action)
const latest = (action: string, clientId = OWN) =>
  server.db.asSuperuser<{ result: string; actor_id: number; object: string; detail: object }>(
    `select result, actor_id, object, detail from audit_event where client_id = $1 and action = $2
     order by id desc limit 1`,
    [clientId, action],
  )

test('lists the newest first and filters by kind, person, result and day', async () => {
  const { results, count, clients } = await list(people.admin)
  expect([count, clients]).toEqual([3, []])
  expect(results[2]).toMatchObject({
    action: 'auth.login',
    person: { id: people.admin, name: 'Ada Admin' },
    network: '203.0.113.0',
  })
  expect(await actions('?kind=auth')).toEqual(['auth.login', 'auth.login'])
  expect(await actions('?kind=course')).toEqual([])
  expect(await actions('?result=failed')).toEqual(['auth.login'])
  expect(await actions('?search=ina%20inst')).toEqual(['assessments.decide'])
  expect(await actions('?search=%25')).toEqual([])
  expect(await actions('?to=2001-01-01')).toEqual([])
  expect(await actions('?from=2001-01-01&to=2099-01-01&page_size=2&page=2')).toEqual(['auth.login'])
})

test('shows admins their own client, superadmins every client, and tells of the latter', async () => {
  expect((await ask(people.instructor, 'GET')).status).toBe(403)
  for (const [method, path, body] of [
    ['GET', `?of=${OTHER}`],
    ['GET', `export/?of=${OTHER}`],
    ['POST', 'verify/', { of: OTHER }],
  ] as const)
    expect((await ask(people.admin, method, path, body)).status).toBe(404)
  const other = await list(people.superadmin, `?of=${OTHER}`)
  expect(other.results.map(({ action }) => action)).toEqual(['auth.logout'])
  expect(other.clients.map(({ id }) => id)).toEqual([OWN, OTHER])
  expect(await latest('security.readClient')).toMatchObject([
    { actor_id: people.superadmin, object: `client:${OTHER}` },
  ])
  expect((await ask(people.superadmin, 'GET', '?of=12345')).status).toBe(404)
})

test('exports what the filters match, without formulas, and audits it', async () => {
  const { body } = await ask<{ csv: string; rows: number }>(people.admin, 'GET', 'export/?kind=auth')
  expect(body.rows).toBe(2)
  expect(body.csv).toContain(`"'=HYPERLINK(""http://x"")"`)
  expect(body.csv.split('\r\n')).toHaveLength(4)
  expect(body.csv.indexOf('\u{feff}', 1)).toBe(-1)
  expect(await latest('security.export')).toMatchObject([{ actor_id: people.admin, detail: { rows: 2 } }])
})

test('verifies a long chain without holding other requests up, and finds a changed event', async () => {
  await server.core.db.withTenant(OWN, async (db) => {
    for (let index = 0; index < 3000; index += 1)
      await server.core.audit.record(db, {
        action: 'auth.login',
        result: 'failed',
        actorId: null,
        detail: { name: 'x'.repeat(200) },
      })
  })
  const verify = () => ask<ChainReport>(people.admin, 'POST', 'verify/', {})
  for (const call of [verify, () => ask(people.admin, 'GET', 'export/')])
    expect(await usualTurnMs(call)).toBeLessThan(TURN_MAX_MS)
  const sound = await verify()
  expect(sound.body).toMatchObject({ ok: true, fault: null })
  expect(sound.body.checked).toBeGreaterThan(3000)
  expect(await latest('security.verify')).toMatchObject([{ result: 'ok' }])
  await server.db.asSuperuser(`set session_replication_role = replica;
    update audit_event set result = 'ok' where client_id = ${OWN} and action = 'assessments.decide'`)
  const broken = await ask<ChainReport>(people.admin, 'POST', 'verify/', {})
  expect(broken.body.ok).toBe(false)
  expect(broken.body.fault).toMatch(/does not match its link/)
  expect(await latest('security.verify')).toMatchObject([{ result: 'failed' }])
})

test('a person’s events are what they did and what was done to their account', async () => {
  await record(OWN, {
    action: 'auth.role_changed',
    actorId: people.admin,
    object: `user:${people.instructor}`,
  })
  expect(await actions(`?about=${people.instructor}`)).toEqual(['auth.role_changed', 'assessments.decide'])
  expect(await actions(`?about=${people.otherAdmin}`)).toEqual([])
})

test('finds a person as the one who did it and as the one it was done to, by name', async () => {
  const of = await addPerson(server.db, { clientId: OTHER, name: 'Zara Zeal', role: 'student' })
  await record(OTHER, { action: 'auth.role_changed', actorId: people.otherAdmin, object: `user:${of}` })
  const found = await list(people.superadmin, `?of=${OTHER}&search=zeal`)
  expect(found.results.map(({ action, about }) => [action, about])).toEqual([
    ['auth.role_changed', { id: of, name: 'Zara Zeal' }],
  ])
  expect((await list(people.superadmin, `?of=${OTHER}&search=nobody`)).count).toBe(0)
})
