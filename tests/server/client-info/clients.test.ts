import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { languages } from '#contract/languages.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clientInfo, publicInfo, type PublicInfo } from '#contract/client-info/client-info.ts'
import { contrast } from '#contract/client-info/colour.ts'
import { demoTenants } from '#server/demo/tenants.ts'
import { brandFile } from '#server/features/client-info/brand.ts'
import {
  insertClient,
  setClientActive,
  setFeature,
  type NewClient,
} from '#server/features/client-info/index.ts'
import { featuresAsUser } from '#tests/support/as-user.ts'
import { addPerson } from '#tests/support/server/people.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server.ts'

let server: TestServer
let student: number

const client = (overrides: Partial<NewClient> & { clientId: number; slug: string }): NewClient => ({
  ...(demoTenants[0] as NewClient),
  hosts: [],
  ...overrides,
})
const insert = (newClient: NewClient) =>
  server.db.database.withTenant(newClient.clientId, (db) => insertClient(db, newClient))
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
  it("has exactly the contract's public fields", async () => {
    const response = await get('/api/clients/7/public-info/')
    expect(response.statusCode).toBe(200)
    const info = publicInfo.parse(response.json())
    expect(response.json()).toEqual(info)
    expect(info).toMatchObject({
      id: 7,
      name: 'Kitewing Academy',
      slug: 'kitewing',
      is_active: true,
      languages,
      detect_browser_language: true,
      password_min: 12,
    })
    expect(info.theme_settings.default_primary).toBe('#2456d6')
    expect(info.theme_settings.accent).toMatchObject({ '400': '#f2a33a' })
  })

  it('differs in name, colours and languages between the three demo clients', async () => {
    const infos = await Promise.all(
      [7, 8, 9].map(async (id) => publicInfo.parse((await get(`/api/clients/${id}/public-info/`)).json())),
    )
    expect(new Set(infos.map((face) => face.theme_settings.default_primary)).size).toBe(3)
    expect(new Set(infos.map((face) => face.name)).size).toBe(3)
    expect(infos[1]).toMatchObject({ languages: ['ar', 'en'], detect_browser_language: false })
    expect(infos[2]).toMatchObject({ is_active: false })
  })

  it('lists only features whose pages exist', async () => {
    const response = await get('/api/clients/7/client-info/', asStudent())
    const info = clientInfo.parse(response.json())
    expect(info.features.map(({ slug, title, links }) => [slug, title, links[0]?.href])).toEqual([
      ['dashboard', 'Dashboard', '/'],
      ['course', 'Courses', '/courses'],
      ['assessment', 'Assessments', '/assessments'],
      ['live_class', 'Live Classes', '/live'],
      ['job_portal', 'Job Portal', '/jobs'],
      ['attendance', 'Attendance', '/attendance'],
      ['community_forum', 'Community', '/community'],
      ['admin_dashboard', 'Dashboard', '/admin/dashboard'],
      ['admin_manage_students', 'Manage Students', '/admin/manage-students'],
      ['admin_course_builder', 'Course Builder', '/admin/courses'],
      ['admin_workshop_reg', 'Workshop Registrations', '/admin/workshop-registrations'],
      ['admin_assessment_result', 'Assesment Results', '/admin/assesment-results'],
      ['admin_referral', 'Referrals', '/admin/referals'],
      ['admin_emails', 'Emails', '/admin/email-send'],
      ['admin_live', 'Live', '/admin/live'],
      ['admin_payment', 'Payment Links', '/admin/payment-links'],
      ['admin_webinar_management', 'Webinar Management', '/admin/webinar-management'],
      ['admin_attendance', 'Attendance', '/admin/attendance'],
    ])
  })

  it('answers 401 to visitors', async () => {
    expect((await get('/api/clients/7/client-info/')).statusCode).toBe(401)
  })

  it.each(['404404', '0', 'abc', '2147483648', '7%27', '-7', '７'])(
    'answers the same 404 to the client id %s',
    async (id) => {
      const response = await get(`/api/clients/${encodeURIComponent(decodeURIComponent(id))}/public-info/`)
      expect(response.statusCode).toBe(404)
      expect(response.json()).toMatchObject({ code: 'not_found', detail: 'Not found.' })
    },
  )

  it('answers only public info for an inactive client', async () => {
    expect((await get('/api/clients/9/public-info/')).statusCode).toBe(200)
    const response = await get('/api/clients/9/client-info/', asStudent())
    expect(response.statusCode).toBe(403)
    expect(response.json()).toMatchObject({ code: 'client_inactive', detail: 'Your account is not active' })
  })

  it('answers 304 without a body to an unchanged ETag', async () => {
    const first = await get('/api/clients/7/public-info/')
    const etag = String(first.headers['etag'])
    const repeated = await get('/api/clients/7/public-info/', { 'if-none-match': etag })
    expect(repeated.statusCode).toBe(304)
    expect(repeated.body).toBe('')
  })

  it('shows a switched-off client as inactive in the next request', async () => {
    await insert(client({ clientId: 30, slug: 'soon-off' }))
    expect((await get('/api/clients/30/public-info/')).json()).toMatchObject({ is_active: true })
    await server.db.database.withTenant(30, async (db) => {
      await setClientActive(db, 30, false)
      await server.core.changes.announce(db, { kind: 'client', clientId: 30 })
    })
    expect((await get('/api/clients/30/public-info/')).json()).toMatchObject({ is_active: false })
  })

  it('says to visitors whether there are referrals, also after a switch', async () => {
    const course = { slug: 'course', title: 'Courses' } as const
    await insert(client({ clientId: 41, slug: 'no-referrals', features: [course] }))
    await waitForLiveFeed()
    expect((await get('/api/clients/41/public-info/')).json()).toMatchObject({ has_referrals: false })
    await server.db.database.withTenant(41, async (db) => {
      await setFeature(db, 41, { slug: 'admin_referral', enabled: true })
      await server.core.changes.announce(db, { kind: 'client', clientId: 41 })
    })
    expect((await get('/api/clients/41/public-info/')).json()).toMatchObject({ has_referrals: true })
  })

  it('control: answers from the cache when a change is not announced', async () => {
    await insert(client({ clientId: 31, slug: 'unannounced' }))
    await waitForLiveFeed()
    await get('/api/clients/31/public-info/')
    await server.db.asSuperuser('update client set is_active = false where client_id = 31')
    expect((await get('/api/clients/31/public-info/')).json()).toMatchObject({ is_active: true })
  })

  it('bypasses the cache while the change feed is interrupted', async () => {
    await insert(client({ clientId: 32, slug: 'interrupted' }))
    await waitForLiveFeed()
    await get('/api/clients/32/public-info/')
    await server.core.changes.stop()
    await server.db.asSuperuser("update client set name = 'Renamed' where client_id = 32")
    expect((await get('/api/clients/32/public-info/')).json()).toMatchObject({ name: 'Renamed' })
    await server.core.changes.start()
  })

  it("overrides theme values of the brand colour with the client's own", async () => {
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

  it('refuses a slug or host name of another client', async () => {
    await expect(insert(client({ clientId: 34, slug: 'kitewing' }))).rejects.toThrow('client_slug_key')
    await expect(
      insert(client({ clientId: 34, slug: 'fresh', hosts: ['kitewing.localhost'] })),
    ).rejects.toThrow('client_host_host_key')
  })
})

const waitForLiveFeed = async () => {
  for (let round = 0; round < 400 && !server.core.changes.live(); round += 1)
    await new Promise((resolve) => setTimeout(resolve, 10))
  expect(server.core.changes.live()).toBe(true)
}

describe('manifest', () => {
  it.each([
    [7, 'en', 'ltr', '#2456d6'],
    [8, 'ar', 'rtl', '#0b7a5b'],
  ])('is an app of its own for client %i in %s', async (id, lang, dir, colour) => {
    const response = await get(`/manifest.webmanifest?client=${id}`)
    expect(response.headers['content-type']).toContain('application/manifest+json')
    expect(response.headers['cache-control']).toBe('no-cache')
    const manifest = response.json()
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
  })

  it('belongs to the client of the host name', async () => {
    const response = await get('/manifest.webmanifest', { host: 'UFUQ.localhost:4100' })
    expect(response.json()).toMatchObject({ id: '/?client=8' })
  })

  it('belongs to the default client for an unknown host name', async () => {
    const response = await get('/manifest.webmanifest', { host: 'nowhere.example' })
    expect(response.json()).toMatchObject({ id: '/?client=7' })
  })

  it('is written in the language of the page', async () => {
    const hindi = (await get('/manifest.webmanifest?client=7&lang=hi')).json()
    expect(hindi).toMatchObject({ id: '/?client=7', lang: 'hi' })
    expect(hindi.shortcuts[0].name).toBe('सीखना जारी रखें')
    // Client 8 does not offer Hindi, so its first language is used.
    expect((await get('/manifest.webmanifest?client=8&lang=hi')).json()).toMatchObject({ lang: 'ar' })
  })

  it('offers only the features of the client', async () => {
    const offersOf = async (id: number) => {
      const manifest = (await get(`/manifest.webmanifest?client=${id}`)).json()
      return {
        menu: (manifest.shortcuts as { url: string }[]).map(({ url }) => url.split('?')[0]),
        share: manifest.share_target?.action ?? null,
      }
    }
    expect(await offersOf(7)).toEqual({
      menu: ['/continue-learning', '/assessments', '/community', '/courses'],
      share: '/community/share',
    })
    expect(await offersOf(8)).toEqual({
      menu: ['/continue-learning', '/assessments', '/courses', '/offline'],
      share: null,
    })
  })

  it.each(['404', 'x', '', '7&client=8'])('answers 404 to ?client=%s', async (id) => {
    expect((await get(`/manifest.webmanifest?client=${id}`)).statusCode).toBe(404)
  })
})

const PNG_SIGNATURE = '89504e470d0a1a0a'

describe('brand files', () => {
  it('has a PNG of the stated size for every icon of a manifest', async () => {
    await insert(client({ clientId: 35, slug: 'own-mark', name: 'صفا' }))
    for (const id of [7, 8, 9, 35]) {
      const { icons } = (await get(`/manifest.webmanifest?client=${id}`)).json() as {
        icons: { src: string; sizes: string }[]
      }
      for (const icon of icons) {
        const response = await get(icon.src)
        const bytes = response.rawPayload
        expect({
          src: icon.src,
          type: response.headers['content-type'],
          signature: bytes.subarray(0, 8).toString('hex'),
          sizes: `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`,
        }).toEqual({ src: icon.src, type: 'image/png', signature: PNG_SIGNATURE, sizes: icon.sizes })
      }
    }
  })

  it('has an SVG logo that is cacheable and cannot run anything', async () => {
    for (const id of [7, 8, 9, 35]) {
      const response = await get(`/brand/${id}/logo.svg`)
      expect(response.headers['content-type']).toContain('image/svg+xml')
      expect(response.headers['content-security-policy']).toBe("default-src 'none'; sandbox")
      expect(response.headers['x-content-type-options']).toBe('nosniff')
      expect(response.headers['cache-control']).toContain('max-age=')
      const repeated = await get(`/brand/${id}/logo.svg`, {
        'if-none-match': String(response.headers['etag']),
      })
      expect(repeated.statusCode).toBe(304)
    }
    expect((await get('/brand/7/logo.svg')).body).not.toBe((await get('/brand/8/logo.svg')).body)
  })

  it('has a dark variant of every logo, drawn in a light ink for a client without its own', async () => {
    for (const id of [7, 8, 9, 35]) {
      const info = (await get(`/api/clients/${id}/public-info/`)).json<PublicInfo>()
      const dark = await get(info.app_logo_dark_url ?? '')
      expect(dark.headers['content-type']).toContain('image/svg+xml')
      expect(dark.body).not.toBe((await get(info.app_logo_url)).body)
    }
    const ink = (await get('/brand/35/logo-dark.svg')).body.match(/<text[^>]* fill="(#\w{6})"/)?.[1] ?? ''
    expect(contrast(ink, '#12141a')).toBeGreaterThan(7)
  })

  it('shows the own logo of a client without a dark one', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'brand-'))
    mkdirSync(join(folder, '7'))
    writeFileSync(join(folder, '7', 'logo.svg'), '<svg/>')
    const owner = {
      publicInfo: (await get('/api/clients/7/public-info/')).json<PublicInfo>(),
      brand: { logo: null, logo_dark: null, icon: null, icon_background: '#ffffff' },
    }
    const source = { folders: [folder], picture: async () => null }
    expect((await brandFile(source, 'logo-dark.svg', owner))?.bytes.toString()).toBe('<svg/>')
    rmSync(folder, { recursive: true })
  })

  it("escapes markup in a client's name", async () => {
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
  ])('answers 404 to %s', async (url) => {
    expect((await get(url)).statusCode).toBe(404)
  })
})
