import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addClient, addPerson } from '#tests/support/server/people.ts'
import { originFor, packageOfHost } from '#server/features/scorm/origin.ts'
import { VIDEO, startScormWorld, type ScormWorld } from './world.ts'

let world: ScormWorld
beforeAll(async () => {
  world = await startScormWorld()
})
afterAll(() => world.server.close())

const launch = async (user = world.sam) => (await world.open(user, 'Lesson')).body.launch
const sandboxOf = (reply: { headers: Record<string, unknown> }) =>
  /sandbox ([^;]*)/.exec(String(reply.headers['content-security-policy']))?.[1]

/** As browsers describe a request of a document without an origin; pages cannot set these headers. */
const FROM_PACKAGE = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'script' }
const FRAMED = { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'iframe' }

describe('files of a SCORM package', () => {
  it('serves a page with the run-time first, in a strict sandbox', async () => {
    const page = await world.fetch(await launch())
    expect(page.statusCode).toBe(200)
    expect(page.headers).toMatchObject({
      'content-type': 'text/html',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    })
    expect(page.headers['x-frame-options']).toBeUndefined()
    expect(page.headers['set-cookie']).toBeUndefined()
    expect(sandboxOf(page)).toBe('allow-scripts allow-forms allow-modals allow-popups allow-downloads')
    expect(page.headers['content-security-policy']).toContain("default-src 'none'")
    const [, script] = /^<!DOCTYPE html><script src="([^"]+)"><\/script>/.exec(page.body) ?? []
    const runTime = await world.server.app.inject({ method: 'GET', url: script ?? '' })
    expect(runTime.statusCode).toBe(200)
    expect(runTime.headers['content-type']).toBe('text/javascript; charset=utf-8')
    expect(runTime.body).toContain('Scorm12API')
    expect((await world.server.app.inject({ method: 'GET', url: `${script}x` })).statusCode).toBe(404)
  })

  it('serves other files with the media type of their name', async () => {
    const address = await launch()
    const script = await world.fetch(address, 'content/shared/a%20b.js', FROM_PACKAGE)
    expect([script.body, script.headers['content-type']]).toEqual(['var a = 1', 'text/javascript'])
    const tool = await world.fetch(address, 'content/tool.exe')
    expect(tool.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment',
    })
    const drawing = await world.fetch(address, 'content/drawing.svg')
    expect(sandboxOf(drawing)).not.toContain('allow-same-origin')
  })

  it.each(['film.mp4', 'film2.mp4'])('serves exactly the asked ranges of %s', async (name) => {
    const address = await launch()
    const fetchRange = (range: string) => world.fetch(address, `content/${name}`, { range })
    const middle = await fetchRange('bytes=1000-1999')
    expect(middle.statusCode).toBe(206)
    expect(middle.headers['content-range']).toBe('bytes 1000-1999/5000')
    expect(middle.rawPayload.equals(VIDEO.subarray(1000, 2000))).toBe(true)
    expect((await fetchRange('bytes=-10')).rawPayload.equals(VIDEO.subarray(4990))).toBe(true)
    expect((await fetchRange('bytes=0-')).rawPayload.equals(VIDEO)).toBe(true)
    expect((await fetchRange('bytes=6000-')).statusCode).toBe(416)
    expect((await world.fetch(address, `content/${name}`)).rawPayload.equals(VIDEO)).toBe(true)
  })

  it('answers 404 for path traversal and names outside the package', async () => {
    const address = await launch()
    for (const name of [
      '../../../../../etc/passwd',
      '..%2f..%2f..%2fetc%2fpasswd',
      '%2e%2e/imsmanifest.xml',
      'content/%2e%2e/%2e%2e/x',
      'content\\index.html%00',
      'content/',
      '',
      '__proto__',
    ])
      expect((await world.fetch(address, name)).statusCode, name).toBe(404)
  })

  it("rejects a forged or expired ticket and another tenant's ticket", async () => {
    const address = await launch()
    const [, , , , ticket = '', ...rest] = address.path.split('/')
    const fetch = (client: number, ticketPart: string) =>
      world.server.app.inject({
        method: 'GET',
        url: `/files/${client}/scorm/${ticketPart}/${rest.join('/')}`,
      })
    await addClient(world.server.db, { id: 9 })
    const [payload = '', signature = ''] = ticket.split('.')
    const forged = Buffer.from(payload, 'base64url').toString().replace(/^\d+/, '1')
    const statuses = await Promise.all([
      fetch(7, ticket),
      fetch(9, ticket),
      fetch(7, `${Buffer.from(forged).toString('base64url')}.${signature}`),
      fetch(7, payload),
      fetch(7, `${payload}.${signature.slice(0, -1)}`),
    ])
    expect(statuses.map(({ statusCode }) => statusCode)).toEqual([200, 404, 404, 404, 404])
    world.server.clock.advance(8 * 3_600_000)
    expect((await world.fetch(address)).statusCode).toBe(404)
    expect((await world.fetch(await launch())).statusCode).toBe(200)
  })

  it('rejects a saved address after its learner left the course', async () => {
    const user = await addPerson(world.server.db, { clientId: 7, name: 'Leo Leaves', role: 'student' })
    const enrolment = `/courses/${world.courseId}/enrolment/`
    await world.ask(user, 'POST', enrolment)
    const address = await launch(user)
    expect((await world.fetch(address)).statusCode).toBe(200)
    await world.ask(user, 'DELETE', enrolment)
    expect((await world.fetch(address)).statusCode).toBe(404)
  })

  it("serves only the package's own files on its origin", async () => {
    const item = world.id('Lesson')
    const host = `scorm-7-${item}.localhost:4100`
    const address = await launch()
    const page = await world.fetch(address, undefined, { host })
    expect(page.statusCode).toBe(200)
    expect(sandboxOf(page)).toContain('allow-same-origin')
    const ask = (url: string) => world.server.app.inject({ method: 'GET', url, headers: { host } })
    for (const url of [
      '/',
      '/login',
      '/healthz',
      '/api/clients/7/courses/',
      '/files/7/x.png',
      '/sw-custom.js',
    ])
      expect((await ask(url)).statusCode, url).toBe(404)
    // Another package's storage in the browser is not this one's.
    expect(
      (await world.fetch(address, undefined, { host: `scorm-7-${item + 1}.localhost:4100` })).statusCode,
    ).toBe(404)
    expect(
      (await world.fetch(address, undefined, { host: `scorm-8-${item}.localhost:4100` })).statusCode,
    ).toBe(404)
  })
})

describe("packages on the product's own origin", () => {
  it.each([
    'script',
    'worker',
    'sharedworker',
    'serviceworker',
    'style',
    'image',
    'empty',
    'embed',
    'object',
  ])('answers 404 when a page of the product asks for a %s', async (dest) => {
    const address = await launch()
    for (const site of ['same-origin', 'same-site', 'none'])
      for (const file of ['content/shared/a%20b.js', 'content/index.html', 'content/drawing.svg'])
        expect(
          (await world.fetch(address, file, { 'sec-fetch-site': site, 'sec-fetch-dest': dest })).statusCode,
          `${site} ${file}`,
        ).toBe(404)
  })

  it('answers documents in a frame, and what those load', async () => {
    const address = await launch()
    const page = await world.fetch(address, undefined, FRAMED)
    expect([page.statusCode, sandboxOf(page)]).toEqual([
      200,
      expect.not.stringContaining('allow-same-origin'),
    ])
    const script = await world.fetch(address, 'content/shared/a%20b.js', FROM_PACKAGE)
    expect(script.statusCode).toBe(200)
    // A cache must not answer a page of the product with it.
    expect(script.headers['cache-control']).toBe('private, no-store')
    expect(script.headers['vary']).toContain('sec-fetch-site')
  })

  it('refuses scripts to callers that say nothing about themselves', async () => {
    const address = await launch()
    expect((await world.fetch(address, 'content/shared/a%20b.js')).statusCode).toBe(404)
    expect((await world.fetch(address, 'content/film.mp4')).statusCode).toBe(200)
  })
})

describe('packages with PACKAGES_URL', () => {
  let own: ScormWorld
  beforeAll(async () => {
    own = await startScormWorld(undefined, undefined, undefined, {
      env: { PACKAGES_URL: 'https://packages.example.org' },
    })
  })
  afterAll(() => own.server.close())

  it('serves package files and their run-time on that host only', async () => {
    const address = (await own.open(own.sam, 'Lesson')).body.launch
    const ask = (host: string, file?: string) => own.fetch(address, file, { host, ...FRAMED })
    const page = await ask('packages.example.org')
    expect(page.statusCode).toBe(200)
    const [, runTime = ''] = /<script src="([^"]+)">/.exec(page.body) ?? []
    const files = [undefined, 'content/shared/a%20b.js', 'content/film.mp4']
    for (const file of files) expect((await ask('packages.example.org', file)).statusCode).toBe(200)
    for (const file of files) expect((await ask('learn.example.org', file)).statusCode).toBe(404)
    const runTimeOn = async (host: string) =>
      (await own.server.app.inject({ method: 'GET', url: runTime, headers: { host } })).statusCode
    expect([await runTimeOn('packages.example.org'), await runTimeOn('learn.example.org')]).toEqual([
      200, 404,
    ])
  })
})

describe('origin of a package', () => {
  const key = { clientId: 7, itemId: 12 }
  it.each([
    [null, 'http://127.0.0.1:4100', 'http://scorm-7-12.localhost:4100'],
    [null, 'http://localhost:4100', 'http://scorm-7-12.localhost:4100'],
    [null, 'https://learn.example.org', null],
    [null, 'http://localhost.example.org', null],
    [null, undefined, null],
    [
      'https://*.packages.example.org',
      'https://learn.example.org',
      'https://scorm-7-12.packages.example.org',
    ],
    ['https://packages.example.org', 'https://learn.example.org', 'https://packages.example.org'],
  ])('for packages at %s and the product at %s, the origin is %s', (packagesUrl, productOrigin, expected) => {
    expect(originFor(key, { packagesUrl, productOrigin })).toBe(expected)
    const host = expected === null ? 'learn.example.org' : new URL(expected).host
    const whose = expected === null ? null : packagesUrl?.includes('*') === false ? 'shared' : key
    expect(packageOfHost(host, packagesUrl)).toEqual(whose)
  })
  it.each([
    'learn.example.org',
    'localhost:4100',
    '127.0.0.1',
    'app.localhost',
    'scorm-7-12.localhost.example.org',
  ])("treats %s as the product's own host", (host) => {
    expect(packageOfHost(host, null)).toBeNull()
  })
})
