/** Own domains: what proves them, whom they lead to, and what is refused. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ClientDomains } from '#contract/client-info/domains.ts'
import type { Features } from '#server/app.ts'
import { demoTenants } from '#server/demo/tenants.ts'
import { siteOf } from '#server/core/mail/site.ts'
import { OutgoingError, type OutgoingResponse } from '#server/core/security/outgoing.ts'
import { clientsFeature, insertClient } from '#server/features/client-info/index.ts'
import { featuresAsUser } from '#tests/support/as-user.ts'
import { addPerson } from '#tests/support/server/people.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server.ts'

const HOST = 'learn.example.org'
const storage = { store: async () => '', read: async () => null, drop: async () => undefined }

let server: TestServer
let features: Features
/** Of the DNS; undefined: it does not answer. */
let records: Record<string, string[]> | undefined
let page: () => Promise<OutgoingResponse>
const admins: Record<number, number> = {}

beforeAll(async () => {
  server = await startTestServer({
    env: {
      DEMO: 'false',
      PUBLIC_URL: 'https://platform.example.com',
      PACKAGES_URL: 'https://*.packages.example.com',
    },
    features: (core) =>
      (features = {
        ...featuresAsUser(core),
        clients: clientsFeature(core, {
          storage,
          records: {
            txt: (name) =>
              records ? Promise.resolve(records[name] ?? []) : Promise.reject(new Error('no answer')),
          },
          outgoing: { send: () => page(), check: () => Promise.resolve() },
        }),
      }),
  })
  for (const tenant of demoTenants.slice(0, 2)) {
    const { clientId } = tenant
    await server.db.database.withTenant(clientId, (db) => insertClient(db, { ...tenant, hosts: [] }))
    admins[clientId] = await addPerson(server.db, { clientId, name: 'Asha', role: 'admin' })
  }
})
afterAll(() => server.close())
beforeEach(async () => {
  records = {}
  page = () => Promise.reject(new OutgoingError('unknown-host'))
  await server.db.asSuperuser('delete from client_host')
  await server.db.asSuperuser('delete from client_domain')
  for (const clientId of [7, 8])
    await server.db.database.withTenant(clientId, (db) =>
      server.core.changes.announce(db, { kind: 'client', clientId }),
    )
})

interface Answer extends ClientDomains {
  failure?: string | null
  state?: ClientDomains
  fields?: Record<string, { code: string }[]>
}
const call = async (
  clientId: number,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path = '',
  payload?: object,
) => {
  const response = await server.app.inject({
    method,
    url: `/api/clients/${clientId}/admin/settings/domains/${path}`,
    headers: { authorization: `Bearer ${admins[clientId]}` },
    ...(payload && { payload }),
  })
  return { status: response.statusCode, body: response.json<Answer>() }
}
const add = async (clientId: number, host = HOST) => {
  const { body } = await call(clientId, 'POST', '', { host })
  const found = body.domains.find((each) => each.host === host)
  if (!found) throw new Error(`${host} was not added`)
  return found
}
const check = (clientId: number, id: number) => call(clientId, 'POST', `${id}/check/`)
const clientAt = async (host: string) => (await features.clients.findTenantByHost(host))?.clientId ?? null
const prove = async (clientId: number, host = HOST) => {
  const domain = await add(clientId, host)
  records = { [domain.record_name]: ['something else', domain.record_value] }
  expect((await check(clientId, domain.id)).body.failure).toBeNull()
  return domain
}
const linkOf = (clientId: number) =>
  server.db.database.withTenant(clientId, async (db) =>
    (await siteOf(db, server.config, clientId)).urlOf('/x'),
  )

describe('an own domain', () => {
  it('leads nowhere until its record proves it, and to the client from then on', async () => {
    const domain = await add(7)
    expect(domain).toMatchObject({ record_name: `_learning-site.${HOST}`, verified_at: null, is_main: false })
    expect(await clientAt(HOST)).toBeNull()
    expect((await check(7, domain.id)).body.failure).toBe('no_record')
    records = { [domain.record_name]: ['learning-site-verification=0000'] }
    expect((await check(7, domain.id)).body.failure).toBe('other_record')
    records = undefined
    expect((await check(7, domain.id)).body.failure).toBe('no_answer')
    expect(await clientAt(HOST)).toBeNull()

    records = { [domain.record_name]: [domain.record_value] }
    const { body } = await check(7, domain.id)
    expect(body).toMatchObject({ failure: null, state: { target: 'platform.example.com' } })
    expect(body.state?.domains[0]?.verified_at).not.toBeNull()
    expect(await clientAt(`${HOST}:443`)).toBe(7)
    expect((await check(7, domain.id)).body.failure, 'a repeat').toBeNull()
  })

  it("is not proved by another client's record", async () => {
    const [mine, theirs] = [await add(7), await add(8)]
    expect(mine.record_value).not.toBe(theirs.record_value)
    records = { [mine.record_name]: [mine.record_value] }
    expect((await check(8, theirs.id)).body.failure).toBe('other_record')
    expect(await clientAt(HOST)).toBeNull()
  })

  it('belongs to whoever proves it first: others are told, and nothing changes', async () => {
    const theirs = await add(8)
    const mine = await prove(7)
    expect((await call(8, 'POST', '', { host: HOST })).body.fields?.['host']?.[0]?.code).toBe('taken')
    records = { [mine.record_name]: [theirs.record_value] }
    const { body } = await check(8, theirs.id)
    expect(body).toMatchObject({ failure: 'taken', state: { domains: [{ verified_at: null }] } })
    expect(await clientAt(HOST)).toBe(7)
  })

  it('is never a name of the installation itself, nor of a network', async () => {
    const codeOf = async (host: string) =>
      (await call(7, 'POST', '', { host })).body.fields?.['host']?.[0]?.code
    expect(await codeOf('platform.example.com')).toBe('taken')
    expect(await codeOf('a.packages.example.com')).toBe('taken')
    for (const host of ['localhost', '10.0.0.1', 'db.internal']) expect(await codeOf(host)).toBe('invalid')
    expect((await call(7, 'GET')).body.domains).toEqual([])
  })

  it('is in links once the pages of the client open there, and no more when it is removed', async () => {
    const { id } = await prove(7)
    expect(await linkOf(7), 'proved, but nothing may lead there yet').toBe('https://platform.example.com/x')
    const use = async () => (await call(7, 'PUT', `${id}/main/`)).body
    expect((await use()).failure).toBe('unknown_host')
    page = () => Promise.resolve({ status: 200, body: '<html>somebody else</html>' })
    expect((await use()).failure).toBe('elsewhere')
    page = () => Promise.resolve({ status: 200, body: '{"client_id": 8}' })
    expect((await use()).failure).toBe('elsewhere')
    expect(await linkOf(7)).toBe('https://platform.example.com/x')

    page = () => Promise.resolve({ status: 200, body: '{"client_id": 7, "demo": false}' })
    expect(await use()).toMatchObject({ failure: null, state: { domains: [{ is_main: true }] } })
    expect(await linkOf(7)).toBe(`https://${HOST}/x`)
    expect((await call(7, 'DELETE', `${id}/`)).body.domains).toEqual([])
    expect(await clientAt(HOST)).toBeNull()
    expect(await linkOf(7)).toBe('https://platform.example.com/x')
  })

  it('leaves domains of the operator alone: links go back to them', async () => {
    await server.db.asSuperuser(`insert into client_host (client_id, host) values (7, 'kite.example.net')`)
    const { id } = await prove(7)
    page = () => Promise.resolve({ status: 200, body: '{"client_id": 7}' })
    const used = await call(7, 'PUT', `${id}/main/`)
    expect(used.body.state?.fixed).toEqual([{ host: 'kite.example.net', is_main: false }])
    expect(await linkOf(7)).toBe(`https://${HOST}/x`)
    const { body } = await call(7, 'DELETE', `${id}/`)
    expect(body.fixed).toEqual([{ host: 'kite.example.net', is_main: true }])
    expect(await linkOf(7)).toBe('https://kite.example.net/x')
  })

  it('cannot be used in links before it is proved, nor touched by another client', async () => {
    const { id } = await add(7)
    expect((await call(7, 'PUT', `${id}/main/`)).status).toBe(409)
    for (const path of [`${id}/check/`, `${id}/main/`])
      expect((await call(8, path.includes('check') ? 'POST' : 'PUT', path)).status).toBe(404)
    expect((await call(8, 'DELETE', `${id}/`)).status).toBe(404)
  })

  it('is one of at most ten', async () => {
    for (let index = 0; index < 10; index += 1) await add(7, `a${index}.example.org`)
    expect((await call(7, 'POST', '', { host: 'a10.example.org' })).status).toBe(409)
    expect((await call(7, 'POST', '', { host: 'a3.example.org' })).status, 'there already').toBe(201)
  })
})
