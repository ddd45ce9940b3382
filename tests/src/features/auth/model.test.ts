import fc from '#tests/support/property.ts'
import { describe, expect, it } from 'vitest'
import { ApiError } from '#src/core/http/api-error.ts'
import { readDraft, writeDraft } from '#src/features/auth/model/draft.ts'
import { failureOf } from '#src/features/auth/model/failure.ts'
import { emailIssue, phoneIssue, serverIssues } from '#src/features/auth/model/issues.ts'
import { parsePendingCode } from '#src/features/auth/model/pending-code.ts'

const texts = {
  fallback: 'Login failed.',
  network: 'network',
  tooMany: 'too many',
  messageOf: (error: ApiError, fallback: string) => error.detail ?? fallback,
}
const NOW = 1_000_000

describe('failureOf', () => {
  it("adds the server's wait to the clock", () => {
    const error = new ApiError({ status: 429, code: 'account_locked', detail: 'x', retryAfterSeconds: 30 })
    expect(failureOf(error, [], texts, NOW)).toMatchObject({ message: 'too many', retryAt: NOW + 30_000 })
  })

  it('shows a message when the form lacks the field of an issue', () => {
    const fields = { device_name: [{ code: 'too_long' as const, message: 'x' }] }
    const error = new ApiError({ status: 422, code: 'invalid_fields', detail: 'Said.', fields })
    expect(failureOf(error, ['email'], texts, NOW)).toMatchObject({ message: 'Said.', issues: {} })
  })

  it('treats a failed chunk as a network failure and other errors as the fallback', () => {
    const chunk = new TypeError('Failed to fetch dynamically imported module')
    expect(failureOf(chunk, [], texts, NOW).message).toBe('network')
    expect(failureOf(new Error('boom'), [], texts, NOW).message).toBe('Login failed.')
  })
})

describe('issues', () => {
  it.each(['', '  ', 'a', 'a@b', 'a b@c.de', '@c.de', 'a@.', 'a,b@c.de'])(
    'rejects the address %j',
    (text) => {
      expect(emailIssue(text)).toBeDefined()
    },
  )
  it.each(['a@b.co', ' asha.rao+1@kite.test ', 'आशा@उदाहरण.भारत'])('accepts the address %j', (text) => {
    expect(emailIssue(text)).toBeUndefined()
  })
  it('accepts an empty optional phone and rejects letters', () => {
    expect(phoneIssue('', false)).toBeUndefined()
    expect(phoneIssue('', true)).toEqual({ key: 'phoneRequired' })
    expect(phoneIssue('call me', false)).toEqual({ key: 'phoneInvalid' })
    expect(phoneIssue('+91 98765-43210', true)).toBeUndefined()
  })
  it('reports the first of several issues of a field', () => {
    const issues = serverIssues({
      password: [
        { code: 'too_short', message: '', params: { min: 15 } },
        { code: 'common_password', message: '' },
      ],
      otp: [{ code: 'invalid', message: '' }],
    })
    expect(issues).toEqual({ password: { key: 'passwordTooShort', count: 15 }, otp: { key: 'codeWrong' } })
  })
})

describe('drafts', () => {
  const initial = { email: '', password: '', accept: false as boolean }

  it('stores and restores only the named fields', () => {
    fc.assert(
      fc.property(fc.string(), fc.string({ minLength: 8 }), fc.boolean(), (email, secret, accept) => {
        fc.pre(!JSON.stringify(email).includes(secret))
        const text = writeDraft({ email, password: secret, accept }, ['email', 'accept'])
        expect(text).not.toContain('password')
        expect(readDraft(text, initial, ['email', 'accept'])).toEqual({ email, password: '', accept })
      }),
    )
  })
  it.each([
    '',
    'null',
    '[]',
    '{',
    '{"email":3,"accept":"yes","password":"x"}',
    '{"__proto__":{"email":"x"}}',
  ])('starts empty from the damaged draft %j', (text) => {
    expect(readDraft(text, initial, ['email', 'accept'])).toEqual(initial)
  })
})

describe('pending code', () => {
  it.each([null, '', 'null', '{}', '{"email":""}', '{"email":3}', '[1]', 'x'])(
    'reads %j as no pending code',
    (text) => {
      expect(parsePendingCode(text)).toBeNull()
    },
  )
  it('replaces an unknown purpose or time by harmless ones', () => {
    expect(parsePendingCode('{"email":"a@b.co","purpose":"x","sentAt":"y"}')).toEqual({
      email: 'a@b.co',
      purpose: 'verify',
      sentAt: null,
    })
  })
})
