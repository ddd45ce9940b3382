import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { siteOf } from '#server/core/mail/site.ts'
import { addClient } from '#tests/support/server/people.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  for (const id of [71, 72, 73]) await addClient(server.db, { id })
  await server.db.asSuperuser(
    `insert into client_host (client_id, host) values (71, 'learn.example.test'), (71, 'a.example.test'), (72, 'ufuq.test')`,
  )
})
afterAll(() => server.close())

const linkOf = (clientId: number, config: { publicUrl: string | null; demo: boolean }) =>
  server.core.db.withTenant(clientId, async (db) => (await siteOf(db, config, clientId)).urlOf('/courses/4'))

describe('links in mails', () => {
  it.each([
    ['one of its hosts is the installation’s', 71, 'https://learn.example.test:8443/courses/4'],
    ['it has another host', 72, 'https://ufuq.test:8443/courses/4'],
    ['it has none', 73, 'https://learn.example.test:8443/courses/4'],
  ])("lead to the client's own host if %s", async (_what, id, link) => {
    expect(await linkOf(id, { publicUrl: 'https://learn.example.test:8443', demo: false })).toBe(link)
  })

  it('contain the client in demo mode, and are absent without a public address', async () => {
    const publicUrl = 'https://demo.example.test'
    expect(await linkOf(72, { publicUrl, demo: true })).toBe('https://demo.example.test/courses/4?client=72')
    expect(await linkOf(72, { publicUrl: null, demo: false })).toBeNull()
  })
})
