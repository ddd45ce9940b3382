import type { ColourScale, ThemeSettings } from './client-info.ts'
import {
  BLACK,
  contrast,
  CONTROL_CONTRAST,
  luminance,
  mix,
  reach,
  standsOn,
  TEXT_CONTRAST,
  WHITE,
} from './colour.ts'

export type Mode = 'light' | 'dark'

/** Semantic colours by CSS variable name (without the dashes). */
export type Roles = Record<string, string>

/** Luminance a ground keeps so that text on it can always be legible, whatever scales a tenant brings. */
const LIGHT_GROUND_MIN = 0.8
const DARK_GROUND_MAX = 0.012
const SOFT_LIGHT_MIN = 0.74
const SOFT_DARK_MAX = 0.045
/** A navigation darker than this stays as it is in dark mode. */
const NAV_DARK_MAX = 0.06
export const ART_COLOURS = 8

/** White where it is legible, else the first of `darks` that is, else black. */
const inkOn = (ground: string, ...inks: string[]): string =>
  [...inks, WHITE, BLACK].find((ink) => contrast(ink, ground) >= TEXT_CONTRAST) ?? BLACK

const grounds = (theme: ThemeSettings, mode: Mode) => {
  if (mode === 'light') {
    const surface = reach(theme.background, [WHITE], (hex) => luminance(hex) >= LIGHT_GROUND_MIN)
    return { surface, raised: WHITE, sunken: mix(surface, BLACK, 0.035) }
  }
  const surface = reach(theme.neutral['900'], [BLACK], (hex) => luminance(hex) <= DARK_GROUND_MAX)
  return { surface, raised: mix(surface, WHITE, 0.045), sunken: mix(surface, BLACK, 0.4) }
}

/**
 * The semantic roles of a tenant's scales. Every role that carries text has 4.5:1 on each ground it is meant for,
 * and every control, fill and focus ring 3:1, whatever colours the tenant picked (WCAG 2.2 AA).
 */
export const themeRoles = (theme: ThemeSettings, mode: Mode): Roles => {
  const light = mode === 'light'
  const { surface, raised, sunken } = grounds(theme, mode)
  const flat = [surface, raised, sunken]
  const strongest = light ? BLACK : WHITE

  const soft = (scale: ColourScale) =>
    light
      ? reach(mix(WHITE, scale['100'], 0.7), [WHITE], (hex) => luminance(hex) >= SOFT_LIGHT_MIN)
      : reach(mix(raised, scale['500'], 0.16), [surface], (hex) => luminance(hex) <= SOFT_DARK_MAX)
  const softs = {
    'primary-soft': soft(theme.primary),
    'success-soft': soft(theme.success),
    'warning-soft': soft(theme.warning),
    'error-soft': soft(theme.error),
    'info-soft': soft(theme.secondary),
  }
  const all = [...flat, ...Object.values(softs)]

  const text = (scale: ColourScale) =>
    reach(
      scale[light ? '700' : '300'],
      [scale[light ? '900' : '100'], strongest],
      standsOn(all, TEXT_CONTRAST),
    )
  const fill = (colour: string, scale: ColourScale) =>
    reach(colour, [scale[light ? '900' : '200'], strongest], standsOn(flat, CONTROL_CONTRAST))

  const primary = fill(theme.default_primary, theme.primary)
  const cta = fill(theme.course_cta, theme.accent)
  const filled = (name: string, colour: string): Roles => {
    const ink = inkOn(colour, WHITE, theme.font.dark)
    const hover = [0.14, 0.08, 0.04, 0]
      .map((part) => mix(colour, luminance(ink) > 0.5 ? BLACK : WHITE, part))
      .find(standsOn(flat, CONTROL_CONTRAST))
    return { [name]: colour, [`on-${name}`]: ink, [`${name}-hover`]: hover ?? colour }
  }

  return {
    surface,
    'surface-raised': raised,
    'surface-sunken': sunken,
    line: light ? mix(sunken, theme.neutral['900'], 0.09) : mix(raised, WHITE, 0.1),
    'line-strong': reach(theme.neutral['400'], [strongest], standsOn(flat, CONTROL_CONTRAST)),
    ink: reach(light ? theme.font.dark : theme.font.light, [strongest], standsOn(all, 7)),
    'ink-muted': reach(
      theme.neutral[light ? '500' : '400'],
      [theme.neutral[light ? '800' : '100'], strongest],
      standsOn(all, TEXT_CONTRAST + 0.3),
    ),
    ...softs,
    ...filled('primary', primary),
    ...filled('cta', cta),
    ...filled('error', fill(theme.error['600'], theme.error)),
    success: fill(theme.success['600'], theme.success),
    warning: fill(theme.warning['500'], theme.warning),
    info: fill(theme.secondary['500'], theme.secondary),
    'primary-text': reach(
      primary,
      [theme.primary[light ? '900' : '100'], strongest],
      standsOn(all, TEXT_CONTRAST),
    ),
    'success-text': text(theme.success),
    'warning-text': text(theme.warning),
    'error-text': text(theme.error),
    'info-text': text(theme.secondary),
    focus: reach(primary, [theme.primary[light ? '900' : '100'], strongest], standsOn(all, CONTROL_CONTRAST)),
    ...navRoles(theme, light ? null : raised, softs['primary-soft']),
    ...artRoles(theme),
  }
}

/** The tenant's own navigation colours; a light navigation gives way to the dark ground in dark mode. */
const navRoles = (theme: ThemeSettings, darkGround: string | null, darkSelected: string): Roles => {
  const { background, selected, font_light, font_dark } = theme.nav
  const own = darkGround === null || luminance(background) <= NAV_DARK_MAX
  const nav = own ? background : darkGround
  const navSelected = own ? selected : darkSelected
  const selectedInk = inkOn(navSelected, font_light, font_dark)
  const ink = inkOn(nav, font_light, font_dark)
  return {
    nav,
    'nav-ink': ink,
    'nav-muted': reach(mix(ink, nav, 0.25), [ink], standsOn([nav], TEXT_CONTRAST)),
    'nav-selected': navSelected,
    'nav-selected-ink': selectedInk,
    'nav-mark': reach(theme.default_primary, [selectedInk], standsOn([navSelected], CONTROL_CONTRAST)),
  }
}

/** Colours of generated covers and avatars: dark enough for white letters. */
const artRoles = (theme: ThemeSettings): Roles => {
  const { primary, secondary, accent, success } = theme
  const picks = [
    primary['600'],
    secondary['600'],
    accent['700'],
    primary['800'],
    success['700'],
    secondary['800'],
    accent['800'],
    primary['700'],
  ]
  return Object.fromEntries(
    picks
      .slice(0, ART_COLOURS)
      .map((hex, index) => [`art-${index + 1}`, reach(hex, [BLACK], standsOn([WHITE], TEXT_CONTRAST))]),
  )
}
