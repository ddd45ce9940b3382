/**
 * The single allow-list for user HTML (trust 8.3): sanitize-html applies it on the server on writing,
 * DOMPurify in
 * the browser on display.
 */

import { isCourseLink } from './course-links.ts'

/** Allowed everywhere, for example in posts and comments. */
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

/** Allowed in articles in addition. */
const ARTICLE_TAGS = [
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
  'figure',
  'figcaption',
  'sub',
  'sup',
] as const

export type HtmlKind = 'text' | 'article'

export const htmlTags: Record<HtmlKind, readonly string[]> = {
  text: TEXT_TAGS,
  article: [...TEXT_TAGS, ...ARTICLE_TAGS],
}

/** No id, name, class, style, data-* or aria-*: they could shadow the page's names or imitate its look. */
export const htmlAttributes: Readonly<Record<string, readonly string[]>> = {
  a: ['href', 'title'],
  img: ['src', 'alt', 'title'],
}

/** Links may only open web pages and mail, and other lessons (`course-links.ts`). */
export const linkSchemes = ['http', 'https', 'mailto'] as const

/**
 * Pictures come from https, or inlined in one of four raster formats (an inlined SVG could contain script).
 */
export const imageSchemes = ['https', 'data'] as const
export const inlineImage = /^data:image\/(?:png|jpe?g|gif|webp);base64,[a-z0-9+/=\s]+$/i

/**
 * End tags of elements whose content is not parsed as markup. In a title or description they change how the
 * following
 * text is parsed if it is embedded elsewhere. DOMPurify drops such attributes.
 */
export const unsafeAttributeText =
  /(?:--!?|\])>|<\/(?:style|script|title|xmp|textarea|noscript|iframe|noembed|noframes)/i

/** Uploaded pictures have this path (a single leading slash, so no other host). */
export const ownImagePath = /^\/(?:files|brand)\/[a-z0-9._/-]+$/i

/** The language of a code block is the only class that stays; the app highlights by it. */
export const codeLanguageClass = /^language-[a-z0-9+#-]{1,20}$/

/** Set on every link that leaves the product, whatever the author wrote. */
export const forcedLinkAttributes = { rel: 'nofollow noopener noreferrer ugc', target: '_blank' } as const

/** Whether a link target is allowed. */
export const isSafeLink = (href: string): boolean => {
  const target = href.trim()
  if (isCourseLink(target)) return true
  if (!URL.canParse(target)) return false
  return linkSchemes.some((scheme) => new URL(target).protocol === `${scheme}:`)
}

/** Whether a picture source is allowed. */
export const isSafeImage = (src: string): boolean => {
  const source = src.trim()
  if (ownImagePath.test(source) && !source.includes('..')) return true
  if (/^data:/i.test(source)) return inlineImage.test(source)
  return URL.canParse(source) && new URL(source).protocol === 'https:'
}
