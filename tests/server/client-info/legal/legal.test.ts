/** Terms and privacy notice: what everybody reads, what admins publish, and which version counts. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { legalKinds, legalParts, type LegalState, type LegalText } from '#contract/client-info/legal.ts'
import { languageInfo, languages } from '#contract/languages.ts'
import type { Features } from '#server/app.ts'
import { standardTexts } from '#server/features/client-info/legal/standard-texts.ts'
import { featuresAsUser } from '#tests/support/as-user.ts'
import { addClients } from '#tests/support/server/clients.ts'
import { addPerson } from '#tests/support/server/people.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server.ts'

let server: TestServer
let features: Features
let admin: number
let student: number

beforeAll(async () => {
  server = await startTestServer({ features: (core) => (features = featuresAsUser(core)) })
  await addClients(server.db)
  admin = await addPerson(server.db, { clientId: 7, name: 'Asha', role: 'admin' })
  student = await addPerson(server.db, { clientId: 7, name: 'Lea' })
})
afterAll(() => server.close())

const call = async (as: number, method: 'GET' | 'PUT', path: string, payload?: object) => {
  const response = await server.app.inject({
    method,
    url: `/api/clients/7/admin/settings/legal/${path}`,
    headers: { authorization: `Bearer ${as}` },
    ...(payload && { payload }),
  })
  return { status: response.statusCode, body: response.json<LegalState & { fields?: object }>() }
}
const shown = async (kind: string, language?: string, clientId = 7) =>
  (
    await server.app.inject(
      `/api/clients/${clientId}/legal/${kind}/${language ? `?language=${language}` : ''}`,
    )
  ).json<LegalText>()
const publish = (current: number, texts: object, kind = 'terms') =>
  call(admin, 'PUT', `${kind}/`, { current, texts })

describe('the standard texts', () => {
  it('have the same parts in every language, each in its own script', () => {
    for (const kind of legalKinds) {
      const { length } = legalParts(standardTexts[kind].en.text)
      expect(length).toBeGreaterThan(5)
      for (const language of languages) {
        const script = new RegExp(`\\p{Script=${languageInfo(language).script}}`, 'u')
        const parts = legalParts(standardTexts[kind][language].text)
        expect(parts).toHaveLength(length)
        for (const { heading } of parts) expect(`${heading}`).toMatch(script)
        for (const text of parts.flatMap(({ paragraphs }) => paragraphs)) expect(text).toMatch(script)
      }
    }
  })
})

describe('a legal text', () => {
  it('is our own in the language asked for and in the name of the client, until it writes one', async () => {
    const text = await shown('privacy', 'hi')
    expect(text).toMatchObject({ language: 'hi', version: null, published_at: null })
    expect(text.text).toContain('Kitewing Academy')
    expect(text.text).not.toContain('{{')
    expect((await shown('privacy', undefined, 8)).language, "the client's first language").toBe('ar')
  })

  it('is read by everybody in its newest version, and stays ours for other clients', async () => {
    const { body } = await publish(0, { en: '# Rules of {{name}}\nBe kind.', hi: '' })
    expect(body).toMatchObject({ version: 1, texts: { en: '# Rules of {{name}}\nBe kind.' } })
    expect(body.versions).toMatchObject([{ version: 1, published_by: 'Asha', languages: ['en'] }])
    expect(await shown('terms', 'en')).toMatchObject({
      text: '# Rules of Kitewing Academy\nBe kind.',
      version: 1,
      published_at: server.clock.now().toISOString(),
    })
    // A text of ours beside one of theirs would contradict it.
    expect(await shown('terms', 'hi')).toMatchObject({ language: 'en', version: 1 })
    expect((await shown('terms', 'en', 8)).version).toBeNull()
    expect((await shown('privacy', 'en')).version).toBeNull()
  })

  it('gets a new version with each publication; a repeat makes none, a stale one is refused', async () => {
    const texts = { en: 'Second.', hi: 'दूसरा।' }
    expect((await publish(1, texts)).body.version).toBe(2)
    expect(await publish(1, texts), 'a repeat').toMatchObject({ status: 200, body: { version: 2 } })
    expect((await publish(1, { en: 'Third.' })).status).toBe(409)
    expect((await shown('terms', 'hi')).text).toBe('दूसरा।')
    const former = await call(admin, 'GET', 'terms/versions/1/')
    expect(former.body.texts).toEqual({ en: '# Rules of {{name}}\nBe kind.' })
    expect((await call(admin, 'GET', 'terms/versions/9/')).status).toBe(404)
  })

  it("needs the client's first language, and gives way to our text when all are empty", async () => {
    const refused = await publish(2, { ar: 'نص' })
    expect([refused.status, refused.body.fields]).toEqual([
      422,
      { 'texts.en': [expect.objectContaining({ code: 'required' })] },
    ])
    expect((await shown('terms')).version).toBe(2)
    expect((await publish(2, {})).body).toMatchObject({ version: 3, texts: {} })
    expect(await shown('terms')).toMatchObject({ version: null })
  })

  it('is changed by admins alone, on record', async () => {
    expect((await call(student, 'GET', 'terms/')).status).toBe(403)
    const events = await server.db.database.withTenant(7, (db) =>
      db
        .selectFrom('audit_event')
        .select(['actor_id', 'detail'])
        .where('client_id', '=', 7)
        .where('action', '=', 'clients.legal_published')
        .execute(),
    )
    for (const version of [1, 2, 3])
      expect(events).toContainEqual({ actor_id: admin, detail: { kind: 'terms', version } })
  })

  it('is in the page without JavaScript, with nothing that runs', async () => {
    await publish(3, { en: '# <script>alert(1)</script>\nBe "kind" & fair.\nAlways.' })
    const asked = { clientId: 7, language: 'en', canonical: null } as const
    const page = await features.clients.documentAt({ ...asked, path: '/legal/terms' })
    expect(page).toMatchObject({ title: 'Terms of use', description: 'Be "kind" & fair.\nAlways.' })
    expect(page?.body).toContain('&#60;script&#62;')
    expect(page?.body).not.toContain('<script')
    expect(page?.body).toContain('fair.<br>Always.')
    expect(await features.clients.documentAt({ ...asked, path: '/legal/other' })).toBeNull()
  })
})
