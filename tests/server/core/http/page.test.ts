import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runtimeConfig } from '#contract/client-info/client-info.ts'
import { scriptJson } from '#server/core/http/page/page-template.ts'
import { seedDemo } from '#server/demo/seed.ts'
import { createTestDist, SCRIPT, type TestDist } from '#tests/support/server/dist.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server.ts'

let dist: TestDist
let server: TestServer
beforeAll(async () => {
  dist = await createTestDist()
  server = await startTestServer({ dist: dist.folder })
  await seedDemo(server.core, async () => undefined)
})
afterAll(async () => {
  await server.close()
  await dist.remove()
})

const html = { accept: 'text/html,application/xhtml+xml' }
const navigate = (url: string, headers: Record<string, string> = {}) =>
  server.app.inject({ url, headers: { ...html, ...headers } })
const configIn = (page: string) =>
  JSON.parse(
    /<script type="application\/json" id="runtime-config">(.*?)<\/script>/s.exec(page)?.[1] ?? 'null',
  ) as {
    client_id: number
    client: { name: string; google_client_id: string | null } | null
  }

describe('page of a client', () => {
  it('shows the default client in its first language for an unknown host', async () => {
    const page = await navigate('/courses/3')

    expect(page.statusCode).toBe(200)
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(page.headers['cache-control']).toBe('no-cache')
    const config = configIn(page.body)
    expect(runtimeConfig.safeParse(config).success).toBe(true)
    expect(config.client_id).toBe(7)
    expect(page.body).toContain('<html lang="en" dir="ltr">')
    expect(page.body).toContain(`<title>${config.client?.name}</title>`)
    expect(page.body).toContain('href="/manifest.webmanifest?client=7"')
    expect(page.body).not.toMatch(/Build title|#000000|favicon\.svg/)
    expect(page.body.match(/<title>/g)).toHaveLength(1)
    expect(page.body).toContain('src="/assets/index-Ab12Cd34.js"')
  })

  it('leads a navigation with a broken escape to what is readable of its address', async () => {
    const answer = await navigate('/assessment/3/%E0%A4%A')
    expect(answer.statusCode).toBe(302)
    expect(answer.headers['location']).toBe('/assessment/3')
    // Control: a program, and a call of the API, get the error.
    expect((await navigate('/assessment/3/%E0%A4%A', { accept: 'application/json' })).statusCode).toBe(400)
    expect((await navigate('/api/%zz/')).statusCode).toBe(400)
  })

  it('shows the logo for the appearance of the device before any script runs', async () => {
    const { body } = await navigate('/courses/3')
    expect(body).toContain(
      '<picture><source media="(prefers-color-scheme: dark)" srcset="/brand/7/logo-dark.svg"><img src="/brand/7/logo.svg"',
    )
  })

  it('selects a client by ?client= in demo mode and remembers it for the session', async () => {
    const page = await navigate('/?client=8')

    expect(configIn(page.body).client_id).toBe(8)
    expect(page.body).toContain('<html lang="ar" dir="rtl">')
    const cookie = page.cookies.find(({ name }) => name === 'demo_client')
    expect(cookie).toMatchObject({ value: '8', httpOnly: true, sameSite: 'Lax', path: '/' })
    expect(cookie?.maxAge).toBeUndefined()
    expect(configIn((await navigate('/login', { cookie: 'demo_client=8' })).body).client_id).toBe(8)
  })

  it('uses the chosen language if the client offers it', async () => {
    expect((await navigate('/', { cookie: 'i18next=hi' })).body).toContain('<html lang="hi" dir="ltr">')
    expect((await navigate('/?client=8', { cookie: 'i18next=hi' })).body).toContain(
      '<html lang="ar" dir="rtl">',
    )
    expect((await navigate('/', { cookie: 'i18next="><script>' })).body).toContain(
      '<html lang="en" dir="ltr">',
    )
  })

  it('renders without a client and sets no cookie if the client does not exist', async () => {
    const page = await navigate('/?client=4040')

    expect(page.statusCode).toBe(200)
    expect(configIn(page.body)).toMatchObject({ client_id: 4040, client: null })
    expect(page.cookies).toEqual([])
  })

  it('selects the client by host name', async () => {
    await server.core.db.withTenant(8, async (db) => {
      await sql`insert into client_host (client_id, host) values (8, 'ufuq.example')`.execute(db)
      await server.core.changes.announce(db, { kind: 'client', clientId: 8 })
    })

    const page = await navigate('/courses/3', { host: 'UFUQ.example:4100' })
    expect(configIn(page.body).client_id).toBe(8)
    expect(page.body).toContain('<link rel="canonical" href="http://ufuq.example/login">')
    expect(page.body).toContain('<meta property="og:url" content="http://ufuq.example/login">')
    expect(page.body).toContain('content="http://ufuq.example/brand/8/icon-512.png"')
    expect((await navigate('/signup?x=1', { host: 'ufuq.example' })).body).toContain(
      '<link rel="canonical" href="http://ufuq.example/signup">',
    )
  })

  it('describes the client in the page’s language and trusts no unknown host', async () => {
    const english = (await navigate('/', { host: 'attacker.example' })).body
    expect(english).toMatch(/<meta name="description" content="Learn with [^"]+">/)
    expect(english).toContain('<meta property="og:locale" content="en">')
    expect(english).not.toContain('attacker.example')
    const hindi = (await navigate('/', { cookie: 'i18next=hi' })).body
    expect(hindi).toMatch(/<meta name="description" content="[^"]+ के साथ सीखें/)
    expect(hindi).toContain('<meta property="og:locale" content="hi_IN">')
  })

  it('allows the loader’s style by its hash and no other inline style', async () => {
    const page = await navigate('/login')
    const style = /<style>(.*?)<\/style>/s.exec(page.body)?.[1] ?? ''
    const hash = createHash('sha256').update(style).digest('base64')
    expect(style).not.toBe('')
    expect(page.headers['content-security-policy']).toContain(`style-src 'self' 'sha256-${hash}'`)
    expect(page.headers['content-security-policy']).not.toContain('unsafe-inline')
  })

  it('updates a changed name and escapes it', async () => {
    const name = `</script><script>alert(1)</script> & "Co" \u2028`
    const old = await server.core.db.withTenant(7, async (db) => {
      const row = await db
        .selectFrom('client')
        .select('name')
        .where('client_id', '=', 7)
        .executeTakeFirstOrThrow()
      await db.updateTable('client').set({ name }).where('client_id', '=', 7).execute()
      await server.core.changes.announce(db, { kind: 'client', clientId: 7 })
      return row.name
    })
    const page = await navigate('/')

    expect(configIn(page.body).client?.name).toBe(name)
    expect(page.body).not.toContain('<script>alert')
    expect(page.body.match(/<script/g)).toHaveLength(2)
    await server.core.db.withTenant(7, async (db) => {
      await db.updateTable('client').set({ name: old }).where('client_id', '=', 7).execute()
      await server.core.changes.announce(db, { kind: 'client', clientId: 7 })
    })
  })

  it('control: plain JSON would close the script element', () => {
    const value = { name: '</script><b>' }

    expect(JSON.stringify(value)).toContain('</script>')
    expect(scriptJson(value)).not.toContain('</script>')
    expect(JSON.parse(scriptJson(value))).toEqual(value)
  })

  it('answers 304 for a known tag', async () => {
    const first = await navigate('/')
    const again = await navigate('/', { 'if-none-match': String(first.headers['etag']) })

    expect(again.statusCode).toBe(304)
    expect(again.body).toBe('')
    expect(again.headers['content-security-policy']).toBe(first.headers['content-security-policy'])
  })

  it('answers HEAD with headers only', async () => {
    for (const url of ['/', '/courses/3']) {
      const answer = await server.app.inject({ method: 'HEAD', url, headers: html })
      expect(answer.statusCode).toBe(200)
      expect(answer.body).toBe('')
    }
  })

  it.each([
    ['GET', { accept: '*/*' }],
    ['GET', {}],
    ['HEAD', { accept: '*/*' }],
    ['HEAD', {}],
    ['GET', { accept: '*/*;q=0.8' }],
  ] as const)('answers %s of link previews and uptime checks with %j', async (method, headers) => {
    for (const url of ['/', '/courses/3', '/register?x=a.b']) {
      const answer = await server.app.inject({ method, url, headers })
      expect(answer.statusCode).toBe(200)
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(answer.body === '').toBe(method === 'HEAD')
    }
  })

  it('serves the same configuration as JSON', async () => {
    const answer = await server.app.inject('/runtime-config.json?client=8')

    expect(answer.headers['cache-control']).toBe('no-cache')
    expect(answer.json()).toEqual(configIn((await navigate('/?client=8')).body))
  })
})

describe('paths that are not pages', () => {
  it.each([
    '/api/x',
    '/accounts/x',
    '/activity/x',
    '/community-forum/x',
    '/assets/x.js',
    '/files/x',
    '/brand/x',
  ])('answers 404 as JSON for %s', async (url) => {
    const answer = await navigate(url)

    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ code: 'not_found' })
  })

  it('answers 404 as JSON to a program that does not navigate', async () => {
    const answer = await server.app.inject({ url: '/courses/3', headers: { accept: 'application/json' } })

    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ code: 'not_found' })
  })

  it.each([
    ['a file', '/courses/picture.png', { accept: '*/*' }],
    ["a browser's script", '/courses/3', { accept: '*/*', 'sec-fetch-dest': 'script' }],
    ["the app's own call", '/courses/3', { accept: 'application/json, text/plain, */*' }],
    ['a picture', '/courses/3', { accept: 'image/avif,image/webp,*/*;q=0.8' }],
    ['the API', '/api/x', { accept: '*/*' }],
  ] as const)('answers 404 as JSON to %s that takes anything', async (_, url, headers) => {
    const answer = await server.app.inject({ url, headers })

    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ code: 'not_found' })
  })

  it('answers 404 to a form posted to a page', async () => {
    expect((await server.app.inject({ method: 'POST', url: '/courses/3', headers: html })).statusCode).toBe(
      404,
    )
  })

  it.each([
    '/.vite/manifest.json',
    '/assets/%2e%2e/.vite/manifest.json',
    '/assets/..%2f.vite%2fmanifest.json',
  ])('hides the build file %s', async (url) => {
    const answer = await server.app.inject(url)

    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ code: 'not_found' })
  })
})

describe('built files', () => {
  const asset = '/assets/index-Ab12Cd34.js'

  it('makes hashed files immutable', async () => {
    const answer = await server.app.inject(asset)

    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(answer.headers['content-type']).toBe('text/javascript; charset=utf-8')
    expect(answer.body).toBe(SCRIPT)
  })

  it.each([
    ['br', 'gzip, br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['gzip', 'br;q=0, gzip', gunzipSync],
  ] as const)('sends precompressed %s for Accept-Encoding %s', async (name, accepts, open) => {
    const answer = await server.app.inject({ url: asset, headers: { 'accept-encoding': accepts } })

    expect(answer.headers['content-encoding']).toBe(name)
    expect(answer.headers['vary']).toBe('Accept-Encoding')
    expect(open(answer.rawPayload).toString()).toBe(SCRIPT)
  })

  it('serves the service worker uncached and with the page policy', async () => {
    const answer = await server.app.inject('/sw-custom.js')

    expect(answer.headers['cache-control']).toBe('no-cache')
    expect(answer.headers['content-security-policy']).toContain("connect-src 'self'")
  })
})

describe('response compression', () => {
  it('compresses a long response with brotli', async () => {
    const plain = await server.app.inject('/api/openapi.json')
    const packed = await server.app.inject({ url: '/api/openapi.json', headers: { 'accept-encoding': 'br' } })

    expect(packed.headers['content-encoding']).toBe('br')
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3)
    expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(plain.body)
    const tag = String(packed.headers['etag'])
    expect(tag.startsWith('W/')).toBe(true)
    const again = await server.app.inject({ url: '/api/openapi.json', headers: { 'if-none-match': tag } })
    expect(again.statusCode).toBe(304)
  })

  it('leaves a short response uncompressed', async () => {
    const answer = await server.app.inject({ url: '/healthz', headers: { 'accept-encoding': 'br' } })

    expect(answer.headers['content-encoding']).toBeUndefined()
  })
})
