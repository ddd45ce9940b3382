import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pagePolicy } from '#server/core/http/security-headers.ts'
import { missingSecurityHeaders } from '#tests/support/server/security-headers.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server.ts'

describe('H4: security headers (trust 8.4)', () => {
  let plain: TestServer
  let secure: TestServer
  beforeAll(async () => {
    plain = await startTestServer()
    secure = await startTestServer({ env: { PUBLIC_URL: 'https://learn.example.org' } })
  })
  afterAll(async () => {
    await plain.close()
    await secure.close()
  })

  it.each([
    '/healthz',
    '/api/openapi.json',
    '/api/docs/',
    '/api/nothing/',
    '/api/clients/1/public-info/',
    '/%zz',
  ])('H4: sends all of them for %s', async (url) => {
    expect(missingSecurityHeaders((await plain.app.inject(url)).headers)).toEqual([])
    expect(missingSecurityHeaders((await secure.app.inject(url)).headers, { https: true })).toEqual([])
  })

  it('does not force https on plain http', async () => {
    const { headers } = await plain.app.inject('/healthz')

    expect(headers['strict-transport-security']).toBeUndefined()
  })

  it('control: finds missing headers and unsafe-inline', () => {
    expect(missingSecurityHeaders({ server: 'x' })).toEqual(
      expect.arrayContaining([
        'x-content-type-options',
        'referrer-policy',
        'content-security-policy',
        'no version',
      ]),
    )
    expect(
      missingSecurityHeaders({ 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'" }),
    ).toContain('unsafe-inline')
  })
})

describe('page policy', () => {
  it('allows nothing external without Google sign-in', () => {
    const policy = pagePolicy({ https: false, google: false })

    expect(policy).not.toMatch(/google|unsafe|upgrade-insecure-requests|\*/)
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types lms dompurify")
  })

  it('allows connections to configured stream hosts only', () => {
    const streams = ['https://video.example.test']

    expect(pagePolicy({ https: false, google: false, streams })).toContain(
      "media-src 'self' https: blob:; connect-src 'self' https://video.example.test;",
    )
    expect(pagePolicy({ https: false, google: false })).toContain(
      "media-src 'self' https:; connect-src 'self';",
    )
  })

  it("allows Google's sign-in script and upgrades requests on https", () => {
    const policy = pagePolicy({ https: true, google: true })

    expect(policy).toContain("script-src 'self' https://accounts.google.com/gsi/client")
    expect(policy).toContain("frame-src 'self' https://accounts.google.com/gsi/;")
    expect(policy).toContain('upgrade-insecure-requests')
  })
})
