/** A client's brand as its admins edit it: a name, one colour, pictures, and what they set instead of the derived. */
import * as z from 'zod/mini'
import { inSomeLanguages, singleLine } from '../common.ts'
import { themeSettings, type ThemeSettings } from './client-info.ts'
import { contrast, CONTROL_CONTRAST, TEXT_CONTRAST } from './colour.ts'
import { themeRoles, type Mode, type ThemeRoles } from './theme-roles.ts'
import { themeFromBrand } from './theme.ts'

export const CLIENT_NAME_MAX = 80
export const SHORT_NAME_ROOM = 24
export const SIGN_IN_HEADING_MAX = 60
export const SIGN_IN_LINE_MAX = 140

/** Lower case, as the database keeps it. */
const colour = z.string().check(z.regex(/^#[0-9a-f]{6}$/))

/** Colours that derive from the brand colour unless they are set. */
export const derivedColours = [
  'secondary',
  'accent',
  'background',
  'course_cta',
  'nav_background',
  'nav_selected',
  'nav_font_dark',
  'nav_font_light',
  'font_dark',
  'font_light',
] as const
export type DerivedColour = (typeof derivedColours)[number]

/** Of an uploaded picture: the same picture has the same id. */
export const pictureId = z.string().check(z.regex(/^[0-9a-f]{32}$/))

/** The sign-in page in the client's own words. An empty text counts as none. */
const signInPage = z.object({
  heading: inSomeLanguages(singleLine(0, SIGN_IN_HEADING_MAX)),
  line: inSomeLanguages(singleLine(0, SIGN_IN_LINE_MAX)),
  /** On wide screens, beside the form. */
  picture: z.nullable(pictureId),
})
export type SignInPageSettings = z.infer<typeof signInPage>
export const NO_SIGN_IN_PAGE: SignInPageSettings = { heading: {}, line: {}, picture: null }

export const brandSettings = z.object({
  name: singleLine(1, CLIENT_NAME_MAX),
  /** Under the icon on a home screen. */
  short_name: singleLine(1, SHORT_NAME_ROOM),
  colour,
  /** Null: derived. */
  colours: z.object(
    Object.fromEntries(derivedColours.map((name) => [name, z.nullable(colour)])) as Record<
      DerivedColour,
      z.ZodMiniNullable<typeof colour>
    >,
  ),
  font_family: themeSettings.shape.font_family,
  /** Null: the operator's own file, else the name beside a mark in the brand colour. */
  logo: z.nullable(pictureId),
  /** For dark backgrounds; null: the same as on light ones. */
  logo_dark: z.nullable(pictureId),
  /** Null: the operator's own file, else a mark in the brand colour. */
  icon: z.nullable(pictureId),
  /** Behind an uploaded icon where a system crops icons to its own shape. */
  icon_background: colour,
  /** Versions published before this existed have none. */
  sign_in: z._default(signInPage, NO_SIGN_IN_PAGE),
})
export type BrandSettings = z.infer<typeof brandSettings>
export type BrandColours = Pick<BrandSettings, 'colour' | 'colours' | 'font_family'>

/** The whole theme of a brand. Server, preview and app use the same code. */
export const themeOfBrand = ({ colour: primary, colours, font_family }: BrandColours): ThemeSettings => {
  const derived = themeFromBrand({
    primary,
    ...(colours.secondary !== null && { secondary: colours.secondary }),
    ...(colours.accent !== null && { accent: colours.accent }),
  })
  return {
    ...derived,
    nav: {
      background: colours.nav_background ?? derived.nav.background,
      selected: colours.nav_selected ?? derived.nav.selected,
      font_dark: colours.nav_font_dark ?? derived.nav.font_dark,
      font_light: colours.nav_font_light ?? derived.nav.font_light,
    },
    font: {
      dark: colours.font_dark ?? derived.font.dark,
      light: colours.font_light ?? derived.font.light,
    },
    font_family,
    background: colours.background ?? derived.background,
    course_cta: colours.course_cta ?? derived.course_cta,
  }
}

/** What of the icon's square an uploaded icon fills: every shape that a system may crop to keeps it whole. */
export const MASKABLE_SHARE = 0.7
/** On iOS, which rounds the corners of a filled square. */
export const TOUCH_SHARE = 0.84

export type RepairedPart =
  'buttons' | 'courseButton' | 'links' | 'background' | 'text' | 'navText' | 'navSelectedText'

/** A colour that would be illegible, and what the app shows in its place. */
export interface Repair {
  part: RepairedPart
  mode: Mode
  from: string
  to: string
  /** The contrast with the background where it is weakest. */
  before: number
  after: number
  needed: number
}

const FLAT = ['surface', 'surface-raised', 'surface-sunken'] as const
const SOFT = ['primary-soft', 'success-soft', 'warning-soft', 'error-soft', 'info-soft'] as const

const weakest = (hex: string, backgrounds: readonly string[]) =>
  Math.min(...backgrounds.map((background) => contrast(hex, background)))

/** The legible one of two text colours counts as wanted, else the better one. */
const betterOf = (background: string, { font_dark: dark, font_light: light }: ThemeSettings['nav']) =>
  contrast(dark, background) >= contrast(light, background) ? dark : light

interface Wanted {
  part: RepairedPart
  from: string
  to: string
  on: readonly string[]
  needed: number
}

const wantedIn = (theme: ThemeSettings, mode: Mode, roles: ThemeRoles): Wanted[] => {
  const of = (role: string) => roles[role] ?? ''
  const flat = FLAT.map(of)
  const all = [...flat, ...SOFT.map(of)]
  const nav = (part: RepairedPart, background: string, ink: string): Wanted => ({
    part,
    from: ink === theme.nav.font_dark || ink === theme.nav.font_light ? ink : betterOf(background, theme.nav),
    to: ink,
    on: [background],
    needed: TEXT_CONTRAST,
  })
  return [
    { part: 'buttons', from: theme.default_primary, to: of('primary'), on: flat, needed: CONTROL_CONTRAST },
    { part: 'courseButton', from: theme.course_cta, to: of('cta'), on: flat, needed: CONTROL_CONTRAST },
    { part: 'links', from: theme.default_primary, to: of('primary-text'), on: all, needed: TEXT_CONTRAST },
    {
      part: 'text',
      from: theme.font[mode === 'light' ? 'dark' : 'light'],
      to: of('ink'),
      on: all,
      needed: 7,
    },
    nav('navText', of('nav'), of('nav-ink')),
    nav('navSelectedText', of('nav-selected'), of('nav-selected-ink')),
  ]
}

const repairsIn = (theme: ThemeSettings, mode: Mode): Repair[] => {
  const roles = themeRoles(theme, mode)
  const surface = roles['surface'] ?? ''
  const background: Repair[] =
    mode === 'light' && surface !== theme.background
      ? [
          {
            part: 'background',
            mode,
            from: theme.background,
            to: surface,
            before: contrast(theme.font.dark, theme.background),
            after: contrast(roles['ink'] ?? '', surface),
            needed: 7,
          },
        ]
      : []
  const others = wantedIn(theme, mode, roles)
    .filter(({ from, to }) => from !== to)
    .map(({ part, from, to, on, needed }) => ({
      part,
      mode,
      from,
      to,
      before: weakest(from, on),
      after: weakest(to, on),
      needed,
    }))
  return [...background, ...others]
}

/** Every colour of the brand that the app changes, so that people can read it (WCAG 2.2 AA). */
export const repairsOf = (theme: ThemeSettings): Repair[] => [
  ...repairsIn(theme, 'light'),
  ...repairsIn(theme, 'dark'),
]
