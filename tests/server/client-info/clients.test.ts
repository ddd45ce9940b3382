import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clientInfo, publicInfo } from '#contract/client-info/client-info.ts'
import { demoTenants } from '#server/demo/tenants.ts'
import { insertClient, setClientActive, type NewClient } from '#server/features/client-info/index.ts'
import { featuresAsUser } from '#tests/support/as-user.ts'
import { addPerson } from '#tests/support/server/people.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server.ts'

let server: TestServer
let student: number

const client = (change: Partial<NewClient> & { clientId: number; slug: string }): NewClient => ({
  ...(demoTenants[0] as NewClient),
  hosts: [],
  ...change,
})
const insert = (one: NewClient) => server.db.database.withTenant(one.clientId, (db) => insertClient(db, one))
const get = (url: string, headers: Record<string, string> = {}) =>
  server.app.inject({ method: 'GET', url, headers })
const asStudent = () => ({ authorization: `Bearer ${student}` })

beforeAll(async () => {
  server = await startTestServer({ features: featuresAsUser })
  for (const tenant of demoTenants) await insert(tenant)
  student = await addPerson(server.db, { clientId: 7, name: 'Asha' })
})
afterAll(() => server.close())

describe('client info', () => {
  it('given an active client, when a visitor asks, then the public face has exactly the contract’s fields', async () => {
    const answer = await get('/api/clients/7/public-info/')
    expect(answer.statusCode).toBe(200)
    const info = publicInfo.parse(answer.json())
    expect(answer.json()).toEqual(info)
    expect(info).toMatchObject({
      id: 7,
      name: 'Kitewing Academy',
      slug: 'kitewing',
      is_active: true,
      languages: ['en', 'hi', 'ar'],
      detect_browser_language: true,
      password_min: 12,
    })
    expect(info.theme_settings.default_primary).toBe('#2456d6')
    expect(info.theme_settings.accent).toMatchObject({ '400': '#f2a33a' })
  })

  it('given the three demo clients, when their faces are compared, then name, colours and languages differ', async () => {
    const faces = await Promise.all(
      [7, 8, 9].map(async (id) => publicInfo.parse((await get(`/api/clients/${id}/public-info/`)).json())),
    )
    expect(new Set(faces.map((face) => face.theme_settings.default_primary)).size).toBe(3)
    expect(new Set(faces.map((face) => face.name)).size).toBe(3)
    expect(faces[1]).toMatchObject({ languages: ['ar', 'en'], detect_browser_language: false })
    expect(faces[2]).toMatchObject({ is_active: false })
  })

  it('given a member, when the configuration is asked for, then it names only features whose pages exist', async () => {
    const answer = await get('/api/clients/7/client-info/', asStudent())
    const info = clientInfo.parse(answer.json())
    expect(info.features.map(({ slug, title, links }) => [slug, title, links[0]?.href])).toEqual([
      ['dashboard', 'Dashboard', '/'],
      ['course', 'Courses', '/courses'],
      ['assessment', 'Assessments', '/assessments'],
      ['community_forum', 'Community', '/community'],
      ['admin_dashboard', 'Dashboard', '/admin/dashboard'],
      ['admin_course_builder', 'Course Builder', '/admin/courses'],
      ['admin_assessment_result', 'Assesment Results', '/admin/assesment-results'],
    ])
  })

  it('given nobody signed in, when the configuration is asked for, then 401', async () => {
    expect((await get('/api/clients/7/client-info/')).statusCode).toBe(401)
  })

  it.each(['404404', '0', 'abc', '2147483648', '7%27', '-7', '７'])(
    'given the client id %s, when asked for, then it is not there, with the same words as any other',
    async (id) => {
      const answer = await get(`/api/clients/${encodeURIComponent(decodeURIComponent(id))}/public-info/`)
      expect(answer.statusCode).toBe(404)
      expect(answer.json()).toMatchObject({ code: 'not_found', detail: 'Not found.' })
    },
  )

  it('given an inactive client, when called, then public info answers and everything else is refused', async () => {
    expect((await get('/api/clients/9/public-info/')).statusCode).toBe(200)
    const answer = await get('/api/clients/9/client-info/', asStudent())
    expect(answer.statusCode).toBe(403)
    expect(answer.json()).toMatchObject({ code: 'client_inactive', detail: 'Your account is not active' })
  })

  it('given an answer with an ETag, when asked again with it, then 304 without a body', async () => {
    const first = await get('/api/clients/7/public-info/')
    const etag = String(first.headers['etag'])
    const again = await get('/api/clients/7/public-info/', { 'if-none-match': etag })
    expect(again.statusCode).toBe(304)
    expect(again.body).toBe('')
  })

  it('given a cached client, when it is switched off, then the next request sees it', async () => {
    await insert(client({ clientId: 30, slug: 'soon-off' }))
    expect((await get('/api/clients/30/public-info/')).json()).toMatchObject({ is_active: true })
    await server.db.database.withTenant(30, async (db) => {
      await setClientActive(db, 30, false)
      await server.core.changes.announce(db, { kind: 'client', clientId: 30 })
    })
    expect((await get('/api/clients/30/public-info/')).json()).toMatchObject({ is_active: false })
  })

  it('given a change past the product, when nobody announces it, then the cache answers: the control of the test above', async () => {
    await insert(client({ clientId: 31, slug: 'unannounced' }))
    await waitLive()
    await get('/api/clients/31/public-info/')
    await server.db.asSuperuser('update client set is_active = false where client_id = 31')
    expect((await get('/api/clients/31/public-info/')).json()).toMatchObject({ is_active: true })
  })

  it('given an interrupted change feed, when asked, then the database answers and not the cache', async () => {
    await insert(client({ clientId: 32, slug: 'interrupted' }))
    await waitLive()
    await get('/api/clients/32/public-info/')
    await server.core.changes.stop()
    await server.db.asSuperuser("update client set name = 'Renamed' where client_id = 32")
    expect((await get('/api/clients/32/public-info/')).json()).toMatchObject({ name: 'Renamed' })
    await server.core.changes.start()
  })

  it('given a theme with own settings, when read, then they override what the brand colour gives', async () => {
    await insert(
      client({
        clientId: 33,
        slug: 'own-theme',
        brandColour: '#7c3aed',
        theme: { settings: { background: '#fdf8f0', font_family: 'system' } },
      }),
    )
    const info = publicInfo.parse((await get('/api/clients/33/public-info/')).json())
    expect(info.theme_settings).toMatchObject({
      background: '#fdf8f0',
      font_family: 'system',
      default_primary: '#7c3aed',
    })
  })

  it('given a slug or a host name of another client, when it is taken again, then the database refuses', async () => {
    await expect(insert(client({ clientId: 34, slug: 'kitewing' }))).rejects.toThrow('client_slug_key')
    await expect(
      insert(client({ clientId: 34, slug: 'fresh', hosts: ['kitewing.localhost'] })),
    ).rejects.toThrow('client_host_host_key')
  })
})

const waitLive = async () => {
  for (let round = 0; round < 400 && !server.core.changes.live(); round += 1)
    await new Promise((resolve) => setTimeout(resolve, 10))
  expect(server.core.changes.live()).toBe(true)
}

describe('manifest', () => {
  it.each([
    [7, 'en', 'ltr', '#2456d6'],
    [8, 'ar', 'rtl', '#0b7a5b'],
  ])(
    'given client %i, when its manifest is asked for, then it is an app of its own in %s',
    async (id, lang, dir, colour) => {
      const answer = await get(`/manifest.webmanifest?client=${id}`)
      expect(answer.headers['content-type']).toContain('application/manifest+json')
      expect(answer.headers['cache-control']).toBe('no-cache')
      const manifest = answer.json()
      expect(manifest).toMatchObject({
        id: `/?client=${id}`,
        lang,
        dir,
        display: 'standalone',
        orientation: 'portrait',
        start_url: `/login?client=${id}`,
        scope: '/',
        theme_color: colour,
      })
      const sizes = (manifest.icons as { sizes: string }[]).map((icon) => icon.sizes)
      expect(new Set(sizes)).toEqual(
        new Set(['192x192', '512x512', '120x120', '152x152', '167x167', '180x180']),
      )
    },
  )

  it('given a host name of a client, when no client is named, then it is that client’s manifest', async () => {
    const answer = await get('/manifest.webmanifest', { host: 'UFUQ.localhost:4100' })
    expect(answer.json()).toMatchObject({ id: '/?client=8' })
  })

  it('given an unknown host name, when no client is named, then it is the default client’s', async () => {
    const answer = await get('/manifest.webmanifest', { host: 'nowhere.example' })
    expect(answer.json()).toMatchObject({ id: '/?client=7' })
  })

  it('given a page in another of its languages, when its manifest is asked for, then names and menu are in that one', async () => {
    const hindi = (await get('/manifest.webmanifest?client=7&lang=hi')).json()
    expect(hindi).toMatchObject({ id: '/?client=7', lang: 'hi' })
    expect(hindi.shortcuts[0].name).toBe('सीखना जारी रखें')
    // Not one of client 8's languages: its first.
    expect((await get('/manifest.webmanifest?client=8&lang=hi')).json()).toMatchObject({ lang: 'ar' })
  })

  it('given clients with and without a community, when their manifests are asked for, then each offers what it has', async () => {
    const offers = async (id: number) => {
      const manifest = (await get(`/manifest.webmanifest?client=${id}`)).json()
      return {
        menu: (manifest.shortcuts as { url: string }[]).map(({ url }) => url.split('?')[0]),
        share: manifest.share_target?.action ?? null,
      }
    }
    expect(await offers(7)).toEqual({
      menu: ['/continue-learning', '/assessments', '/community', '/courses'],
      share: '/community/share',
    })
    expect(await offers(8)).toEqual({
      menu: ['/continue-learning', '/assessments', '/courses', '/offline'],
      share: null,
    })
  })

  it.each(['404', 'x', '', '7&client=8'])('given ?client=%s, when asked, then 404', async (id) => {
    expect((await get(`/manifest.webmanifest?client=${id}`)).statusCode).toBe(404)
  })
})

const PNG_SIGNATURE = '89504e470d0a1a0a'

describe('brand files', () => {
  it('given every icon of a manifest, when fetched, then it is a PNG of just that size', async () => {
    await insert(client({ clientId: 35, slug: 'own-mark', name: 'صفا' }))
    for (const id of [7, 8, 9, 35]) {
      const { icons } = (await get(`/manifest.webmanifest?client=${id}`)).json() as {
        icons: { src: string; sizes: string }[]
      }
      for (const icon of icons) {
        const answer = await get(icon.src)
        const bytes = answer.rawPayload
        expect({
          src: icon.src,
          type: answer.headers['content-type'],
          signature: bytes.subarray(0, 8).toString('hex'),
          sizes: `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`,
        }).toEqual({ src: icon.src, type: 'image/png', signature: PNG_SIGNATURE, sizes: icon.sizes })
      }
    }
  })

  it('given a logo, when fetched, then it is an SVG that may not run anything and may be kept', async () => {
    for (const id of [7, 8, 9, 35]) {
      const answer = await get(`/brand/${id}/logo.svg`)
      expect(answer.headers['content-type']).toContain('image/svg+xml')
      expect(answer.headers['content-security-policy']).toBe("default-src 'none'; sandbox")
      expect(answer.headers['x-content-type-options']).toBe('nosniff')
      expect(answer.headers['cache-control']).toContain('max-age=')
      const again = await get(`/brand/${id}/logo.svg`, { 'if-none-match': String(answer.headers['etag']) })
      expect(again.statusCode).toBe(304)
    }
    expect((await get('/brand/7/logo.svg')).body).not.toBe((await get('/brand/8/logo.svg')).body)
  })

  it('given a client name with markup in it, when its mark is drawn, then the name stays text', async () => {
    await insert(client({ clientId: 36, slug: 'markup', name: `<script>alert("1")</script>&'` }))
    const { body } = await get('/brand/36/logo.svg')
    expect(body).not.toContain('<script')
    expect(body).toContain('&#60;script&#62;')
  })

  it.each([
    '/brand/7/../../../package.json',
    '/brand/7/..%2f..%2f..%2fpackage.json',
    '/brand/7/icon-maskable.svg',
    '/brand/7/%00logo.svg',
    '/brand/404/logo.svg',
    '/brand/7x/logo.svg',
    '/brand/7/',
  ])('given %s, when fetched, then 404', async (url) => {
    expect((await get(url)).statusCode).toBe(404)
  })
})
