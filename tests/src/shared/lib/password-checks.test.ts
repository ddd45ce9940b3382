import fc from '#tests/support/property.ts'
import { describe, expect, it } from 'vitest'
import { clockText, secondsLeft } from '#src/shared/lib/countdown.ts'
import { checkPassword, countCharacters } from '#src/shared/lib/password-checks.ts'
import { judgePassword } from '#server/features/auth/passwords/password.policy.ts'

const context = { min: 12, ownWords: ['Asha Rao', 'asha.rao@kite.test', 'Kite Academy'] }

describe('password checklist', () => {
  it('meets no rule for an empty password', () => {
    expect(checkPassword('', context)).toEqual({
      longEnough: false,
      shortEnough: false,
      withoutOwnWords: false,
    })
  })
  it('counts a character outside the basic plane as one', () => {
    expect(countCharacters('🙂🙂🙂')).toBe(3)
    expect(countCharacters('e\u0301')).toBe(1)
  })
  it('ignores own words with fewer than four letters', () => {
    expect(checkPassword('rao goes home late', context).withoutOwnWords).toBe(true)
    expect(checkPassword('ASHA goes home late', context).withoutOwnWords).toBe(false)
  })

  it('meets all rules exactly when the server rejects at most a common password', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', 's', 'h', ' ', '1', 'आ', 'م', 'É', '🙂', 'K'),
      maxLength: 160,
    })
    fc.assert(
      fc.property(
        text,
        fc.array(text, { maxLength: 3 }),
        fc.integer({ min: 8, max: 64 }),
        (password, ownWords, min) => {
          const checks = checkPassword(password, { min, ownWords })
          const serverCode = judgePassword(password, { min, ownTexts: ownWords })?.code ?? null
          const isAccepted = checks.longEnough && checks.shortEnough && checks.withoutOwnWords
          expect(isAccepted).toBe(serverCode === null || serverCode === 'common_password')
        },
      ),
      { numRuns: 300 },
    )
  })
})

describe('countdown', () => {
  it.each([
    [0, '0:00'],
    [9, '0:09'],
    [75, '1:15'],
    [3600, '1:00:00'],
    [3725, '1:02:05'],
  ])('formats %i seconds as %s', (seconds, text) => {
    expect(clockText(seconds)).toBe(text)
  })
  it('stays between 0 and the longest for any clock', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer(), (until, now) => {
        const left = secondsLeft(until, now, 60)
        expect(left).toBeGreaterThanOrEqual(0)
        expect(left).toBeLessThanOrEqual(60)
        expect(left === 0).toBe(until <= now)
      }),
    )
  })
})
