import fc from '#tests/support/property.ts'
import { describe, expect, it } from 'vitest'
import {
  financialYearOf,
  foldGstin,
  gstinCheckDigit,
  isGstin,
  splitTax,
  stateOfGstin,
} from '#contract/money/gst.ts'

const VALID = ['27AAPFU0939F1ZV', '29AAGCB7383J1Z4', '29AABCL1234M1ZF']
const CHARS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('')

describe('a GSTIN', () => {
  it.each(VALID)('is accepted with its check digit: %s', (gstin) => {
    expect(isGstin(gstin)).toBe(true)
    expect(gstinCheckDigit(gstin.slice(0, 14))).toBe(gstin[14])
    expect(stateOfGstin(gstin)).toBe(gstin.slice(0, 2))
  })

  it('is refused with any other single character', () => {
    const others = VALID.flatMap((gstin) =>
      gstin
        .split('')
        .flatMap((own, at) =>
          CHARS.filter((char) => char !== own).map((char) => gstin.slice(0, at) + char + gstin.slice(at + 1)),
        ),
    )
    expect(others).toHaveLength(3 * 15 * 35)
    expect(others.filter(isGstin)).toEqual([])
  })

  it('is refused of a state that does not exist', () => {
    const first = '99AAPFU0939F1Z'
    expect(isGstin(first + gstinCheckDigit(first))).toBe(false)
  })

  it('is read as people type it', () => {
    expect(isGstin(foldGstin(' 27aapfu 0939-f1zv '))).toBe(true)
  })
})

describe('the tax in an amount', () => {
  const amounts = fc.integer({ min: 1, max: 1_000_000_000_000 })
  const rates = fc.integer({ min: 0, max: 50 })

  it('makes the amount with the taxable value, in equal halves within a state', () => {
    fc.assert(
      fc.property(amounts, rates, fc.boolean(), (amount, rate, isSameState) => {
        const { taxableMinor, cgstMinor, sgstMinor, igstMinor } = splitTax(amount, rate, isSameState)
        expect(taxableMinor + cgstMinor + sgstMinor + igstMinor).toBe(amount)
        expect(cgstMinor).toBe(sgstMinor)
        expect(isSameState ? igstMinor : cgstMinor).toBe(0)
        expect(Math.min(taxableMinor, cgstMinor, igstMinor)).toBeGreaterThanOrEqual(0)
        // No further from the exact tax than half a minor unit for each rounded part.
        const exact = (amount * rate) / (100 + rate)
        expect(Math.abs(2 * cgstMinor + igstMinor - exact)).toBeLessThanOrEqual(1.01)
      }),
    )
  })

  it('is known for 1,180 rupees with 18 percent', () => {
    expect(splitTax(118_000, 18, true)).toEqual({
      taxableMinor: 100_000,
      cgstMinor: 9_000,
      sgstMinor: 9_000,
      igstMinor: 0,
    })
    expect(splitTax(118_000, 18, false).igstMinor).toBe(18_000)
  })

  it('control: rounding every part by itself misses the amount', () => {
    const roundAll = (amount: number, rate: number) =>
      Math.round((amount * 100) / (100 + rate)) + 2 * Math.round((amount * rate) / (2 * (100 + rate)))
    const wrong = Array.from({ length: 1000 }, (_, index) => index + 1).filter(
      (amount) => roundAll(amount, 18) !== amount,
    )
    expect(wrong.length).toBeGreaterThan(0)
  })
})

it('begins a financial year on 1 April', () => {
  expect(financialYearOf('2026-03-31')).toBe(2025)
  expect(financialYearOf('2026-04-01')).toBe(2026)
  expect(financialYearOf('2027-01-15')).toBe(2026)
})
