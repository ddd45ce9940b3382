import { describe, expect, it } from 'vitest'
import {
  isCommonPassword,
  judgePassword,
  passwordMinFor,
} from '#server/features/auth/passwords/password.policy.ts'

const rules = { min: 12, ownTexts: ['asha.rao@example.test', 'Asha Rao', 'Northlight Academy'] }
const verdict = (password: string) => judgePassword(password, rules)?.code ?? 'good'

describe('Password policy', () => {
  it('rejects passwords from common lists', () => {
    const common = [
      'password1234',
      'Password123!',
      'P@ssw0rd1234',
      'p4ssw0rd2026!',
      '123456789012',
      '111111111111',
      'abcabcabcabc',
      'qwertyuiop12',
      'qwertyqwerty',
      '1q2w3e4r5t6y',
      'iloveyou2024',
      'letmein12345',
      'welcome12345!',
      'Administrator1',
      'sunshine2026!!',
      'passwordpassword',
      'dragonmonkey1',
      'jaishreeram108',
      'bismillah786786',
      'zxcvbnmasdfghjkl',
      'abcdefghijkl',
      '2026-2027-2028',
      'correcthorsebatterystaple',
    ]
    const missed = common.filter((password) => verdict(password) !== 'common_password')
    expect(missed).toEqual([])
    expect(new Set(common).size).toBeGreaterThan(20)
  })

  it('accepts passphrases and random passwords in any script', () => {
    const good = [
      'seven tall lighthouses',
      'learn-by-doing-7',
      'walnut harbour violin',
      'xK9#mQ2$vL7!',
      'नदी किनारे पुराना पेड़',
      'القمر فوق الجبل العالي',
      'un café très chaud à midi',
      '🦊🐢🦉🐝🐙 forest walk',
      'my dragon ate 12 pancakes',
    ]
    expect(good.filter((password) => verdict(password) !== 'good')).toEqual([])
  })

  it("rejects the user's and the platform's own words in any letter case", () => {
    for (const password of ['ASHA likes green tea', 'the northlight shines', 'academy of the sea 7'])
      expect(verdict(password)).toBe('personal_password')
    // Three letters occur in ordinary sentences by chance.
    expect(verdict('raoul went sailing')).toBe('good')
  })

  it('counts characters, not bytes, at the length limits', () => {
    expect(verdict('ox by my el')).toBe('too_short')
    expect(verdict('ox by my elm')).toBe('good')
    expect(verdict('🦊🐢🦉🐝🐙🦀🐋🦓🐪🦜🐞')).toBe('too_short')
    expect(verdict(`${'ox by my el '.repeat(10)}12345678`)).toBe('good')
    expect(verdict(`${'ox by my el '.repeat(10)}123456789`)).toBe('too_long')
  })

  it('requires 15 characters of staff and respects a higher tenant minimum', () => {
    expect([passwordMinFor('student', 8), passwordMinFor('student', 20)]).toEqual([8, 20])
    expect([passwordMinFor('instructor', 8), passwordMinFor('superadmin', 20)]).toEqual([15, 20])
  })

  it('control: misses most of these passwords with a plain word list', () => {
    const list = new Set(['password', 'qwerty', 'iloveyou', 'letmein'])
    const dressed = ['P@ssw0rd1234', 'qwertyqwerty', 'iloveyou2024', 'letmein12345']
    expect(dressed.filter((password) => list.has(password))).toEqual([])
    expect(dressed.filter(isCommonPassword)).toEqual(dressed)
  })
})
