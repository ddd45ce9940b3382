/** Tries of text messages and of the storage: what admins are told. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoTenants } from '#server/demo/tenants.ts'
import type { Deliver, StoredMessage } from '#server/core/mail/delivery.ts'
import { SmsRefused } from '#server/core/mail/sms.ts'
import { clientsFeature, insertClient, type ClientTools } from '#server/features/client-info/index.ts'
import { featuresAsUser } from '#tests/support/as-user.ts'
import { addPerson } from '#tests/support/server/people.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server.ts'

let server: TestServer
let admin: number
let sms: Deliver
const sent: StoredMessage[] = []
const files = new Map<string, Buffer>()
const whole: ClientTools['storage'] = {
  store: async (_clientId, content) => {
    files.set('/f', content)
    return '/f'
  },
  read: async (_clientId, url) => files.get(url) ?? null,
  drop: async (_clientId, url) => void files.delete(url),
}
let storage = whole

beforeAll(async () => {
  server = await startTestServer({
    features: (core) => ({
      ...featuresAsUser(core),
      clients: clientsFeature(core, {
        sms: (message) => sms(message),
        storage: {
          store: (...of) => storage.store(...of),
          read: (...of) => storage.read(...of),
          drop: (...of) => storage.drop(...of),
        },
      }),
    }),
  })
  for (const tenant of demoTenants.slice(0, 1))
    await server.db.database.withTenant(tenant.clientId, (db) => insertClient(db, tenant))
  admin = await addPerson(server.db, { clientId: 7, name: 'Asha', role: 'admin' })
})
afterAll(() => server.close())

const call = async (path: string, payload?: object, of = server) => {
  const response = await of.app.inject({
    method: path === '' ? 'GET' : 'POST',
    url: `/api/clients/7/admin/settings/services/${path}`,
    headers: { authorization: `Bearer ${admin}` },
    ...(payload && { payload }),
  })
  return { status: response.statusCode, body: response.json<Record<string, unknown>>() }
}
const text = async () => (await call('sms/test/', { phone_number: '+91 98765 43210' })).body

describe('text messages', () => {
  it('are sent at once, and the answer of the gateway is told', async () => {
    sms = async (message) => void sent.push(message)
    expect(await text()).toEqual({ failure: null, status: null })
    expect(sent).toMatchObject([{ recipient: '+91 98765 43210', text: expect.stringContaining('Kitewing') }])
    sms = () => Promise.reject(new SmsRefused(401))
    expect(await text()).toEqual({ failure: 'refused', status: 401 })
    sms = () => Promise.reject(new Error('timeout'))
    expect(await text()).toEqual({ failure: 'no_answer', status: null })
  })

  it('go to a phone number only', async () => {
    for (const number of ['', 'abc', '+()()()()', '12'])
      expect((await call('sms/test/', { phone_number: number })).status, number).toBe(422)
  })
})

describe('the storage', () => {
  it('takes a file, gives it back and removes it', async () => {
    expect((await call('storage/test/')).body).toMatchObject({ failure: null })
    expect(files.size).toBe(0)
  })

  it.each([
    ['write', { store: () => Promise.reject(new Error('full')) }],
    ['read', { read: () => Promise.reject(new Error('gone')) }],
    ['other_content', { read: async () => Buffer.from('changed') }],
    ['remove', { drop: () => Promise.reject(new Error('denied')) }],
  ])('says that it fails at: %s', async (failure, part) => {
    storage = { ...whole, ...part }
    expect((await call('storage/test/')).body).toMatchObject({ failure })
    storage = whole
  })
})

it('are as the installation has them: without a gateway nobody gets a text message', async () => {
  const other = await startTestServer({ features: featuresAsUser, database: server.db })
  expect((await call('', undefined, other)).body).toEqual({
    sms: { is_set_up: false, from: null },
    storage: { kind: 'folder' },
  })
  expect((await call('sms/test/', { phone_number: '+919876543210' }, other)).body).toEqual({
    failure: 'not_set_up',
    status: null,
  })
  expect((await call('storage/test/', undefined, other)).body, 'the real folder').toMatchObject({
    failure: null,
  })
})
