import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoTenants } from '#server/demo/tenants.ts'
import { insertClient } from '#server/features/client-info/index.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server.ts'

let demo: TestServer
let production: TestServer

const add = (text: string, clientId: number, to = 'student@demo.test') =>
  demo.core.db.withTenant(clientId, (db) =>
    demo.core.outbox.add(db, {
      to,
      channel: 'email',
      language: 'en',
      subject: 'A & <b>B</b>',
      text,
      html: null,
    }),
  )

beforeAll(async () => {
  ;[demo, production] = await Promise.all([startTestServer(), startTestServer({ env: { DEMO: 'false' } })])
  for (const tenant of demoTenants)
    await demo.core.db.withTenant(tenant.clientId, (db) => insertClient(db, tenant))
  await add('first', 7)
  demo.clock.advance(1000)
  await add('<script>second</script>', 8)
  demo.clock.advance(1000)
  await add('for another', 7, 'other@demo.test')
})
afterAll(() => Promise.all([demo.close(), production.close()]))

describe('/dev/outbox/', () => {
  it('returns the messages of all clients to an address as JSON, newest first', async () => {
    const answer = await demo.app.inject('/dev/outbox/?to=student@demo.test')
    expect(answer.headers['content-type']).toContain('application/json')
    const entries = answer.json<Record<string, unknown>[]>()
    expect(entries.map((entry) => entry['text'])).toEqual(['<script>second</script>', 'first'])
    expect(Object.keys(entries[0] ?? {}).toSorted()).toEqual(
      ['channel', 'created_at', 'html', 'subject', 'text', 'to'].toSorted(),
    )
  })

  it('lists all messages without an address', async () => {
    expect((await demo.app.inject('/dev/outbox/')).json()).toHaveLength(3)
  })

  it('escapes texts for browsers and loads its only style sheet', async () => {
    const page = await demo.app.inject({
      url: '/dev/outbox/?to=student@demo.test',
      headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
    })
    expect(page.headers['content-type']).toContain('text/html')
    expect(page.body).not.toContain('<script')
    expect(page.body).toContain('&#60;script&#62;second')
    expect(page.headers['content-security-policy']).toContain("style-src 'self'")
    const style = /href="([^"]+\.css)"/.exec(page.body)?.[1] ?? ''
    const sheet = await demo.app.inject(style)
    expect([sheet.statusCode, sheet.headers['content-type']]).toEqual([200, 'text/css; charset=utf-8'])
  })

  it.each(['/dev/outbox/', '/dev/outbox/?to=student@demo.test', '/dev/outbox/style.css'])(
    'answers 404 in JSON for %s outside demo mode',
    async (url) => {
      const answer = await production.app.inject({ url, headers: { accept: 'text/html' } })
      expect(answer.statusCode).toBe(404)
      expect(answer.json()).toMatchObject({ code: 'not_found' })
    },
  )
})
