import fc from 'fast-check'
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

const FLAT = ['surface', 'surface-raised', 'surface-sunken']
const SOFT = ['primary-soft', 'success-soft', 'warning-soft', 'error-soft', 'info-soft']
const on = (front: readonly string[], back: readonly string[], ratio: number) =>
  front.flatMap((text) => back.map((ground) => [text, ground, ratio] as const))

/** Which role is drawn on which, and what WCAG 2.2 AA asks of it: written apart from the code that computes them. */
const DUTIES = [
  ...on(['ink', 'ink-muted', 'primary-text'], [...FLAT, ...SOFT], 4.5),
  ...on(['success-text', 'warning-text', 'error-text', 'info-text'], [...FLAT, ...SOFT], 4.5),
  ...on(['on-primary'], ['primary', 'primary-hover'], 4.5),
  ...on(['on-cta'], ['cta', 'cta-hover'], 4.5),
  ...on(['on-error'], ['error', 'error-hover'], 4.5),
  ...on(['nav-ink', 'nav-muted'], ['nav'], 4.5),
  ...on(['nav-selected-ink'], ['nav-selected'], 4.5),
  ...on(['primary', 'primary-hover', 'cta', 'error', 'success', 'warning', 'info', 'line-strong'], FLAT, 3),
  ...on(['focus'], [...FLAT, ...SOFT], 3),
  ...on(['nav-mark'], ['nav-selected'], 3),
]

const broken = (roles: ThemeRoles) =>
  DUTIES.filter(([front, back, ratio]) => contrast(roles[front] ?? '', roles[back] ?? '') < ratio).map(
    ([front, back, ratio]) => `${front} ${roles[front]} on ${back} ${roles[back]} < ${ratio}`,
  )

const whiteOnArt = (roles: ThemeRoles) =>
  Array.from({ length: 8 }, (_, index) => roles[`art-${index + 1}`] ?? '').filter(
    (colour) => !(contrast('#ffffff', colour) >= 4.5),
  )

const hex = fc
  .tuple(fc.integer({ min: 0, max: 255 }), fc.integer({ min: 0, max: 255 }), fc.integer({ min: 0, max: 255 }))
  .map((parts) => `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`)

/** Any colour at any step: worse than what a person would choose, and still a valid theme. */
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

/** What many products do: the brand's own steps, whatever they look like. */
const naiveRoles = (theme: ThemeSettings, mode: Mode): ThemeRoles => ({
  ...themeRoles(theme, mode),
  primary: theme.primary['600'],
  'primary-hover': theme.primary['700'],
  'on-primary': '#ffffff',
  'primary-text': theme.primary['600'],
})

describe('roles of a theme', () => {
  it('given any colours at all, when roles are computed, then text has 4.5:1 and controls 3:1 in both modes', () => {
    fc.assert(
      fc.property(anyTheme, modes, (theme, mode) => {
        const roles = themeRoles(theme, mode)
        expect(broken(roles)).toEqual([])
        expect(whiteOnArt(roles)).toEqual([])
      }),
      { numRuns: 300 },
    )
  })

  it('given any single brand colour, when its theme is derived, then the same holds', () => {
    fc.assert(
      fc.property(hex, modes, (brand, mode) => {
        expect(broken(themeRoles(themeFromBrand(brand), mode))).toEqual([])
      }),
      { numRuns: 150 },
    )
  })

  it('control: given roles that take the brand as it is, when the same themes are tried, then some fail', () => {
    const failures = fc
      .sample(fc.tuple(hex, modes), { numRuns: 60, seed: 7 })
      .filter(([brand, mode]) => broken(naiveRoles(themeFromBrand(brand), mode)).length > 0)
    expect(failures.length).toBeGreaterThan(10)
  })

  it('given a brand that is legible already, when roles are computed, then it is kept as it is', () => {
    const roles = themeRoles(defaultTheme, 'light')
    expect(roles['primary']).toBe(defaultTheme.default_primary)
    expect(roles['on-primary']).toBe('#ffffff')
    expect(roles['nav']).toBe(defaultTheme.nav.background)
  })

  it('given a light navigation, when the page is dark, then the navigation is dark too', () => {
    expect(themeRoles(defaultTheme, 'dark')['nav']).not.toBe(defaultTheme.nav.background)
  })
})
