import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { colourSteps, scaleNames, themeSettings } from '#contract/client-info/client-info.ts'
import { hexToOklch, oklchToHex, scaleFrom, themeFromBrand } from '#contract/client-info/theme.ts'

const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
const lightness = (hex: string) => hexToOklch(hex).l

const falls = (scale: Record<string, string>) =>
  colourSteps.every((step, index) => {
    const before = colourSteps[index - 1]
    return before === undefined || lightness(scale[step] ?? '') < lightness(scale[before] ?? '')
  })

describe('themeFromBrand', () => {
  it('given any colour, when a theme is derived, then it is a whole theme by the contract', () => {
    fc.assert(
      fc.property(colour, (hex) => {
        expect(themeSettings.safeParse(themeFromBrand(hex)).success).toBe(true)
      }),
    )
  })

  it('given any colour, when scales are built, then each step is darker than the one before', () => {
    fc.assert(
      fc.property(colour, (hex) => {
        const theme = themeFromBrand(hex)
        for (const name of scaleNames) expect(falls(theme[name]), `${name} of ${hex}`).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  it('given a scale with two steps swapped, when checked the same way, then it is found', () => {
    const scale = scaleFrom('#3b5bdb')
    expect(falls({ ...scale, '300': scale['600'], '600': scale['300'] })).toBe(false)
  })

  it('given a brand colour, when its scale is built, then the very colour is one of the steps', () => {
    fc.assert(
      fc.property(colour, (hex) => {
        expect(Object.values(scaleFrom(hex))).toContain(hex)
        expect(themeFromBrand(hex).default_primary).toBe(hex)
      }),
    )
  })

  it('given secondary and accent, when a theme is derived, then they are used', () => {
    const theme = themeFromBrand({ primary: '#2456d6', secondary: '#0b7a5b', accent: '#f2a93b' })
    expect(Object.values(theme.secondary)).toContain('#0b7a5b')
    expect(Object.values(theme.accent)).toContain('#f2a93b')
  })

  it('given a colour, when it goes through OKLCH and back, then it is the same', () => {
    fc.assert(
      fc.property(colour, (hex) => {
        expect(oklchToHex(hexToOklch(hex))).toBe(hex)
      }),
    )
  })

  it('given what is no colour, when a theme is derived, then it is refused', () => {
    expect(() => themeFromBrand('red')).toThrow('not a colour')
    expect(() => themeFromBrand('#12345')).toThrow('not a colour')
  })
})
