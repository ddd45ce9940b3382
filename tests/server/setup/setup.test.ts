import { afterEach, describe, expect, it } from 'vitest'
import { seedDemo } from '#server/demo/seed.ts'
import { createFeatures } from '#server/app.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/server/database.ts'
import { createTestDist } from '#tests/support/server/dist.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server.ts'

const PASSWORD = 'seven tall lighthouses'
const FORM = {
  organisation: 'Northlight Academy',
  full_name: 'Meera Nair',
  email: 'meera@example.org',
  password: PASSWORD,
}

const servers: TestServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})
const start = async (env: Record<string, string> = {}, database?: TestDatabase) => {
  const server = await startTestServer({ env: { DEMO: 'false', ...env }, ...(database ? { database } : {}) })
  servers.push(server)
  return server
}
const linkOf = (server: TestServer) => createFeatures(server.core).setup.link('http://127.0.0.1:4100')
/** Path and query of the printed link. */
const pathOf = async (server: TestServer) => {
  const link = await linkOf(server)
  if (link === null) throw new Error('no link')
  return link.replace('http://127.0.0.1:4100', '')
}
const keyOf = async (server: TestServer) =>
  new URL((await linkOf(server)) ?? '').searchParams.get('key') ?? ''
const submit = (server: TestServer, form: Record<string, string>) =>
  server.app.inject({
    method: 'POST',
    url: '/setup/',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
  })
const login = (server: TestServer, email: string) =>
  server.app.inject({
    method: 'POST',
    url: '/accounts/clients/7/user/login/',
    payload: { email, password: PASSWORD },
  })

describe('the first administrator', () => {
  it('is asked for on every page until the link was used', async () => {
    const dist = await createTestDist()
    const server = await startTestServer({ env: { DEMO: 'false' }, dist: dist.folder })
    servers.push(server)
    await dist.remove()
    const visit = (language: string) =>
      server.app.inject({ url: '/', headers: { accept: 'text/html', 'accept-language': language } })
    const page = await visit('en')
    expect([page.statusCode, page.headers['cache-control']]).toEqual([503, 'no-store'])
    expect(page.body).toContain('This platform isn’t set up yet')
    expect(page.body).not.toContain(await keyOf(server))
    expect((await visit('ar')).body).toContain('dir="rtl"')

    await submit(server, { ...FORM, key: await keyOf(server) })
    expect((await visit('en')).statusCode).toBe(200)
  })

  it('is made by the link of the first start, which works once', async () => {
    const server = await start()
    const key = await keyOf(server)
    const page = await server.app.inject(await pathOf(server))
    expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(page.headers['referrer-policy']).toBe('no-referrer')
    expect(page.body).toContain('Create the first administrator')

    expect((await submit(server, { ...FORM, key })).statusCode).toBe(200)
    const session = await login(server, FORM.email)
    // A new organisation asks its staff for a second step: its first administrator sets one up at sign-in.
    expect(session.json()).toMatchObject({ second_step: { kind: 'set_up' } })
    const people = await server.db.asSuperuser('select role from app_user where email_key = $1', [FORM.email])
    expect([session.statusCode, people]).toEqual([200, [{ role: 'superadmin' }]])
    const client = await server.app.inject('/api/clients/7/public-info/')
    expect(client.json()).toMatchObject({ name: FORM.organisation, is_active: true })
    expect(
      await server.db.asSuperuser('select action from audit_event where action = $1', [
        'setup.first_administrator',
      ]),
    ).toHaveLength(1)

    expect(await linkOf(server)).toBeNull()
    expect((await submit(server, { ...FORM, key, email: 'second@example.org' })).statusCode).toBe(404)
    expect((await server.app.inject(`/setup/?key=${key}`)).statusCode).toBe(404)
    expect(await server.db.asSuperuser('select 1 from app_user')).toHaveLength(1)
  })

  it('stays the only one when the link is used twice at once', async () => {
    const server = await start()
    const key = await keyOf(server)
    const statuses = await Promise.all(
      [1, 2, 3, 4].map(
        async (n) => (await submit(server, { ...FORM, key, email: `p${n}@example.org` })).statusCode,
      ),
    )
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 404, 404, 404])
    expect(await server.db.asSuperuser('select 1 from app_user')).toHaveLength(1)
  })

  it.each(['', 'x', 'A'.repeat(43), 'é'.repeat(43)])('is not made with the key %j', async (key) => {
    const server = await start()
    expect((await server.app.inject(`/setup/?key=${encodeURIComponent(key)}`)).statusCode).toBe(404)
    expect((await submit(server, { ...FORM, key })).statusCode).toBe(404)
    expect(await server.db.asSuperuser('select 1 from client')).toEqual([])
  })

  it.each([
    ['organisation', '  '],
    ['full_name', ''],
    ['email', 'no-address'],
    ['password', 'short one'],
    ['password', 'Password12345678'],
    ['password', 'meera walks on walls'],
  ])('shows what is wrong with %s = %j and keeps what was typed', async (field, value) => {
    const server = await start()
    const form: Record<string, string> = { ...FORM, key: await keyOf(server), [field]: value }
    const answer = await submit(server, form)
    expect(answer.statusCode).toBe(422)
    expect(answer.body).toMatch(new RegExp(`name="${field}"[^>]*aria-invalid="true"`))
    const kept = field === 'full_name' ? FORM.organisation : FORM.full_name
    expect(answer.body).toContain(`value="${kept}"`)
    expect(answer.body).not.toContain(form['password'])
    expect(await server.db.asSuperuser('select 1 from app_user')).toEqual([])
  })

  it.each([
    ['hi-IN,hi;q=0.9', 'hi', 'ltr', 'पहला व्यवस्थापक बनाएँ'],
    ['ar', 'ar', 'rtl', 'أنشئ حساب المسؤول الأول'],
    ['de', 'en', 'ltr', 'Create the first administrator'],
  ])('reads in the language of the browser: %s', async (header, lang, dir, title) => {
    const server = await start()
    const page = await server.app.inject({
      url: await pathOf(server),
      headers: { 'accept-language': header },
    })
    expect(page.body).toContain(`<html lang="${lang}" dir="${dir}">`)
    expect(page.body).toContain(title)
  })

  it('has the same link after a restart and in every process', async () => {
    const database = await createTestDatabase()
    const masterKey = Buffer.alloc(32, 7).toString('base64')
    const one = await startTestServer({ env: { DEMO: 'false', MASTER_KEY: masterKey }, database })
    const other = await start({ MASTER_KEY: masterKey }, database)
    expect(await linkOf(one)).toBe(await linkOf(other))
    await one.app.close()
    await one.core.changes.stop()
  })

  it('gets no link in a demo, and one in a former demo, whose accounts do not count', async () => {
    const database = await createTestDatabase()
    const demo = await startTestServer({ database })
    await seedDemo(demo.core, async () => undefined)
    expect(await linkOf(demo)).toBeNull()
    expect((await demo.app.inject('/setup/?key=x')).statusCode).toBe(404)
    const real = await start({ DATA_DIR: demo.config.dataDir }, database)
    const page = await real.app.inject(await pathOf(real))
    expect(page.body).not.toContain('name="organisation"')
    const key = await keyOf(real)
    const { organisation: _none, ...person } = FORM
    expect((await submit(real, { ...person, key })).statusCode).toBe(200)
    expect((await login(real, FORM.email)).json().role).toBe('superadmin')
    await database.asSuperuser(`update app_user set role = 'student' where email_key = $1`, [FORM.email])
    expect(await linkOf(real)).toBeNull()
    await demo.app.close()
    await demo.core.changes.stop()
  })

  it('gets no link when a client was made with the command', async () => {
    const server = await start()
    await server.db.asSuperuser(
      `insert into client (client_id, name, short_name, slug) values (3, 'Kite', 'Kite', 'kite')`,
    )
    expect(await linkOf(server)).toBeNull()
  })
})
