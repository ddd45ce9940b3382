/** Properties of a post's HTML, without parsing it into a document. */

import { COLLAPSE_AFTER_CHARS } from '#contract/community/community.ts'

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'" }

/** The plain text of a post, for counting and for the first render; never used as HTML. */
export const textOf = (html: string): string =>
  html
    .replace(/<(?:br|\/p|\/li|\/h[1-3]|\/pre|\/blockquote|\/div)\b[^>]*>/gi, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|nbsp|#39);/g, (_, name: string) => ENTITIES[name] ?? '')
    .replace(/\s+/g, ' ')
    .trim()

const PICTURE = /<img\b/i

/** Whether a reader would see nothing: no text and no picture. */
export const isBlank = (html: string): boolean => !PICTURE.test(html) && textOf(html) === ''

/** Whether a post is collapsed: over 300 characters (spec 9) or with a picture, which is tall. */
export const isLong = (html: string): boolean =>
  textOf(html).length > COLLAPSE_AFTER_CHARS || PICTURE.test(html)

/** Removes trailing empty paragraphs, which the editor adds. */
export const trimTrailingParagraphs = (html: string): string =>
  html.replace(/(?:<p>(?:\s|&nbsp;|<br\s*\/?>)*<\/p>\s*)+$/i, '')
