import { describe, expect, it } from 'vitest'
import { digitsOf, foldDigits } from '#src/shared/lib/text/digits.ts'
import {
  formatDate,
  formatDuration,
  formatMoney,
  formatNumber,
  formatPercent,
  formatRelative,
  formatWeekday,
} from '#src/shared/lib/format.ts'
import { firstLetter, initials } from '#src/shared/lib/text/initials.ts'
import { pageWindow } from '#src/shared/lib/page-window.ts'
import { hashText, createRandom } from '#src/shared/lib/seed.ts'

describe('initials', () => {
  it.each([
    ['Asha Rao', 'AR'],
    ['  mei  ', 'M'],
    ['Ndidi van Okafor', 'NO'],
    // A consonant keeps its vowel sign: code points alone would be another sound.
    ['किरण वर्मा', 'किव'],
    ['', '?'],
    ['123', '?'],
  ])('shortens %j to %j', (name, expected) => {
    expect(initials(name)).toBe(expected)
  })

  it('keeps the letters of an Arabic name from joining', () => {
    expect(initials('ليلى حداد')).toBe('ل\u200cح')
  })

  it('returns a letter of several code points whole', () => {
    expect(firstLetter('किरण')).toBe('कि')
    expect('किरण'[0]).not.toBe('कि')
  })
})

describe('digits', () => {
  it('replaces digits of three scripts and keeps the rest', () => {
    expect(foldDigits('١٢٣-۴۵۶-७८९ ok')).toBe('123-456-789 ok')
    expect(digitsOf('code: ١٢३ 456')).toBe('123456')
  })
})

describe('page window', () => {
  it.each([
    [1, 1, [1]],
    [1, 10, [1, 2, null, 10]],
    [5, 10, [1, null, 4, 5, 6, null, 10]],
    [3, 10, [1, 2, 3, 4, null, 10]],
    [4, 5, [1, 2, 3, 4, 5]],
    [10, 10, [1, null, 9, 10]],
  ])('offers the ends and the neighbours of page %i of %i', (page, last, expected) => {
    expect(pageWindow(page, last)).toEqual(expected)
  })
})

describe('numbers and dates', () => {
  const now = Date.parse('2026-11-21T12:00:00Z')

  it('formats minutes as hours and minutes, or only minutes', () => {
    expect(formatDuration(135, 'en')).toBe('2 h 15 min')
    expect(formatDuration(120, 'en')).toBe('2 h')
    expect(formatDuration(45, 'en')).toBe('45 min')
    expect(formatDuration(0, 'en')).toBe('0 min')
    expect(formatDuration(135, 'hi')).toBe('2 घं॰ 15 मि॰')
    expect(formatDuration(135, 'ar')).toBe('2 س 15 د')
  })

  it('formats a recent moment relatively and an old one as a date', () => {
    expect(formatRelative('2026-11-21T09:00:00Z', 'en', now)).toBe('3 hours ago')
    expect(formatRelative('2026-11-21T11:59:40Z', 'en', now)).toBe('now')
    expect(formatRelative('2026-11-20T11:00:00Z', 'en', now)).toBe('yesterday')
    expect(formatRelative('2026-11-01T09:00:00Z', 'en', now, { timeZone: 'UTC' })).toBe('Nov 1, 2026')
  })

  it('formats a bare day as the same day in every time zone', () => {
    expect(formatDate('2026-11-21', 'en', { timeZone: 'Pacific/Honolulu' })).toBe('Nov 21, 2026')
    expect(formatWeekday('2026-11-21', 'en', { timeZone: 'Pacific/Honolulu' })).toBe('Sat')
    expect(formatDate('2026-11-21T02:00:00Z', 'en', { timeZone: 'Pacific/Honolulu' })).toBe('Nov 20, 2026')
  })

  it('uses ASCII digits for numbers in Arabic and Hindi', () => {
    expect(formatNumber(1234, 'ar')).toMatch(/^1[,٬]?234$/)
    expect(formatPercent(0.253, 'hi')).toBe('25%')
    expect(formatDate('2026-11-21', 'ar')).toMatch(/\d/)
  })

  it('formats minor units by the digits of the currency', () => {
    expect(formatMoney(12_345, 'USD', 'en')).toBe('$123.45')
    expect(formatMoney(500, 'JPY', 'en')).toBe('¥500')
  })
})

describe('random series', () => {
  it('repeats the series for the same title and differs for another', () => {
    const series = (title: string) => Array.from({ length: 5 }, createRandom(hashText(title)))
    expect(series('Excel from zero')).toEqual(series('Excel from zero'))
    expect(series('Excel from zero')).not.toEqual(series('Excel from one'))
    expect(series('Excel').every((value) => value >= 0 && value < 1)).toBe(true)
  })
})
