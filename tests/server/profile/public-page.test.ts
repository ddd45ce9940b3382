/** What search engines, link previews and people without JavaScript get of a public profile. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { featuresAsUser } from '#tests/support/as-user.ts'
import { createTestDist, type TestDist } from '#tests/support/server/dist.ts'
import { addClient, addPerson } from '#tests/support/server/people.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server.ts'

const CLIENT = 7
const HOST = 'people.example.org'
let dist: TestDist
let server: TestServer
let ann: number

const open = async (path: string, host = HOST) =>
  (await server.app.inject({ url: path, headers: { accept: 'text/html', host } })).body
const dataIn = (html: string) =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? 'null') as {
    mainEntity: Record<string, unknown>
  } | null
const save = (path: string, method: 'PUT' | 'PATCH', payload: object) =>
  server.app.inject({ method, url: path, headers: { authorization: `Bearer ${ann}` }, payload })
const show = (settings: object) =>
  save(`/api/clients/${CLIENT}/student/public-profile/`, 'PUT', {
    is_on: true,
    handle: 'ann-able',
    fields: [],
    is_listed: false,
    ...settings,
  })
const HOSTILE = '</title><script>alert(1)</script> <b>bold</b>'

beforeAll(async () => {
  dist = await createTestDist()
  server = await startTestServer({ features: featuresAsUser, dist: dist.folder })
  await addClient(server.db, { id: CLIENT })
  await server.db.asSuperuser(`update client set languages = '{en,hi,ar}' where client_id = ${CLIENT}`)
  await server.db.asSuperuser('insert into client_host (client_id, host) values ($1, $2)', [CLIENT, HOST])
  ann = await addPerson(server.db, { clientId: CLIENT, name: 'Ann Able' })
  await save(`/accounts/clients/${CLIENT}/user/profile/`, 'PATCH', {
    bio: `Learns at night.\n\n${HOSTILE}`,
    code_url: 'github.com/ann',
  })
  await server.db.asSuperuser(
    `insert into learner_badge (client_id, user_id, badge, earned_at) values (${CLIENT}, ${ann}, 'first_lesson', now())`,
  )
})
afterAll(async () => {
  await server.close()
  await dist.remove()
})

describe('the page of a public profile without JavaScript', () => {
  it('says nothing about a profile that is switched off', async () => {
    await show({ is_on: false, fields: ['bio'] })
    const html = await open('/people/ann-able')
    expect(html).not.toContain('Ann Able')
    expect(dataIn(html)).toBeNull()
  })

  it('has title, description, canonical link, Open Graph and the shown fields', async () => {
    await show({ fields: ['bio', 'badges', 'links'] })
    const html = await open('/people/ann-able')
    expect(html).toMatch(/<title>Ann Able · .+<\/title>/)
    expect(html).toContain('<meta name="description" content="Learns at night.')
    expect(html).toContain(`<link rel="canonical" href="http://${HOST}/people/ann-able">`)
    expect(html).toContain('<meta property="og:type" content="profile">')
    expect(html).toContain('<meta property="og:title" content="Ann Able">')
    for (const text of ['<h1>Ann Able</h1>', '<p>Learns at night.</p>', '<li>First lesson</li>'])
      expect(html).toContain(text)
    expect(html).toContain('href="https://github.com/ann"')
    expect(dataIn(html)?.mainEntity).toMatchObject({
      '@type': 'Person',
      name: 'Ann Able',
      sameAs: ['https://github.com/ann'],
      award: ['First lesson'],
    })
  })

  it('leaves out what the person does not show', async () => {
    await show({})
    const html = await open('/people/ann-able')
    expect(html).toContain('<h1>Ann Able</h1>')
    expect(html).not.toMatch(/Learns at night|github\.com|First lesson/)
    expect(dataIn(html)?.mainEntity).toEqual({ '@type': 'Person', name: 'Ann Able' })
  })

  it('is kept from search engines until the person allows it', async () => {
    await show({})
    expect(await open('/people/ann-able')).toContain('<meta name="robots" content="noindex">')
    await show({ is_listed: true })
    expect(await open('/people/ann-able')).not.toContain('noindex')
  })

  it('lets no text of a person become markup', async () => {
    await show({ fields: ['bio'] })
    const html = await open('/people/ann-able')
    // Control: the text is there.
    expect(html).toContain('alert(1)')
    expect(html).not.toMatch(/<script>alert|<b>bold/)
    expect(dataIn(html)?.mainEntity['description']).toContain('</title><script>')
  })

  it('speaks the language of the address', async () => {
    await show({ fields: ['badges'] })
    const html = await open('/people/ann-able?lng=ar')
    expect(html).toContain('<html lang="ar" dir="rtl">')
    expect(html).toContain('<li>الدرس الأول</li>')
  })

  it.each(['/people/nobody-here', '/people/Ann', '/people/ann-able/x', '/people'])(
    'has no text at %s',
    async (path) => {
      expect(await open(path)).not.toContain('page-text')
    },
  )

  it('belongs to its client', async () => {
    await addClient(server.db, { id: 8 })
    await server.db.asSuperuser(`insert into client_host (client_id, host) values (8, 'other.example.org')`)
    expect(await open('/people/ann-able', 'other.example.org')).not.toContain('Ann Able')
  })
})
