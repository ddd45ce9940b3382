/** The brand under /admin/settings: drafts, publishing, former versions and pictures, on a real database. */
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BrandState } from '#contract/client-info/brand-endpoints.ts'
import type { BrandSettings } from '#contract/client-info/brand.ts'
import type { PublicInfo } from '#contract/client-info/client-info.ts'
import { featuresAsUser } from '#tests/support/as-user.ts'
import { addClients } from '#tests/support/server/clients.ts'
import { addPerson } from '#tests/support/server/people.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server.ts'

const BASE = '/api/clients/7/admin/settings/brand'
let server: TestServer
let admin: number
let other: number

beforeAll(async () => {
  server = await startTestServer({ features: featuresAsUser })
  await addClients(server.db)
  admin = await addPerson(server.db, { clientId: 7, name: 'Asha', role: 'admin' })
  other = await addPerson(server.db, { clientId: 8, name: 'Omar', role: 'admin' })
})
afterAll(() => server.close())

const call = async (method: 'GET' | 'PUT' | 'POST', url: string, payload?: object, as = admin) => {
  const response = await server.app.inject({
    method,
    url,
    headers: { authorization: `Bearer ${as}` },
    ...(payload && { payload }),
  })
  return { status: response.statusCode, body: response.json<Record<string, unknown>>() }
}
const read = async () => (await call('GET', `${BASE}/`)).body as unknown as BrandState
const save = (draftNumber: number, settings: object | null) =>
  call('PUT', `${BASE}/draft/`, { draft_number: draftNumber, settings })
const publish = (draftNumber: number) => call('POST', `${BASE}/publish/`, { draft_number: draftNumber })
const publicInfo = async (clientId = 7) =>
  (await server.app.inject(`/api/clients/${clientId}/public-info/`)).json<PublicInfo>()
const upload = (use: 'logo' | 'icon' | 'sign_in', bytes: Buffer) =>
  call('POST', `${BASE}/pictures/`, { use, picture: bytes.toString('base64') })
const square = (side: number, background: string) =>
  sharp({ create: { width: side, height: side, channels: 4, background } })
    .png()
    .toBuffer()

/** Publishes what was published before, with these changes. */
const publishChanged = async (changes: Partial<BrandSettings>): Promise<BrandState> => {
  const { published, draft_number: number } = await read()
  expect((await save(number, { ...published, ...changes })).status).toBe(200)
  const { status, body } = await publish(number + 1)
  expect(status).toBe(200)
  return body as unknown as BrandState
}

describe('the brand', () => {
  it('begins as the client was created', async () => {
    expect(await read()).toMatchObject({
      version: 0,
      draft: null,
      draft_number: 0,
      versions: [],
      published: {
        name: 'Kitewing Academy',
        colour: '#2456d6',
        colours: { secondary: '#0e7490', accent: '#f2a33a', nav_background: null },
        logo: null,
      },
    })
  })

  it('changes for nobody until the draft is published, and then for everybody and nobody else', async () => {
    const before = await publicInfo()
    const { published } = await read()
    const others = await publicInfo(8)
    const draft = { ...published, name: 'Kite School', colour: '#7c3aed', font_family: 'system' }
    expect((await save(0, draft)).body).toEqual({ draft_number: 1 })
    expect((await save(0, draft)).body, 'a repeat').toEqual({ draft_number: 1 })
    expect(await publicInfo()).toEqual(before)

    expect((await publish(1)).body).toMatchObject({ version: 2, draft: null, published: draft })
    const after = await publicInfo()
    expect(after).toMatchObject({
      name: 'Kite School',
      theme_settings: { default_primary: '#7c3aed', font_family: 'system' },
    })
    expect(after.app_icon_url).not.toBe(before.app_icon_url)
    const manifest = (await server.app.inject('/manifest.webmanifest?client=7')).json<{ name: string }>()
    expect(manifest.name).toBe('Kite School')
    expect(await publicInfo(8)).toEqual(others)
  })

  it('refuses the draft of an admin who has not seen the newest one', async () => {
    const { published, draft_number: number } = await read()
    expect((await save(number, { ...published, name: 'First' })).status).toBe(200)
    expect((await save(number, { ...published, name: 'Second' })).status).toBe(409)
    expect((await publish(number)).status).toBe(409)
    expect((await read()).draft?.name).toBe('First')
    expect((await save(number + 1, null)).status).toBe(200)
    expect((await publish(number + 2)).status, 'nothing to publish').toBe(409)
  })

  it('brings a former version back as the newest one, and keeps a draft', async () => {
    const { version, published, draft_number: number } = await publishChanged({ name: 'Passing' })
    await save(number, { ...published, name: 'Kept' })
    const restored = await call('POST', `${BASE}/versions/1/restore/`, { current: version })
    expect(restored.body).toMatchObject({
      version: version + 1,
      published: { name: 'Kitewing Academy', colour: '#2456d6' },
      draft: { name: 'Kept' },
    })
    const [newest, before] = (await read()).versions
    expect(newest).toMatchObject({ version: version + 1, restored_from: 1, published_by: 'Asha' })
    expect(before).toMatchObject({ version, settings: { name: 'Passing' } })
    expect((await publicInfo()).name).toBe('Kitewing Academy')
    expect((await call('POST', `${BASE}/versions/1/restore/`, { current: version })).status).toBe(409)
    expect((await call('POST', `${BASE}/versions/99/restore/`, { current: version + 1 })).status).toBe(404)
  })

  it('names the field of a colour that is none', async () => {
    const { published, draft_number: number } = await read()
    const { status, body } = await save(number, { ...published, colour: 'red; }' })
    expect(status).toBe(422)
    expect(body['fields']).toHaveProperty(['settings.colour'])
  })

  it('records who published', async () => {
    await publishChanged({})
    const events = await server.db.database.withTenant(7, (db) =>
      db.selectFrom('audit_event').select(['action', 'actor_id']).where('client_id', '=', 7).execute(),
    )
    expect(events).toContainEqual({ action: 'clients.brand_published', actor_id: admin })
  })
})

describe('the sign-in page', () => {
  const words = {
    heading: { en: 'Grow with us', ar: 'انمُ معنا' },
    line: { en: 'Courses for every nurse in town.' },
  }

  it('is the product’s until own words and a picture are published, and again after going back', async () => {
    expect(await publicInfo()).not.toHaveProperty('sign_in')
    const photo = await sharp({ create: { width: 3000, height: 2000, channels: 3, background: '#336699' } })
      .jpeg()
      .withExif({ IFD0: { Copyright: 'hidden words' } })
      .toBuffer()
    const { status, body } = await upload('sign_in', photo)
    expect([status, body]).toMatchObject([200, { width: 1280, height: 853 }])
    const before = await read()
    const picture = String(body['id'])
    const own = { sign_in: { ...words, picture } }
    await save(before.draft_number, { ...before.published, ...own })
    expect(await publicInfo(), 'a draft is seen by nobody').not.toHaveProperty('sign_in')

    const { version } = await publishChanged(own)
    const info = await publicInfo()
    expect(info.sign_in).toEqual({
      words: {
        en: { heading: 'Grow with us', line: 'Courses for every nurse in town.' },
        hi: { heading: 'Grow with us', line: 'Courses for every nurse in town.' },
        ar: { heading: 'انمُ معنا', line: 'Courses for every nurse in town.' },
      },
      picture_url: `/brand/7/picture-${picture}.webp`,
    })
    const served = await server.app.inject(info.sign_in?.picture_url ?? '')
    expect(served.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': expect.stringContaining('immutable'),
    })
    expect(photo.includes('hidden words')).toBe(true)
    expect(served.rawPayload.includes('hidden words')).toBe(false)

    await call('POST', `${BASE}/versions/${before.versions[0]?.version}/restore/`, { current: version })
    expect(await publicInfo()).not.toHaveProperty('sign_in')
    await call('POST', `${BASE}/versions/${version}/restore/`, { current: version + 1 })
    expect((await publicInfo()).sign_in).toEqual(info.sign_in)
  })

  it('keeps its picture as long as a version names it', async () => {
    const { published } = await read()
    await server.db.asSuperuser("update client_picture set uploaded_at = '2020-01-01' where client_id = 7")
    const unused = await upload('sign_in', await square(400, '#445566'))
    await server.db.asSuperuser("update client_picture set uploaded_at = '2020-01-01' where client_id = 7")
    expect((await upload('sign_in', await square(400, '#665544'))).status).toBe(200)
    const at = (id: unknown) => server.app.inject(`/brand/7/picture-${String(id)}.webp`)
    expect((await at(published.sign_in.picture)).statusCode).toBe(200)
    expect((await at(unused.body['id'])).statusCode, 'the control').toBe(404)
  })

  it('reads versions from before it existed', async () => {
    await server.db.asSuperuser(
      "update client_brand_version set settings = settings - 'sign_in' where client_id = 7",
    )
    const { published, versions } = await read()
    expect(published.sign_in).toEqual({ heading: {}, line: {}, picture: null })
    expect(versions.length).toBeGreaterThan(0)
  })

  it('names the text that is too long, and the picture that is not there', async () => {
    const { published, draft_number: number } = await read()
    const put = (sign_in: object) => save(number, { ...published, sign_in })
    const long = await put({ ...words, heading: { hi: 'x'.repeat(61) }, picture: null })
    expect([long.status, long.body['fields']]).toMatchObject([422, { 'settings.sign_in.heading.hi': [{}] }])
    const unknown = await put({ ...words, picture: 'a'.repeat(32) })
    expect([unknown.status, unknown.body['fields']]).toMatchObject([422, { 'sign_in.picture': [{}] }])
    const breaks = await put({ ...words, line: { en: 'two\nlines' }, picture: null })
    expect(breaks.status).toBe(422)
  })
})

describe('pictures', () => {
  it('are encoded again, and every icon of the manifest is drawn from them', async () => {
    const logo = await upload(
      'logo',
      Buffer.concat([await square(1200, '#11223380'), Buffer.from('<script>')]),
    )
    expect(logo.body).toMatchObject({ width: 240, height: 240, edge: null })
    const icon = await upload('icon', await square(600, '#cc0000'))
    expect(icon.body).toMatchObject({ width: 512, height: 512, edge: '#cc0000' })
    await publishChanged({
      logo: String(logo.body['id']),
      icon: String(icon.body['id']),
      icon_background: '#00cc00',
    })

    const info = await publicInfo()
    const served = await server.app.inject(info.app_logo_url)
    expect(served.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': expect.stringContaining('immutable'),
      'x-content-type-options': 'nosniff',
    })
    expect(served.rawPayload.includes('<script>')).toBe(false)
    expect(info.app_logo_dark_url).toBe(info.app_logo_url)
    expect((await server.app.inject('/brand/7/logo.svg')).headers['content-type']).toBe('image/png')

    const { icons } = (await server.app.inject('/manifest.webmanifest?client=7')).json<{
      icons: { src: string; sizes: string; purpose: string }[]
    }>()
    for (const { src, sizes, purpose } of icons) {
      const picture = sharp((await server.app.inject(src)).rawPayload)
      const { width, height } = await picture.metadata()
      expect(`${width}x${height}`).toBe(sizes)
      const [red, green] = await picture.raw().toBuffer()
      const isWhole = purpose === 'any' && ['192x192', '512x512'].includes(sizes)
      expect([red, green], `${src} corner`).toEqual(isWhole ? [204, 0] : [0, 204])
    }
    expect((await server.app.inject(info.app_logo_url.replace('/7/', '/8/'))).statusCode).toBe(404)
  })

  it.each([
    [
      'an SVG with a script',
      'active_file',
      async () => Buffer.from('\n<svg><script>alert(1)</script></svg>'),
    ],
    ['a web page named PNG', 'active_file', async () => Buffer.from('<!doctype html><script>1</script>')],
    ['half a picture', 'invalid', async () => (await square(600, 'red')).subarray(0, 300)],
    ['an icon that is too small', 'too_small', async () => square(64, 'red')],
  ])('refuse %s with a clear answer, and store nothing', async (_name, code, bytes) => {
    const count = () =>
      server.db.database.withTenant(7, (db) =>
        db.selectFrom('client_picture').select('id').where('client_id', '=', 7).execute(),
      )
    const before = await count()
    const { status, body } = await upload('icon', await bytes())
    expect(status).toBe(422)
    expect(body['fields']).toMatchObject({ picture: [{ code }] })
    expect(await count()).toEqual(before)
  })

  it('count as stored, once each, are refused when storage is full, and free it when they go', async () => {
    const sql = (text: string, values: unknown[] = []) =>
      server.db.asSuperuser<{ used: number; stored: number }>(text, values)
    const used = async () => {
      const [row] = await sql(`select
        (select storage_bytes::int from client_usage where client_id = 7) as used,
        (select sum(length(content))::int from client_picture where client_id = 7) as stored`)
      return row ?? { used: 0, stored: -1 }
    }
    const first = await square(300, '#00aa55')
    const { body } = await upload('icon', first)
    const before = await used()
    expect(before.used).toBe(before.stored)
    expect((await upload('icon', first)).status).toBe(200)
    expect(await used()).toEqual(before)
    await sql('insert into client_limit (client_id, storage_bytes, changed_at) values (7, $1, now())', [
      before.used,
    ])
    const refused = await upload('icon', await square(300, '#aa0055'))
    expect([refused.status, refused.body['code']]).toEqual([403, 'storage_limit'])
    expect(await used()).toEqual(before)
    await sql("update client_picture set uploaded_at = '2020-01-01' where client_id = 7")
    await sql('delete from client_limit')
    expect((await upload('icon', await square(300, '#5500aa'))).status).toBe(200)
    const after = await used()
    expect(after.used).toBe(after.stored)
    expect(await sql('select 1 from stored_file where name = $1', [`brand/${String(body['id'])}`])).toEqual(
      [],
    )
  })

  it("do not come from another client's uploads", async () => {
    const foreign = await call(
      'POST',
      BASE.replace('/7/', '/8/') + '/pictures/',
      { use: 'icon', picture: (await square(300, 'blue')).toString('base64') },
      other,
    )
    expect(foreign.status).toBe(200)
    const { published, draft_number: number } = await read()
    const { status, body } = await save(number, { ...published, icon: foreign.body['id'] })
    expect(status).toBe(422)
    expect(body['fields']).toHaveProperty('icon')
  })
})
