import { describe, expect, it } from 'vitest'
import {
  isCommonPassword,
  judgePassword,
  passwordMinFor,
} from '#server/features/auth/passwords/password.policy.ts'

const rules = { min: 12, ownTexts: ['asha.rao@example.test', 'Asha Rao', 'Northlight Academy'] }
const judge = (password: string) => judgePassword(password, rules)?.code ?? 'good'

describe('Passwords', () => {
  it('given passwords as people choose them on lists, when judged, then they are too common', () => {
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
    const missed = common.filter((password) => judge(password) !== 'common_password')
    expect(missed).toEqual([])
    expect(new Set(common).size).toBeGreaterThan(20)
  })

  it('given passphrases and random ones in any script, when judged, then they are good', () => {
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
    expect(good.filter((password) => judge(password) !== 'good')).toEqual([])
  })

  it('given own or the platform’s words, when judged, then they are refused in any case', () => {
    for (const password of ['ASHA likes green tea', 'the northlight shines', 'academy of the sea 7'])
      expect(judge(password)).toBe('personal_password')
    // Three letters appear in ordinary sentences by chance.
    expect(judge('raoul went sailing')).toBe('good')
  })

  it('given lengths at the border, when counted, then characters count and not bytes', () => {
    expect(judge('ox by my el')).toBe('too_short')
    expect(judge('ox by my elm')).toBe('good')
    expect(judge('🦊🐢🦉🐝🐙🦀🐋🦓🐪🦜🐞')).toBe('too_short')
    expect(judge(`${'ox by my el '.repeat(10)}12345678`)).toBe('good')
    expect(judge(`${'ox by my el '.repeat(10)}123456789`)).toBe('too_long')
  })

  it('given roles and tenants, when the minimum is asked, then staff need 15 and tenants may ask for more', () => {
    expect([passwordMinFor('student', 8), passwordMinFor('student', 20)]).toEqual([8, 20])
    expect([passwordMinFor('instructor', 8), passwordMinFor('superadmin', 20)]).toEqual([15, 20])
  })

  it('control: given a plain list of words, when the same passwords are looked up, then most slip through', () => {
    const list = new Set(['password', 'qwerty', 'iloveyou', 'letmein'])
    const dressed = ['P@ssw0rd1234', 'qwertyqwerty', 'iloveyou2024', 'letmein12345']
    expect(dressed.filter((password) => list.has(password))).toEqual([])
    expect(dressed.filter(isCommonPassword)).toEqual(dressed)
  })
})
