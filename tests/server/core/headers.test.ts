import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pagePolicy } from '#server/core/http/security-headers.ts'
import { missingSecurityHeaders } from '#tests/support/server/security-headers.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server.ts'

describe('the security headers of TRUST §8.4 (H4)', () => {
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
  ])('given any path, when %s is asked, then all of them are there', async (url) => {
    expect(missingSecurityHeaders((await plain.app.inject(url)).headers)).toEqual([])
    expect(missingSecurityHeaders((await secure.app.inject(url)).headers, { https: true })).toEqual([])
  })

  it('given plain http, when a page is asked, then nothing forces https', async () => {
    const { headers } = await plain.app.inject('/healthz')

    expect(headers['strict-transport-security']).toBeUndefined()
  })

  it('given answers without them, when the same check looks, then it reports each one', () => {
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

describe('the policy of pages', () => {
  it('given no Google sign-in, when the policy is made, then nothing outside is allowed to run, frame or connect', () => {
    const policy = pagePolicy({ https: false, google: false })

    expect(policy).not.toMatch(/google|unsafe|upgrade-insecure-requests|\*/)
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types lms dompurify")
  })

  it('given hosts of streams, when the policy is made, then they may be asked and nothing else may', () => {
    const streams = ['https://video.example.test']

    expect(pagePolicy({ https: false, google: false, streams })).toContain(
      "media-src 'self' https: blob:; connect-src 'self' https://video.example.test;",
    )
    expect(pagePolicy({ https: false, google: false })).toContain(
      "media-src 'self' https:; connect-src 'self';",
    )
  })

  it('given Google sign-in and https, when the policy is made, then it names Google and upgrades', () => {
    const policy = pagePolicy({ https: true, google: true })

    expect(policy).toContain("script-src 'self' https://accounts.google.com/gsi/client")
    expect(policy).toContain("frame-src 'self' https://accounts.google.com/gsi/;")
    expect(policy).toContain('upgrade-insecure-requests')
  })
})
