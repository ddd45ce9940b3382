import fc from '#tests/support/property.ts'
import { describe, expect, it } from 'vitest'
import {
  colourSteps,
  scaleNames,
  type ColourScale,
  type ScaleName,
  type ThemeSettings,
} from '#contract/client-info/client-info.ts'
import { themeFromBrand } from '#contract/client-info/theme.ts'
import { defaultTheme } from '#src/core/theme/default-theme.ts'
import { contrast } from '#contract/client-info/colour.ts'
import { themeRoles, type Mode, type ThemeRoles } from '#contract/client-info/theme-roles.ts'
import { contrastFailures as failures } from '#tests/support/contrast-pairs.ts'

const AVATARS = Array.from({ length: 8 }, (_, index) => [
  `avatar-${index + 1}`,
  `avatar-${index + 1}-end`,
]).flat()

const illegibleAvatars = (roles: ThemeRoles) =>
  AVATARS.filter((name) => !(contrast('#ffffff', roles[name] ?? '') >= 4.5))

/** Degrees on the colour circle; a dark orange or yellow is a brown. */
const hue = (colour: string) => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)]
  const turns =
    most === red
      ? (green - blue) / (most - least)
      : most === green
        ? 2 + (blue - red) / (most - least)
        : 4 + (red - green) / (most - least)
  return (turns * 60 + 360) % 360
}
const isBrown = (colour: string) => hue(colour) > 14 && hue(colour) < 70

const hex = fc
  .tuple(fc.integer({ min: 0, max: 255 }), fc.integer({ min: 0, max: 255 }), fc.integer({ min: 0, max: 255 }))
  .map((parts) => `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`)

/** Any colour at any step: worse than what a person would choose, but a valid theme. */
const scale = fc.record(
  Object.fromEntries(colourSteps.map((step) => [step, hex])) as Record<keyof ColourScale, typeof hex>,
)
const anyTheme: fc.Arbitrary<ThemeSettings> = fc.record({
  ...(Object.fromEntries(scaleNames.map((name) => [name, scale])) as Record<ScaleName, typeof scale>),
  nav: fc.record({ background: hex, selected: hex, font_dark: hex, font_light: hex }),
  font: fc.record({ dark: hex, light: hex }),
  font_family: fc.constantFrom('inter' as const, 'system' as const),
  background: hex,
  course_cta: hex,
  default_primary: hex,
})
const modes: fc.Arbitrary<Mode> = fc.constantFrom('light', 'dark')

/** Control: uses the brand's steps without checking contrast. */
const naiveRoles = (theme: ThemeSettings, mode: Mode): ThemeRoles => ({
  ...themeRoles(theme, mode),
  primary: theme.primary['600'],
  'primary-hover': theme.primary['700'],
  'on-primary': '#ffffff',
  'primary-text': theme.primary['600'],
})

describe('themeRoles', () => {
  it('has 4.5:1 for text and 3:1 for controls in both modes, for any colours', () => {
    fc.assert(
      fc.property(anyTheme, modes, (theme, mode) => {
        const roles = themeRoles(theme, mode)
        expect(failures(roles)).toEqual([])
        expect(illegibleAvatars(roles)).toEqual([])
      }),
      { numRuns: 300 },
    )
  })

  it('meets the requirements for a theme derived from any single brand colour', () => {
    fc.assert(
      fc.property(hex, modes, (brand, mode) => {
        expect(failures(themeRoles(themeFromBrand(brand), mode))).toEqual([])
      }),
      { numRuns: 150 },
    )
  })

  it('control: finds failures in roles that use the brand colour unchecked', () => {
    const failing = fc
      .sample(fc.tuple(hex, modes), { numRuns: 60, seed: 7 })
      .filter(([brand, mode]) => failures(naiveRoles(themeFromBrand(brand), mode)).length > 0)
    expect(failing.length).toBeGreaterThan(10)
  })

  it('keeps a brand colour that is already legible', () => {
    const roles = themeRoles(defaultTheme, 'light')
    expect(roles['primary']).toBe(defaultTheme.default_primary)
    expect(roles['on-primary']).toBe('#ffffff')
    expect(roles['nav']).toBe(defaultTheme.nav.background)
  })

  it('replaces a light navigation in dark mode', () => {
    expect(themeRoles(defaultTheme, 'dark')['nav']).not.toBe(defaultTheme.nav.background)
  })

  it('draws no avatar in brown, in either mode', () => {
    for (const mode of ['light', 'dark'] as const) {
      const roles = themeRoles(defaultTheme, mode)
      expect(AVATARS.filter((name) => isBrown(roles[name] ?? ''))).toEqual([])
    }
    // Control: shades 700 and 800 of an orange and of an amber scale.
    expect(['#c2410c', '#9a3412', '#b45309', '#92400e'].map(isBrown)).toEqual([true, true, true, true])
  })
})
