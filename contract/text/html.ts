/**
 * The one allow-list for HTML that people write (TRUST §8.3). sanitize-html applies it on the server when it is
 * written, DOMPurify in the browser when it is shown; both read it from here.
 */

/** Posts, comments and everything else. */
const TEXT_TAGS = [
  'p',
  'br',
  'div',
  'span',
  'b',
  'strong',
  'i',
  'em',
  'u',
  's',
  'blockquote',
  'ul',
  'ol',
  'li',
  'pre',
  'code',
  'a',
  'img',
  'h1',
  'h2',
  'h3',
] as const

/** What teaching material has on top. */
const ARTICLE_TAGS = ['table', 'thead', 'tbody', 'tr', 'th', 'td', 'figure', 'figcaption'] as const

export type HtmlKind = 'text' | 'article'

export const htmlTags: Record<HtmlKind, readonly string[]> = {
  text: TEXT_TAGS,
  article: [...TEXT_TAGS, ...ARTICLE_TAGS],
}

/** No id, name, class, style, data-* or aria-*: nothing that can shadow the page's own names or dress up as it. */
export const htmlAttributes: Readonly<Record<string, readonly string[]>> = {
  a: ['href', 'title'],
  img: ['src', 'alt', 'title'],
}

/** Links lead to the web or open a mail; nothing else. */
export const linkSchemes = ['http', 'https', 'mailto'] as const

/** Pictures come by https, or inlined as one of four raster formats (an inlined SVG could carry script). */
export const imageSchemes = ['https', 'data'] as const
export const inlineImage = /^data:image\/(?:png|jpe?g|gif|webp);base64,[a-z0-9+/=\s]+$/i

/**
 * Ends of elements whose content is not read as markup: within a title or a description they change what comes after
 * as soon as somebody reads the text in another place. The browser's cleaner drops such an attribute.
 */
export const unsafeAttributeText =
  /(?:--!?|\])>|<\/(?:style|script|title|xmp|textarea|noscript|iframe|noembed|noframes)/i

/** Own pictures are served from this path (a single leading slash, so no other host). */
export const ownImagePath = /^\/(?:files|brand)\/[a-z0-9._/-]+$/i

/** The language of a code block is the only class that stays; the app colours by it. */
export const codeLanguageClass = /^language-[a-z0-9+#-]{1,20}$/

/** Forced on every link, whatever the author wrote. */
export const forcedLinkAttributes = { rel: 'nofollow noopener noreferrer ugc', target: '_blank' } as const

/** Whether a link target may stay. */
export const isSafeLink = (href: string): boolean => {
  const target = href.trim()
  if (!URL.canParse(target)) return false
  return linkSchemes.some((scheme) => new URL(target).protocol === `${scheme}:`)
}

/** Whether a picture's source may stay. */
export const isSafeImage = (src: string): boolean => {
  const source = src.trim()
  if (ownImagePath.test(source) && !source.includes('..')) return true
  if (/^data:/i.test(source)) return inlineImage.test(source)
  return URL.canParse(source) && new URL(source).protocol === 'https:'
}
