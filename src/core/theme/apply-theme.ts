import type { ThemeSettings } from '#contract/client-info/client-info.ts'
import { themeRoles, type Mode } from '#contract/client-info/theme-roles.ts'

const SCALES = ['primary', 'secondary', 'accent', 'neutral', 'success', 'warning', 'error'] as const

/** A family of the product's own fonts, or the device's (contract `font_family`). */
const FAMILIES: Record<ThemeSettings['font_family'], string> = {
  inter: "'Inter Variable', 'Inter Fallback'",
  system: 'system-ui',
}

/** Every style variable of a theme: the tenant's own values as `--tenant-…`, the roles by their name (spec 3). */
export const themeVariables = (theme: ThemeSettings, mode: Mode): Record<string, string> => ({
  ...Object.fromEntries(
    SCALES.flatMap((name) =>
      Object.entries(theme[name]).map(([step, hex]) => [`--tenant-${name}-${step}`, hex]),
    ),
  ),
  '--tenant-nav-background': theme.nav.background,
  '--tenant-nav-selected': theme.nav.selected,
  '--tenant-nav-font-dark': theme.nav.font_dark,
  '--tenant-nav-font-light': theme.nav.font_light,
  '--tenant-font-dark': theme.font.dark,
  '--tenant-font-light': theme.font.light,
  '--tenant-background': theme.background,
  '--tenant-course-cta': theme.course_cta,
  '--tenant-default-primary': theme.default_primary,
  '--font-tenant': FAMILIES[theme.font_family],
  ...Object.fromEntries(Object.entries(themeRoles(theme, mode)).map(([role, hex]) => [`--${role}`, hex])),
})

/** Paints a page (or a part of it, for previews) in a theme. The browser's own bar follows the top bar. */
export const applyTheme = (
  theme: ThemeSettings,
  mode: Mode,
  target: HTMLElement = document.documentElement,
): void => {
  const variables = themeVariables(theme, mode)
  for (const [name, value] of Object.entries(variables)) target.style.setProperty(name, value)
  target.dataset.mode = mode
  if (target !== document.documentElement) return
  let meta = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]')
  if (!meta) {
    meta = document.createElement('meta')
    meta.name = 'theme-color'
    document.head.append(meta)
  }
  meta.content = variables['--surface-raised'] ?? ''
}
