/** The installable app's manifest (spec §9 "Installable app"): one builder for the server and for static hosting. */
import type { PublicInfo } from './client-info.ts'
import { directionOf, type Language } from '../languages.ts'
import { installShots, shotForms, shotName, type ShotForm } from './install-screenshots.ts'
import { manifestWords, type ManifestWords } from './manifest-texts.ts'

/** Spec §9: icons of the installed app, and those that iOS asks for in the page's head. */
export const ICON_SIZES = [192, 512] as const
export const TOUCH_ICON_SIZES = [120, 152, 167, 180] as const
export type IconSize = (typeof ICON_SIZES)[number] | (typeof TOUCH_ICON_SIZES)[number]

/** Names under an icon are cut after about twelve characters. */
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
  screenshots: { src: string; sizes: string; type: 'image/png'; form_factor: ShotForm; label: string }[]
  share_target?: {
    action: string
    method: 'GET'
    enctype: 'application/x-www-form-urlencoded'
    params: { title: string; text: string; url: string }
  }
  launch_handler: { client_mode: ['focus-existing', 'auto'] }
}

/** What another app shares becomes a new thread of the forum: its form opens at this address with these parameters. */
export const SHARE_PATH = '/community/share'
export const shareParams = { title: 'title', text: 'text', url: 'url' } as const

/** Places of the installed app's menu in their order; systems show about four. One without a feature is always there. */
const SHORTCUTS: readonly {
  words: Exclude<keyof ManifestWords, 'shots'>
  path: string
  feature: string | null
}[] = [
  { words: 'continue', path: '/continue-learning', feature: null },
  { words: 'assessment', path: '/assessments', feature: 'assessment' },
  { words: 'community_forum', path: '/community', feature: 'community_forum' },
  { words: 'course', path: '/courses', feature: 'course' },
  { words: 'saved', path: '/offline', feature: null },
]
const SHORTCUTS_MAX = 4

/** Address of one of a client's icons; `size` null is the drawing itself. */
export const iconPath = (clientId: number, size: IconSize | null): string =>
  `/brand/${clientId}/${size === null ? 'icon.svg' : `icon-${size}.png`}`

/** A picture for the install dialog, in the client's colours. */
const shotPath = (clientId: number, name: string): string => `/brand/${clientId}/shot-${name}.png`

/** The same icon with its background up to the edges, for systems that cut their own shape. */
const maskableIconPath = (clientId: number, size: IconSize): string =>
  `/brand/${clientId}/icon-${size}-maskable.png`

/** In the language that the page is in; without one in the client's first. */
export const manifestPath = (clientId: number, language?: Language): string =>
  `/manifest.webmanifest?client=${clientId}${language ? `&lang=${language}` : ''}`

export interface ManifestOptions {
  shortName?: string
  /** Origin in front of every address; empty when the manifest is served from the app's own origin. */
  origin?: string
  /** True where several clients share one origin: the installed app must come back to its own. */
  namesClientInUrl?: boolean
  /** One of the client's languages; its first without. */
  language?: Language
  /** Slugs of what this client has and the product can show. */
  features?: readonly string[]
}

/** `id` names the client, so that two clients on one origin are two apps. */
export const buildManifest = (
  client: Pick<PublicInfo, 'id' | 'name' | 'languages' | 'theme_settings'>,
  options: ManifestOptions = {},
): WebManifest => {
  const origin = options.origin ?? ''
  const lang = options.language ?? client.languages[0] ?? 'en'
  const words = manifestWords[lang]
  const has = (feature: string | null) => feature === null || (options.features ?? []).includes(feature)
  const named = (path: string) => `${origin}${path}${options.namesClientInUrl ? `?client=${client.id}` : ''}`
  const icon = (size: IconSize, purpose: 'any' | 'maskable' = 'any') => ({
    src: `${origin}${purpose === 'any' ? iconPath(client.id, size) : maskableIconPath(client.id, size)}`,
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
    start_url: named('/login'),
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
    shortcuts: SHORTCUTS.filter(({ feature }) => has(feature))
      .slice(0, SHORTCUTS_MAX)
      .map((shortcut) => ({
        name: words[shortcut.words],
        url: named(shortcut.path),
        icons: [icon(192)],
      })),
    // Pictures of pages that a client does not have would promise what nobody finds.
    screenshots: !has('course')
      ? []
      : installShots.map(({ page, form }) => {
          const { width, height, scale } = shotForms[form]
          return {
            src: `${origin}${shotPath(client.id, shotName(page, form, lang))}`,
            sizes: `${width * scale}x${height * scale}`,
            type: 'image/png' as const,
            form_factor: form,
            label: `${client.name} · ${words.shots[page]}`,
          }
        }),
    ...(has('community_forum') && {
      share_target: {
        action: `${origin}${SHARE_PATH}`,
        method: 'GET' as const,
        // What a GET has anyhow; unnamed, Chromium complains in every page's console.
        enctype: 'application/x-www-form-urlencoded' as const,
        params: { ...shareParams },
      },
    }),
    // An open window is brought to the front and asked, never led away from what is open in it.
    launch_handler: { client_mode: ['focus-existing', 'auto'] },
  }
}
