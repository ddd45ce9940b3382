import { languageInfo, languages } from '#contract/languages.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ApiError } from '#src/core/http/api-error.ts'
import { readDraft, writeDraft } from '#src/features/auth/model/draft.ts'
import { failureOf } from '#src/features/auth/model/failure.ts'
import { emailIssue, phoneIssue, serverIssues } from '#src/features/auth/model/issues.ts'
import { loadLegal } from '#src/features/auth/model/legal.ts'
import { parsePendingCode } from '#src/features/auth/model/pending-code.ts'

const words = {
  fallback: 'Login failed.',
  network: 'network',
  tooMany: 'too many',
  say: (error: ApiError, fallback: string) => error.detail ?? fallback,
}
const NOW = 1_000_000

describe('what a refused call means for a form', () => {
  it('given a wait, when asked, then the moment is the clock plus the seconds', () => {
    const error = new ApiError({ status: 429, code: 'account_locked', detail: 'x', retryAfterSeconds: 30 })
    expect(failureOf(error, [], words, NOW)).toMatchObject({ message: 'too many', retryAt: NOW + 30_000 })
  })

  it('given issues of fields the form does not show, when asked, then the sentence is shown above instead', () => {
    const fields = { device_name: [{ code: 'too_long' as const, message: 'x' }] }
    const error = new ApiError({ status: 422, code: 'invalid_fields', detail: 'Said.', fields })
    expect(failureOf(error, ['email'], words, NOW)).toMatchObject({ message: 'Said.', issues: {} })
  })

  it('given a chunk that did not arrive, when asked, then it is the connection, and a fault of ours is the fallback', () => {
    const chunk = new TypeError('Failed to fetch dynamically imported module')
    expect(failureOf(chunk, [], words, NOW).message).toBe('network')
    expect(failureOf(new Error('boom'), [], words, NOW).message).toBe('Login failed.')
  })
})

describe('issues', () => {
  it.each(['', '  ', 'a', 'a@b', 'a b@c.de', '@c.de', 'a@.', 'a,b@c.de'])(
    'given %j, when read, then it is no address',
    (text) => {
      expect(emailIssue(text)).toBeDefined()
    },
  )
  it.each(['a@b.co', ' asha.rao+1@kite.test ', 'आशा@उदाहरण.भारत'])(
    'given %j, when read, then it is an address',
    (text) => {
      expect(emailIssue(text)).toBeUndefined()
    },
  )
  it('given a phone, when optional, then empty passes and letters do not', () => {
    expect(phoneIssue('', false)).toBeUndefined()
    expect(phoneIssue('', true)).toEqual({ key: 'phoneRequired' })
    expect(phoneIssue('call me', false)).toEqual({ key: 'phoneInvalid' })
    expect(phoneIssue('+91 98765-43210', true)).toBeUndefined()
  })
  it('given several issues of one field, when read, then the first is told', () => {
    const found = serverIssues({
      password: [
        { code: 'too_short', message: '', params: { min: 15 } },
        { code: 'common_password', message: '' },
      ],
      otp: [{ code: 'invalid', message: '' }],
    })
    expect(found).toEqual({ password: { key: 'passwordTooShort', count: 15 }, otp: { key: 'codeWrong' } })
  })
})

describe('drafts', () => {
  const initial = { email: '', password: '', accept: false as boolean }

  it('given any values, when kept and read, then only the named fields come back and nothing else was written', () => {
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
  ])('given damaged storage %j, when read, then the form starts empty', (text) => {
    expect(readDraft(text, initial, ['email', 'accept'])).toEqual(initial)
  })
})

describe('pending code', () => {
  it.each([null, '', 'null', '{}', '{"email":""}', '{"email":3}', '[1]', 'x'])(
    'given %j, when read, then nobody waits',
    (text) => {
      expect(parsePendingCode(text)).toBeNull()
    },
  )
  it('given another purpose or time than ours, when read, then the harmless ones are taken', () => {
    expect(parsePendingCode('{"email":"a@b.co","purpose":"x","sentAt":"y"}')).toEqual({
      email: 'a@b.co',
      purpose: 'verify',
      sentAt: null,
    })
  })
})

describe('legal texts', () => {
  it('have the same parts in every language, none empty, each in its own script', async () => {
    for (const which of ['terms', 'privacy'] as const) {
      const english = await loadLegal('en', which, 'Kite')
      for (const language of languages) {
        const text = await loadLegal(language, which, 'Kite')
        expect(text.parts).toHaveLength(english.parts.length)
        for (const part of text.parts.flat())
          expect(part).toMatch(new RegExp(`\\p{Script=${languageInfo(language).script}}`, 'u'))
        expect(JSON.stringify(text)).not.toContain('{{')
        const named = (document: typeof text) => document.parts.map(([, words]) => words.includes('Kite'))
        expect(named(text)).toEqual(named(english))
      }
    }
  })
})
