import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { readConfig } from '#server/core/config.ts'
import { registerSecurityText } from '#server/core/security/security-txt.ts'
import { createTestClock } from '#tests/support/clock.ts'

const NOW = '2026-11-22T09:30:00.000Z'
const YEAR_MS = 365 * 86_400_000
const ask = async (environment: Record<string, string>) => {
  const app = Fastify()
  registerSecurityText(app, readConfig(environment), createTestClock(NOW))
  return app.inject('/.well-known/security.txt')
}

it('names the contact and an end within a year (RFC 9116)', async () => {
  const reply = await ask({
    SECURITY_CONTACT: 'security@example.org',
    PUBLIC_URL: 'https://learn.example.org',
  })
  expect(reply.headers['content-type']).toBe('text/plain; charset=utf-8')
  const fields = new Map(
    reply.body
      .trimEnd()
      .split('\n')
      .map((line) => {
        const [name = '', ...value] = line.split(': ')
        return [name, value.join(': ')] as const
      }),
  )
  expect(fields.get('Contact')).toBe('mailto:security@example.org')
  expect(fields.get('Canonical')).toBe('https://learn.example.org/.well-known/security.txt')
  expect(fields.get('Preferred-Languages')).toBe('en, hi, ar')
  const left = Date.parse(fields.get('Expires') ?? '') - Date.parse(NOW)
  expect(left).toBeGreaterThan(0)
  expect(left).toBeLessThan(YEAR_MS)
})

it('is absent without a contact', async () => {
  expect((await ask({})).statusCode).toBe(404)
})

it('takes an https address and refuses anything that would break its lines', async () => {
  expect((await ask({ SECURITY_CONTACT: 'https://example.org/report' })).body).toContain(
    'Contact: https://example.org/report\n',
  )
  for (const wrong of ['http://example.org', 'someone', 'a@example.org\nExpires: never', 'javascript:x'])
    expect(() => readConfig({ SECURITY_CONTACT: wrong })).toThrow(/SECURITY_CONTACT/)
})
