import fc from '#tests/support/property.ts'
import { describe, expect, it } from 'vitest'
import {
  derivedColours,
  repairsOf,
  themeOfBrand,
  type BrandColours,
  type DerivedColour,
} from '#contract/client-info/brand.ts'
import { themeSettings } from '#contract/client-info/client-info.ts'
import { themeRoles } from '#contract/client-info/theme-roles.ts'
import { contrastFailures } from '#tests/support/contrast-pairs.ts'

const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
const maybe = fc.option(hex, { nil: null })
const brand: fc.Arbitrary<BrandColours> = fc.record({
  colour: hex,
  colours: fc.record(
    Object.fromEntries(derivedColours.map((name) => [name, maybe])) as Record<DerivedColour, typeof maybe>,
  ),
  font_family: fc.constantFrom('inter' as const, 'system' as const),
})
const derived = Object.fromEntries(derivedColours.map((name) => [name, null])) as BrandColours['colours']
const of = (colour: string, colours: Partial<BrandColours['colours']> = {}): BrandColours => ({
  colour,
  colours: { ...derived, ...colours },
  font_family: 'inter',
})
const rounds = { numRuns: process.env['FULL'] ? 2000 : 60 }

describe('a brand', () => {
  it('keeps AA in every pair of colours that screens use, whatever colours are set', () => {
    fc.assert(
      fc.property(brand, (each) => {
        const theme = themeOfBrand(each)
        expect(themeSettings.safeParse(theme).success).toBe(true)
        expect(contrastFailures(themeRoles(theme, 'light'))).toEqual([])
        expect(contrastFailures(themeRoles(theme, 'dark'))).toEqual([])
      }),
      rounds,
    )
  })

  it('lists a repair only for a colour that is too weak, and replaces it by one that is not', () => {
    fc.assert(
      fc.property(brand, (each) => {
        for (const { before, after, needed, from, to, part } of repairsOf(themeOfBrand(each))) {
          expect(from).not.toBe(to)
          expect(after, part).toBeGreaterThanOrEqual(needed)
          // A background is measured by its text, which is repaired as well.
          expect(part === 'background' ? 0 : before, part).toBeLessThan(needed)
        }
      }),
      rounds,
    )
  })

  it('says what happens to a yellow that nobody can read on white', () => {
    const light = repairsOf(themeOfBrand(of('#ffe000'))).filter(({ mode }) => mode === 'light')
    expect(light.map(({ part }) => part)).toEqual(['buttons', 'courseButton', 'links'])
    expect(light[0]).toMatchObject({ from: '#ffe000', needed: 3 })
  })

  it('has nothing to repair in the light look of a strong blue', () => {
    expect(repairsOf(themeOfBrand(of('#1d4ed8'))).filter(({ mode }) => mode === 'light')).toEqual([])
  })

  it('tells of a navigation whose texts would both be unreadable', () => {
    const grey = { nav_background: '#777777', nav_font_dark: '#666666', nav_font_light: '#888888' }
    expect(repairsOf(themeOfBrand(of('#1d4ed8', grey)))).toContainEqual(
      expect.objectContaining({ part: 'navText', mode: 'light', needed: 4.5 }),
    )
  })

  it('tells of a background that is too dark for the light look', () => {
    expect(repairsOf(themeOfBrand(of('#1d4ed8', { background: '#222222' })))).toContainEqual(
      expect.objectContaining({ part: 'background', from: '#222222' }),
    )
  })
})
