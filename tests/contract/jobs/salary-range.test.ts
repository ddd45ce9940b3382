import { describe, expect, it } from 'vitest'
import { salaryRange } from '#contract/jobs/salary-range.ts'

const year = (min: number, max: number, currency = 'INR') => ({ min, max, currency, period: 'year' as const })
const plain = (text: string) => text.replaceAll(/[\s\u2009\u00a0\u200f\u200e\u061c]/g, ' ')

describe('a salary in words', () => {
  it('groups rupees in lakhs, in English and in Hindi', () => {
    expect(plain(salaryRange(year(420_000, 1_650_000), 'en'))).toMatch(/₹4,20,000.+₹16,50,000/)
    expect(plain(salaryRange(year(420_000, 1_650_000), 'hi'))).toMatch(/₹4,20,000.+₹16,50,000/)
  })

  it('groups other currencies as the language does', () => {
    expect(plain(salaryRange(year(42_000, 165_000, 'USD'), 'en'))).toMatch(/\$42,000.+\$165,000/)
  })

  it('writes Latin digits in Arabic, and a single amount without a range', () => {
    expect(salaryRange(year(9_000, 9_000, 'AED'), 'ar')).toMatch(/9,000/)
    expect(salaryRange(year(9_000, 9_000, 'USD'), 'en')).toBe('$9,000')
  })
})
