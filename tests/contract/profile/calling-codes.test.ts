import { describe, expect, it } from 'vitest'
import { callingCodes, checkE164, splitPhone, toE164 } from '#contract/profile/calling-codes.ts'

describe('phone numbers', () => {
  it.each([
    ['IN', '98765 43210', '+919876543210'],
    ['IN', '098765-43210', '+919876543210'],
    ['IN', '९८७६५ ४३२१०', '+919876543210'],
    ['SA', '٠٥١ ٢٣٤ ٥٦٧٨', '+966512345678'],
    ['GB', '(020) 7946 0958', '+442079460958'],
    ['IT', '06 698 12345', '+390669812345'],
    // A number with a plus names its own country.
    ['IN', '+1 212 555 0123', '+12125550123'],
    ['BB', '234 5678', '+12462345678'],
  ])('writes a number of %s, %s, as %s', (country, typed, number) => {
    expect(toE164(country, typed)).toEqual({ number })
  })

  it.each([
    ['IN', '98765', 'too_short'],
    ['IN', '987654321012', 'too_long'],
    ['IN', 'call me', 'country'],
    ['XX', '98765 43210', 'country'],
    ['', '98765 43210', 'country'],
    ['IN', '+999 1234567', 'country'],
    ['IN', '+1 212 555 01234', 'too_long'],
  ])('rejects a number of %s, %s: %s', (country, typed, problem) => {
    expect(toE164(country, typed)).toEqual({ problem })
  })

  it('finds the country of every calling code again, or one that shares the code', () => {
    expect(callingCodes.size).toBeGreaterThan(200)
    for (const [country, code] of callingCodes) {
      const found = splitPhone(`+${code}5550199`)
      expect(callingCodes.get(found?.country ?? ''), country).toBe(code)
      expect(new Intl.DisplayNames(['en'], { type: 'region' }).of(country)).not.toBe(country)
    }
    expect(splitPhone('+12125550123')).toEqual({ country: 'US', national: '2125550123' })
    expect(splitPhone('+77012345678')?.country).toBe('RU')
  })

  it('accepts only digits after the plus', () => {
    expect(checkE164('+91 9876543210')).toEqual({ problem: 'country' })
    expect(checkE164('+919876543210')).toEqual({ number: '+919876543210' })
  })
})
