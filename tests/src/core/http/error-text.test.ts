import i18next from 'i18next'
import { languages } from '#contract/languages.ts'
import { describe, expect, it } from 'vitest'
import { errorCodes } from '#contract/errors.ts'
import { ApiError } from '#src/core/http/api-error.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { startTexts } from '#tests/support/web/texts.ts'

const failure = (given: Partial<ConstructorParameters<typeof ApiError>[0]>) =>
  new ApiError({ status: 401, code: 'unknown', detail: null, ...given })

describe('an error in words (spec 8)', () => {
  it('uses the message of the server in English, else the fallback', async () => {
    await startTexts('en')
    expect(errorText(failure({ detail: 'No such person.' }), 'Login failed')).toBe('No such person.')
    expect(errorText(failure({}), 'Login failed')).toBe('Login failed')
    expect(errorText(new Error('boom'), 'Login failed')).toBe('Login failed')
  })

  it('names the connection after the fallback when there was no response', async () => {
    await startTexts('en')
    expect(errorText(failure({ status: null, code: 'network' }), 'Login failed.')).toBe(
      'Login failed. Check your connection and try again.',
    )
    expect(errorText(failure({ status: null, code: 'bad_answer' }), 'Login failed')).toMatch(
      /^Login failed\. Another/,
    )
  })

  it('translates a known code instead of showing the English message', async () => {
    await startTexts('ar')
    const refused = failure({ code: 'invalid_credentials', detail: 'The e-mail or password is wrong.' })
    expect(errorText(refused, 'فشل تسجيل الدخول')).toMatch(/^\P{Script=Latin}*$/u)
    expect(errorText(failure({ detail: 'From another back end' }), 'فشل')).toBe('From another back end')
  })

  it.each(languages)('has a text for every code in %s', async (language) => {
    await startTexts(language)
    expect(errorCodes.filter((code) => !i18next.exists(`app:errors.codes.${code}`))).toEqual([])
  })
})
