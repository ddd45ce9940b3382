/** Features, languages and mails under /admin/settings: what they change, for whom, and what is refused. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ClientInfo, PublicInfo } from '#contract/client-info/client-info.ts'
import type { ClientSettings } from '#contract/client-info/settings-endpoints.ts'
import type { Features } from '#server/app.ts'
import { withIdentity } from '#server/core/mail/identity.ts'
import type { StoredMessage } from '#server/core/mail/delivery.ts'
import { featuresAsUser } from '#tests/support/as-user.ts'
import { addClients } from '#tests/support/server/clients.ts'
import { addPerson } from '#tests/support/server/people.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server.ts'

const aMessage = {
  clientId: 7,
  id: 1,
  channel: 'email',
  recipient: 'lea@kite.test',
  language: 'en',
  subject: 'Hello',
  text: 'Hello',
  html: null,
} as const

let server: TestServer
let features: Features
let admin: number
let superadmin: number
let student: number

beforeAll(async () => {
  server = await startTestServer({ features: (core) => (features = featuresAsUser(core)) })
  await addClients(server.db)
  admin = await addPerson(server.db, { clientId: 7, name: 'Asha', role: 'admin' })
  superadmin = await addPerson(server.db, { clientId: 7, name: 'Sam', role: 'superadmin' })
  student = await addPerson(server.db, { clientId: 7, name: 'Lea' })
})
afterAll(() => server.close())

const call = async (as: number, method: 'GET' | 'PUT' | 'POST', path: string, payload?: object) => {
  const response = await server.app.inject({
    method,
    url: path.startsWith('/admin') ? `/api/clients/7${path}` : path,
    headers: { authorization: `Bearer ${as}` },
    ...(payload && { payload }),
  })
  return { status: response.statusCode, body: response.json<Record<string, unknown>>() }
}
const read = async () => (await call(admin, 'GET', '/admin/settings/')).body as unknown as ClientSettings
const forum = async () => (await read()).features.find(({ slug }) => slug === 'community_forum')
const put = async (as: number, isOn: boolean, isAllowed = true) =>
  call(as, 'PUT', '/admin/settings/features/', {
    version: (await read()).version,
    slug: 'community_forum',
    is_on: isOn,
    is_allowed: isAllowed,
  })
const threads = async () => (await call(student, 'GET', '/community-forum/api/clients/7/threads/')).status
const shown = async () =>
  ((await call(student, 'GET', '/api/clients/7/client-info/')).body as unknown as ClientInfo).features.map(
    ({ slug }) => slug,
  )
const publicInfo = async () => (await server.app.inject('/api/clients/7/public-info/')).json<PublicInfo>()

describe('features', () => {
  it('are gone for everybody once switched off, and back once switched on', async () => {
    expect([await threads(), (await shown()).includes('community_forum')]).toEqual([200, true])
    expect((await put(admin, false)).status).toBe(200)
    expect([await threads(), (await shown()).includes('community_forum')]).toEqual([404, false])
    expect((await put(admin, true)).status).toBe(200)
    expect([await threads(), (await shown()).includes('community_forum')]).toEqual([200, true])
  })

  it('stay off for admins while a superadmin forbids them', async () => {
    expect((await put(admin, false, false)).status, 'an admin forbids nothing').toBe(403)
    expect((await put(superadmin, true, false)).status, 'on and forbidden').toBe(422)
    expect((await put(superadmin, false, false)).status).toBe(200)
    expect(await forum()).toMatchObject({ is_on: false, is_allowed: false })
    expect((await put(admin, true, true)).status).toBe(403)
    expect(await threads()).toBe(404)
    expect((await put(superadmin, false, true)).status).toBe(200)
    expect((await put(admin, true, true)).status).toBe(200)
    expect(await threads()).toBe(200)
  })

  it('are not switched by somebody who has not seen the newest settings', async () => {
    const { version } = await read()
    await put(admin, false)
    const stale = { version, slug: 'course', is_on: false, is_allowed: true }
    expect((await call(admin, 'PUT', '/admin/settings/features/', stale)).status).toBe(409)
    expect(await shown()).toContain('course')
    await put(admin, true)
  })

  it('keep the dashboards: they are no switch', async () => {
    const body = { version: (await read()).version, slug: 'dashboard', is_on: false, is_allowed: true }
    expect((await call(admin, 'PUT', '/admin/settings/features/', body)).status).toBe(422)
  })

  it('are recorded with who switched them', async () => {
    const events = await server.db.database.withTenant(7, (db) =>
      db
        .selectFrom('audit_event')
        .select(['action', 'actor_id', 'detail'])
        .where('client_id', '=', 7)
        .execute(),
    )
    const detail = { feature: 'community_forum' }
    expect(events).toContainEqual({ action: 'clients.feature_off', actor_id: admin, detail })
    expect(events).toContainEqual({ action: 'clients.feature_forbidden', actor_id: superadmin, detail })
  })
})

describe('languages', () => {
  it('are offered as they are set, the first one as the default', async () => {
    const { version } = await read()
    const body = { version, languages: ['hi', 'en', 'hi'], detect_browser_language: false }
    expect((await call(admin, 'PUT', '/admin/settings/languages/', body)).status).toBe(200)
    expect(await publicInfo()).toMatchObject({ languages: ['hi', 'en'], detect_browser_language: false })
    const page = await server.app.inject({ url: '/manifest.webmanifest?client=7' })
    expect(page.json<{ lang: string }>().lang).toBe('hi')
    expect((await call(admin, 'PUT', '/admin/settings/languages/', body)).status, 'older version').toBe(409)
  })

  it.each([[[]], [['fr']]])('refuse %j', async (languages) => {
    const { version } = await read()
    const body = { version, languages, detect_browser_language: true }
    expect((await call(admin, 'PUT', '/admin/settings/languages/', body)).status).toBe(422)
    expect((await publicInfo()).languages).toEqual(['hi', 'en'])
  })
})

describe('mails', () => {
  const set = async (mail: object) =>
    call(admin, 'PUT', '/admin/settings/mail/', {
      version: (await read()).version,
      sender: null,
      reply_to: null,
      support_email: null,
      ...mail,
    })

  it('come with the saved name and address, and a test mail tells both to the caller', async () => {
    const mail = { sender: 'Kite, office', reply_to: 'office@kite.test', support_email: 'help@kite.test' }
    expect((await set(mail)).body).toMatchObject({ mail })
    expect((await publicInfo()).support_email).toBe('help@kite.test')
    expect(await features.clients.mailIdentity(7)).toEqual({
      senderName: 'Kite, office',
      replyTo: 'office@kite.test',
    })
    const sent: StoredMessage[] = []
    const deliver = withIdentity(async (message) => void sent.push(message), features.clients.mailIdentity)
    await deliver({ ...aMessage, senderName: 'Kitewing Academy' })
    expect(sent).toMatchObject([{ senderName: 'Kite, office', replyTo: 'office@kite.test' }])

    expect((await call(admin, 'POST', '/admin/settings/mail/test/')).status).toBe(200)
    const [row] = await server.db.database.withTenant(7, (db) =>
      db.selectFrom('outbox_message').select(['subject', 'body_text']).where('client_id', '=', 7).execute(),
    )
    expect(row?.subject).toBe('Test mail from Kite, office')
    expect(row?.body_text).toContain('office@kite.test')
  })

  it.each(['office', 'a@b.test, c@d.test', 'a@b.test\r\nBcc: c@d.test'])(
    'refuse %j as an address',
    async (address) => {
      const { status, body } = await set({ reply_to: address })
      expect(status).toBe(422)
      expect(body['fields']).toHaveProperty('reply_to')
    },
  )
})

describe('rules for accounts', () => {
  const set = async (rules: object) =>
    call(admin, 'PUT', '/admin/settings/accounts/', { version: (await read()).version, ...rules })

  it('hold for sign-up at once, on the page and on the server', async () => {
    const { body } = await set({ password_min: 20, phone_required: true })
    expect(body['accounts']).toEqual({ password_min: 20, phone_required: true, staff_second_step: false })
    expect(await publicInfo()).toMatchObject({ password_min: 20, phone_required: true })
  })

  it.each([7, 65, 12.5, -1])('refuse a shortest password of %s', async (length) => {
    expect((await set({ password_min: length, phone_required: false })).status).toBe(422)
  })

  it('take 8 and 64, and tell on record what they were', async () => {
    for (const length of [8, 64])
      expect((await set({ password_min: length, phone_required: false })).status).toBe(200)
    const events = await server.db.database.withTenant(7, (db) =>
      db
        .selectFrom('audit_event')
        .select('detail')
        .where('client_id', '=', 7)
        .where('action', '=', 'clients.account_rules_changed')
        .execute(),
    )
    expect(events.map(({ detail }) => detail)).toContainEqual({ from: 8, to: 64, phone_required: false })
  })
})
