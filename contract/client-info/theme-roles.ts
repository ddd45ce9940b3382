import type { ColourScale, ThemeSettings } from './client-info.ts'
import {
  BLACK,
  contrast,
  CONTROL_CONTRAST,
  luminance,
  mix,
  adjustUntil,
  hasContrastOn,
  TEXT_CONTRAST,
  WHITE,
} from './colour.ts'
import { decorRoles } from './decor.ts'

export type Mode = 'light' | 'dark'

/** Semantic colours by CSS variable name (without the dashes). */
export type ThemeRoles = Record<string, string>

/** Background luminance limits that keep text legible, whatever colours a tenant chooses. */
const LIGHT_BACKGROUND_MIN = 0.8
const DARK_BACKGROUND_MAX = 0.012
const SOFT_LIGHT_MIN = 0.74
const SOFT_DARK_MAX = 0.045
/** A darker navigation keeps its colour in dark mode. */
const NAV_DARK_MAX = 0.06

/** The first of `inks`, white or black that is legible on the background. */
const inkOn = (background: string, ...inks: string[]): string =>
  [...inks, WHITE, BLACK].find((ink) => contrast(ink, background) >= TEXT_CONTRAST) ?? BLACK

const backgrounds = (theme: ThemeSettings, mode: Mode) => {
  if (mode === 'light') {
    const surface = adjustUntil(theme.background, [WHITE], (hex) => luminance(hex) >= LIGHT_BACKGROUND_MIN)
    return { surface, raised: WHITE, sunken: mix(surface, BLACK, 0.035) }
  }
  const surface = adjustUntil(theme.neutral['900'], [BLACK], (hex) => luminance(hex) <= DARK_BACKGROUND_MAX)
  return { surface, raised: mix(surface, WHITE, 0.045), sunken: mix(surface, BLACK, 0.4) }
}

/**
 * The semantic roles of a tenant's colours. Every text role has 4.5:1 on each background it is meant for;
 * every
 * control, fill and focus ring has 3:1, whatever colours the tenant chose (WCAG 2.2 AA).
 */
export const themeRoles = (theme: ThemeSettings, mode: Mode): ThemeRoles => {
  const isLight = mode === 'light'
  const { surface, raised, sunken } = backgrounds(theme, mode)
  const flat = [surface, raised, sunken]
  const strongest = isLight ? BLACK : WHITE

  const soft = (scale: ColourScale) =>
    isLight
      ? adjustUntil(mix(WHITE, scale['100'], 0.7), [WHITE], (hex) => luminance(hex) >= SOFT_LIGHT_MIN)
      : adjustUntil(mix(raised, scale['500'], 0.16), [surface], (hex) => luminance(hex) <= SOFT_DARK_MAX)
  const softs = {
    'primary-soft': soft(theme.primary),
    'success-soft': soft(theme.success),
    'warning-soft': soft(theme.warning),
    'error-soft': soft(theme.error),
    'info-soft': soft(theme.secondary),
  }
  const all = [...flat, ...Object.values(softs)]

  const text = (scale: ColourScale) =>
    adjustUntil(
      scale[isLight ? '700' : '300'],
      [scale[isLight ? '900' : '100'], strongest],
      hasContrastOn(all, TEXT_CONTRAST),
    )
  const fill = (colour: string, scale: ColourScale) =>
    adjustUntil(colour, [scale[isLight ? '900' : '200'], strongest], hasContrastOn(flat, CONTROL_CONTRAST))

  const primary = fill(theme.default_primary, theme.primary)
  const cta = fill(theme.course_cta, theme.accent)
  const filled = (name: string, colour: string): ThemeRoles => {
    const ink = inkOn(colour, WHITE, theme.font.dark)
    const hover = [0.14, 0.08, 0.04, 0]
      .map((share) => mix(colour, luminance(ink) > 0.5 ? BLACK : WHITE, share))
      .find(hasContrastOn(flat, CONTROL_CONTRAST))
    return { [name]: colour, [`on-${name}`]: ink, [`${name}-hover`]: hover ?? colour }
  }

  return {
    surface,
    'surface-raised': raised,
    'surface-sunken': sunken,
    line: isLight ? mix(sunken, theme.neutral['900'], 0.09) : mix(raised, WHITE, 0.1),
    'line-strong': adjustUntil(theme.neutral['400'], [strongest], hasContrastOn(flat, CONTROL_CONTRAST)),
    ink: adjustUntil(isLight ? theme.font.dark : theme.font.light, [strongest], hasContrastOn(all, 7)),
    'ink-muted': adjustUntil(
      theme.neutral[isLight ? '500' : '400'],
      [theme.neutral[isLight ? '800' : '100'], strongest],
      hasContrastOn(all, TEXT_CONTRAST + 0.3),
    ),
    ...softs,
    ...filled('primary', primary),
    ...filled('cta', cta),
    ...filled('error', fill(theme.error['600'], theme.error)),
    success: fill(theme.success['600'], theme.success),
    warning: fill(theme.warning['500'], theme.warning),
    info: fill(theme.secondary['500'], theme.secondary),
    'primary-text': adjustUntil(
      primary,
      [theme.primary[isLight ? '900' : '100'], strongest],
      hasContrastOn(all, TEXT_CONTRAST),
    ),
    'success-text': text(theme.success),
    'warning-text': text(theme.warning),
    'error-text': text(theme.error),
    'info-text': text(theme.secondary),
    focus: adjustUntil(
      primary,
      [theme.primary[isLight ? '900' : '100'], strongest],
      hasContrastOn(all, CONTROL_CONTRAST),
    ),
    ...navRoles(theme, isLight ? null : raised, softs['primary-soft']),
    ...decorRoles(mode),
  }
}

/** Whether the navigation is darker than the logo that is made for light backgrounds. */
export const isNavDark = (theme: ThemeSettings, mode: Mode): boolean =>
  mode === 'dark' || contrast(theme.nav.background, WHITE) > contrast(theme.nav.background, BLACK)

/** The tenant's navigation colours; in dark mode a light navigation uses the dark background. */
const navRoles = (theme: ThemeSettings, darkBackground: string | null, darkSelected: string): ThemeRoles => {
  const { background, selected, font_light, font_dark } = theme.nav
  const keepsColour = darkBackground === null || luminance(background) <= NAV_DARK_MAX
  const nav = keepsColour ? background : darkBackground
  const navSelected = keepsColour ? selected : darkSelected
  const selectedInk = inkOn(navSelected, font_light, font_dark)
  const ink = inkOn(nav, font_light, font_dark)
  return {
    nav,
    'nav-ink': ink,
    'nav-muted': adjustUntil(mix(ink, nav, 0.25), [ink], hasContrastOn([nav], TEXT_CONTRAST)),
    'nav-selected': navSelected,
    'nav-selected-ink': selectedInk,
    'nav-mark': adjustUntil(
      theme.default_primary,
      [selectedInk],
      hasContrastOn([navSelected], CONTROL_CONTRAST),
    ),
  }
}
