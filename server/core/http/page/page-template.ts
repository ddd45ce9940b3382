/** The built index.html as a template: what a tenant's page differs in, put in without running anything. */
import type { PublicInfo, RuntimeConfig } from '#contract/client-info/client-info.ts'
import { directionOf, languageInfo, type Language } from '#contract/languages.ts'
import { iconPath, manifestPath, TOUCH_ICON_SIZES } from '#contract/client-info/manifest.ts'
import { pageDescription } from './page-texts.ts'
import { escapeHtml } from '#server/core/text/escape-html.ts'

export interface PageFacts {
  readonly config: RuntimeConfig
  readonly language: Language
  /** The page's address for search engines; null if the product does not know its own origin. */
  readonly canonical?: string | null
  /** A page with content of its own; absent for the app's page, which says what the client is. */
  readonly document?: PageDocument | null
}

/** What a page says to search engines, link previews and people without JavaScript. */
export interface PageDocument {
  readonly title: string
  /** One or two sentences. */
  readonly description: string
  /** HTML that is safe to put into the page: every text in it is escaped. */
  readonly body: string
  /** Open Graph's kind of page. */
  readonly kind?: 'article' | 'profile'
  /** A picture for link previews; the client's icon without one. */
  readonly image?: string | null
  /** False keeps search engines from listing the page. */
  readonly isListed?: boolean
  /** Structured data for search engines. */
  readonly data: Readonly<Record<string, unknown>>
  /** The same page in the client's other languages, by language. */
  readonly alternates: readonly { readonly language: Language; readonly href: string }[]
}

/** What the build may already hold of the things that each tenant has its own of. */
const TENANT_TAGS = [
  /<title>[\s\S]*?<\/title>\s*/gi,
  /<meta\b[^>]*\bname="?(?:description|theme-color|apple-mobile-web-app-title|application-name)"?[^>]*>\s*/gi,
  /<link\b[^>]*\brel="?(?:manifest|icon|shortcut icon|apple-touch-icon)"?[^>]*>\s*/gi,
  /<script\b[^>]*\bid="?runtime-config"?[^>]*>[\s\S]*?<\/script>\s*/gi,
]

/** JSON that stays data inside a script element; U+2028/9 are line ends to some readers. */
export const scriptJson = (value: unknown): string =>
  JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')

/** Splits the template once; the result fills in one tenant's facts. */
export const compileTemplate = (html: string): ((facts: PageFacts) => string) => {
  const bare = TENANT_TAGS.reduce((text, tag) => text.replace(tag, ''), html)
  const opening = /<html\b[^>]*>/i.exec(bare)
  const head = /<head\b[^>]*>/i.exec(bare)
  if (!opening || !head || head.index < opening.index) throw new Error('index.html has no <html> or <head>')
  const before = bare.slice(0, opening.index)
  const between = bare.slice(opening.index + opening[0].length, head.index + head[0].length)
  const rest = bare.slice(head.index + head[0].length)
  // The character set must stand in the first 1,024 bytes, before texts of any script.
  const charset = /<meta\b[^>]*\bcharset=[^>]*>\s*/i
  const charsetTag = charset.exec(rest)?.[0].trim() ?? '<meta charset="utf-8">'
  const after = rest.replace(charset, '')
  const attributes = opening[0].slice('<html'.length, -1).replace(/\s(?:lang|dir)="?[^\s">]*"?/gi, '')
  return (facts) =>
    `${before}<html${attributes} lang="${facts.language}" dir="${directionOf(facts.language)}">` +
    `${between}\n${charsetTag}\n${tenantHead(facts)}` +
    after
      .replace(LOGO_PLACE, () => loaderLogo(facts))
      .replace(TEXT_PLACE, () =>
        facts.document ? `<main class="page-text">${facts.document.body}</main>` : '',
      )
}

/** Where index.html leaves room for the client's logo in the loader: the first paint shows it without a script. */
const LOGO_PLACE = '<!--app-logo-->'
/** Inside the root, whose content the app replaces. */
const TEXT_PLACE = '<!--page-text-->'

const loaderLogo = ({ config: { client } }: PageFacts): string => {
  if (!client?.app_logo_url) return ''
  const image = `<img src="${escapeHtml(client.app_logo_url)}" alt="${escapeHtml(client.name)}" height="48">`
  if (!client.app_logo_dark_url) return image
  // Until the theme is known, the page follows the device.
  const dark = `<source media="(prefers-color-scheme: dark)" srcset="${escapeHtml(client.app_logo_dark_url)}">`
  return `<picture>${dark}${image}</picture>`
}

const tenantHead = ({ config, language, canonical = null, document = null }: PageFacts): string => {
  const { client } = config
  return [
    ...(client
      ? [
          `<title>${escapeHtml(document ? `${document.title} · ${client.name}` : client.name)}</title>`,
          ...clientTags(client, language),
          ...sharingTags(client, language, { canonical, document }),
        ]
      : ['<title>…</title>']),
    ...(document ? [`<script type="application/ld+json">${scriptJson(document.data)}</script>`] : []),
    `<script type="application/json" id="runtime-config">${scriptJson(config)}</script>`,
  ].join('\n')
}

const clientTags = (client: PublicInfo, language: Language): string[] => [
  `<meta name="application-name" content="${escapeHtml(client.name)}">`,
  `<meta name="apple-mobile-web-app-title" content="${escapeHtml(client.name)}">`,
  `<meta name="theme-color" content="${escapeHtml(client.theme_settings.default_primary)}">`,
  `<link rel="manifest" href="${escapeHtml(manifestPath(client.id, language === client.languages[0] ? undefined : language))}">`,
  `<link rel="icon" href="${escapeHtml(client.app_icon_url || iconPath(client, null))}">`,
  ...TOUCH_ICON_SIZES.map(
    (size) => `<link rel="apple-touch-icon" sizes="${size}x${size}" href="${iconPath(client, size)}">`,
  ),
]

/** Description, canonical link and Open Graph, whose addresses must be absolute. */
const sharingTags = (
  client: PublicInfo,
  language: Language,
  { canonical, document }: { canonical: string | null; document: PageDocument | null },
): string[] => {
  const description = document?.description ?? pageDescription[language](client.name)
  const property = (name: string, content: string) =>
    `<meta property="og:${name}" content="${escapeHtml(content)}">`
  return [
    `<meta name="description" content="${escapeHtml(description)}">`,
    property('type', document ? (document.kind ?? 'article') : 'website'),
    ...(document?.isListed === false ? ['<meta name="robots" content="noindex">'] : []),
    property('title', document?.title ?? client.name),
    ...(document ? [property('site_name', client.name)] : []),
    property('description', description),
    property('locale', languageInfo(language).locale.replace('-', '_')),
    ...(canonical === null
      ? []
      : [
          `<link rel="canonical" href="${escapeHtml(canonical)}">`,
          ...(document?.alternates ?? []).map(
            (each) =>
              `<link rel="alternate" hreflang="${each.language}" href="${escapeHtml(new URL(each.href, canonical).href)}">`,
          ),
          property('url', canonical),
          property('image', new URL(document?.image ?? iconPath(client, 512), canonical).href),
        ]),
  ]
}
