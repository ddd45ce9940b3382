import fc from '#tests/support/property.ts'
import { describe, expect, it } from 'vitest'
import { colourSteps, scaleNames, themeSettings } from '#contract/client-info/client-info.ts'
import { hexToOklch, oklchToHex, scaleFrom, themeFromBrand } from '#contract/client-info/theme.ts'

const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
const lightness = (hex: string) => hexToOklch(hex).l

const getsDarker = (scale: Record<string, string>) =>
  colourSteps.every((step, index) => {
    const previous = colourSteps[index - 1]
    return previous === undefined || lightness(scale[step] ?? '') < lightness(scale[previous] ?? '')
  })

describe('themeFromBrand', () => {
  it('derives a theme that is valid by the contract, for any colour', () => {
    fc.assert(
      fc.property(colour, (hex) => {
        expect(themeSettings.safeParse(themeFromBrand(hex)).success).toBe(true)
      }),
    )
  })

  it('makes each step darker than the one before, for any colour', () => {
    fc.assert(
      fc.property(colour, (hex) => {
        const theme = themeFromBrand(hex)
        for (const name of scaleNames) expect(getsDarker(theme[name]), `${name} of ${hex}`).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  it('control: finds a scale with two steps swapped', () => {
    const scale = scaleFrom('#3b5bdb')
    expect(getsDarker({ ...scale, '300': scale['600'], '600': scale['300'] })).toBe(false)
  })

  it('contains the exact brand colour as one of the steps', () => {
    fc.assert(
      fc.property(colour, (hex) => {
        expect(Object.values(scaleFrom(hex))).toContain(hex)
        expect(themeFromBrand(hex).default_primary).toBe(hex)
      }),
    )
  })

  it('uses the given secondary and accent colours', () => {
    const theme = themeFromBrand({ primary: '#2456d6', secondary: '#0b7a5b', accent: '#f2a93b' })
    expect(Object.values(theme.secondary)).toContain('#0b7a5b')
    expect(Object.values(theme.accent)).toContain('#f2a93b')
  })

  it('converts a colour to OKLCH and back unchanged', () => {
    fc.assert(
      fc.property(colour, (hex) => {
        expect(oklchToHex(hexToOklch(hex))).toBe(hex)
      }),
    )
  })

  it('rejects a value that is not a colour', () => {
    expect(() => themeFromBrand('red')).toThrow('not a colour')
    expect(() => themeFromBrand('#12345')).toThrow('not a colour')
  })
})
