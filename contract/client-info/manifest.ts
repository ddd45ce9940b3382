/** The web app manifest (spec 9): one builder for the server and for static hosting. */
import type { PublicInfo } from './client-info.ts'
import type { SwitchableFeature } from './feature-slugs.ts'
import { directionOf, type Language } from '../languages.ts'
import { installShots, screenshotForms, shotName, type ScreenshotForm } from './install-screenshots.ts'
import { manifestTexts, type ManifestTexts } from './manifest-texts.ts'

/** Icons of the installed app, and those that iOS reads from the page's head (spec 9). */
export const ICON_SIZES = [192, 512] as const
export const TOUCH_ICON_SIZES = [120, 152, 167, 180] as const
export type IconSize = (typeof ICON_SIZES)[number] | (typeof TOUCH_ICON_SIZES)[number]

/** Systems truncate names under an icon after about twelve characters. */
const SHORT_NAME_MAX = 12

/** The first graphemes of a name: Devanagari and Arabic letters keep their marks. */
export const shortNameOf = (name: string): string =>
  Array.from(new Intl.Segmenter().segment(name), ({ segment }) => segment)
    .slice(0, SHORT_NAME_MAX)
    .join('')
    .trim()

interface ManifestIcon {
  src: string
  sizes: string
  type: string
  purpose: 'any' | 'maskable'
}

export interface WebManifest {
  id: string
  name: string
  short_name: string
  lang: string
  dir: 'ltr' | 'rtl'
  start_url: string
  scope: string
  display: 'standalone'
  orientation: 'portrait'
  theme_color: string
  background_color: string
  icons: ManifestIcon[]
  shortcuts: { name: string; url: string; icons: ManifestIcon[] }[]
  screenshots: { src: string; sizes: string; type: 'image/png'; form_factor: ScreenshotForm; label: string }[]
  share_target?: {
    action: string
    method: 'GET'
    enctype: 'application/x-www-form-urlencoded'
    params: { title: string; text: string; url: string }
  }
  launch_handler: { client_mode: ['focus-existing', 'auto'] }
}

/** The share target: what another app shares opens the new-thread form at this path with these parameters. */
export const SHARE_PATH = '/community/share'
export const shareParams = { title: 'title', text: 'text', url: 'url' } as const

/**
 * Shortcuts of the installed app in their order; systems show about four. Those of a feature that is off are left out.
 */
const SHORTCUTS: readonly {
  textKey: Exclude<keyof ManifestTexts, 'screenshots'>
  path: string
  feature: SwitchableFeature
}[] = [
  { textKey: 'continue', path: '/continue-learning', feature: 'course' },
  { textKey: 'assessment', path: '/assessments', feature: 'assessment' },
  { textKey: 'community_forum', path: '/community', feature: 'community_forum' },
  { textKey: 'course', path: '/courses', feature: 'course' },
  { textKey: 'saved', path: '/offline', feature: 'course' },
]
const SHORTCUTS_MAX = 4

/** Whose icon it is. A published brand gives its icons new addresses: no cache shows the former ones. */
type IconOwner = Pick<PublicInfo, 'id' | 'brand_version'>
const versionOf = ({ brand_version: version }: IconOwner): string => (version ? `?v=${version}` : '')

/** Path of a client's icon; `size` null is the source, an SVG unless the client uploaded a picture. */
export const iconPath = (client: IconOwner, size: IconSize | null): string =>
  `/brand/${client.id}/${size === null ? 'icon.svg' : `icon-${size}.png`}${versionOf(client)}`

/** Path of a screenshot for the install dialog, in the client's colours. */
const screenshotPath = (client: IconOwner, name: string): string =>
  `/brand/${client.id}/shot-${name}.png${versionOf(client)}`

/** The icon with its background up to the edges, for systems that crop icons to their own shape. */
const maskableIconPath = (client: IconOwner, size: IconSize): string =>
  `/brand/${client.id}/icon-${size}-maskable.png${versionOf(client)}`

/** In the page's language; without one, in the client's default language. */
export const manifestPath = (clientId: number, language?: Language): string =>
  `/manifest.webmanifest?client=${clientId}${language ? `&lang=${language}` : ''}`

export interface ManifestOptions {
  shortName?: string
  /** Origin prefixed to every address; empty if the manifest is served from the app's own origin. */
  origin?: string
  /** True where several clients share one origin: the installed app must open its own client. */
  namesClientInUrl?: boolean
  /** One of the client's languages; default is its first. */
  language?: Language
  /** Slugs of the client's features that the product supports. */
  features?: readonly string[]
}

/** `id` contains the client, so that two clients on one origin are two apps. */
export const buildManifest = (
  client: Pick<PublicInfo, 'id' | 'brand_version' | 'name' | 'languages' | 'theme_settings'>,
  options: ManifestOptions = {},
): WebManifest => {
  const origin = options.origin ?? ''
  const lang = options.language ?? client.languages[0] ?? 'en'
  const texts = manifestTexts[lang]
  const hasFeature = (feature: SwitchableFeature) => (options.features ?? []).includes(feature)
  const pathWithClient = (path: string) =>
    `${origin}${path}${options.namesClientInUrl ? `?client=${client.id}` : ''}`
  const icon = (size: IconSize, purpose: 'any' | 'maskable' = 'any') => ({
    src: `${origin}${purpose === 'any' ? iconPath(client, size) : maskableIconPath(client, size)}`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  })
  return {
    id: `${origin}/?client=${client.id}`,
    name: client.name,
    short_name: options.shortName ?? shortNameOf(client.name),
    lang,
    dir: directionOf(lang),
    start_url: pathWithClient('/login'),
    scope: `${origin}/`,
    display: 'standalone',
    orientation: 'portrait',
    theme_color: client.theme_settings.default_primary,
    background_color: client.theme_settings.background,
    icons: [
      ...ICON_SIZES.map((size) => icon(size)),
      ...ICON_SIZES.map((size) => icon(size, 'maskable')),
      ...TOUCH_ICON_SIZES.map((size) => icon(size)),
    ],
    shortcuts: SHORTCUTS.filter(({ feature }) => hasFeature(feature))
      .slice(0, SHORTCUTS_MAX)
      .map((shortcut) => ({
        name: texts[shortcut.textKey],
        url: pathWithClient(shortcut.path),
        icons: [icon(192)],
      })),
    // Screenshots of pages that the client does not have would mislead.
    screenshots: !hasFeature('course')
      ? []
      : installShots.map(({ page, form }) => {
          const { width, height, scale } = screenshotForms[form]
          return {
            src: `${origin}${screenshotPath(client, shotName(page, form, lang))}`,
            sizes: `${width * scale}x${height * scale}`,
            type: 'image/png' as const,
            form_factor: form,
            label: `${client.name} · ${texts.screenshots[page]}`,
          }
        }),
    ...(hasFeature('community_forum') && {
      share_target: {
        action: `${origin}${SHARE_PATH}`,
        method: 'GET' as const,
        // The default of GET; without it Chromium logs a warning on every page.
        enctype: 'application/x-www-form-urlencoded' as const,
        params: { ...shareParams },
      },
    }),
    // Focus an open window and ask, instead of navigating away from unsaved work.
    launch_handler: { client_mode: ['focus-existing', 'auto'] },
  }
}
