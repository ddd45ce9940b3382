import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clockText, secondsLeft } from '#src/shared/lib/countdown.ts'
import { checkPassword, lengthOf } from '#src/shared/lib/password-checks.ts'
import { judgePassword } from '#server/features/auth/passwords/password.policy.ts'

const context = { min: 12, ownWords: ['Asha Rao', 'asha.rao@kite.test', 'Kite Academy'] }

describe('password checklist', () => {
  it('given no password yet, when checked, then nothing is ticked', () => {
    expect(checkPassword('', context)).toEqual({
      longEnough: false,
      shortEnough: false,
      withoutOwnWords: false,
    })
  })
  it('given characters outside the basic plane, when counted, then each is one', () => {
    expect(lengthOf('🙂🙂🙂')).toBe(3)
    expect(lengthOf('e\u0301')).toBe(1)
  })
  it('given own words of less than four letters, when contained, then they do not matter', () => {
    expect(checkPassword('rao goes home late', context).withoutOwnWords).toBe(true)
    expect(checkPassword('ASHA goes home late', context).withoutOwnWords).toBe(false)
  })

  it('given any password and names, when ticked, then the server finds nothing but a common password', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', 's', 'h', ' ', '1', 'आ', 'م', 'É', '🙂', 'K'),
      maxLength: 160,
    })
    fc.assert(
      fc.property(
        text,
        fc.array(text, { maxLength: 3 }),
        fc.integer({ min: 8, max: 64 }),
        (password, own, min) => {
          const checks = checkPassword(password, { min, ownWords: own })
          const server = judgePassword(password, { min, ownTexts: own })?.code ?? null
          const ticked = checks.longEnough && checks.shortEnough && checks.withoutOwnWords
          expect(ticked).toBe(server === null || server === 'common_password')
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
  ])('given %i seconds, when shown, then it reads %s', (seconds, text) => {
    expect(clockText(seconds)).toBe(text)
  })
  it('given any clock, when counted, then it never goes below 0 or over the longest', () => {
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
