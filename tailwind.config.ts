import type { Config } from 'tailwindcss'

/** Roles only: a colour that is not a role of the theme has no class (design tokens). */
const role = (name: string) => `var(--${name})`
const kind = (name: string) => ({
  DEFAULT: role(name),
  soft: role(`${name}-soft`),
  text: role(`${name}-text`),
})
const filled = (name: string) => ({ ...kind(name), hover: role(`${name}-hover`) })

const config: Config = {
  // Where classes are looked for stands in the two sheets themselves (src/app/styles.css, pages.css).
  content: [],
  darkMode: ['selector', '[data-mode="dark"]'],
  theme: {
    colors: {
      transparent: 'transparent',
      current: 'currentColor',
      surface: { DEFAULT: role('surface'), raised: role('surface-raised'), sunken: role('surface-sunken') },
      line: { DEFAULT: role('line'), strong: role('line-strong') },
      ink: { DEFAULT: role('ink'), muted: role('ink-muted') },
      primary: filled('primary'),
      'on-primary': role('on-primary'),
      cta: { DEFAULT: role('cta'), hover: role('cta-hover') },
      'on-cta': role('on-cta'),
      success: kind('success'),
      warning: kind('warning'),
      error: filled('error'),
      'on-error': role('on-error'),
      info: kind('info'),
      focus: role('focus'),
      scrim: role('scrim'),
      decor: {
        flame: { DEFAULT: role('decor-flame'), edge: role('decor-flame-edge') },
        gold: { DEFAULT: role('decor-gold'), edge: role('decor-gold-edge'), ink: role('decor-gold-ink') },
      },
      nav: {
        DEFAULT: role('nav'),
        ink: role('nav-ink'),
        muted: role('nav-muted'),
        mark: role('nav-mark'),
        selected: { DEFAULT: role('nav-selected'), ink: role('nav-selected-ink') },
      },
    },
    extend: {
      boxShadow: { float: 'var(--shadow-float)' },
      // The page's own scripts, then what the device has: names of other languages fetch no font.
      fontFamily: {
        native: "var(--font-tenant, 'Inter Variable'), var(--font-script), system-ui, sans-serif",
      },
      maxWidth: { page: '1240px', reading: '72ch' },
    },
  },
}
export default config
