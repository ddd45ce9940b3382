/** Questions about the HTML of a post, answered without building a page of it. */

/** Spec §9: a body over this many characters is collapsed. */
import { COLLAPSE_AFTER_CHARS } from '#contract/community/community.ts'

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'" }

/** The words of a post, for counting and for the first glance; never set as HTML. */
export const textOf = (html: string): string =>
  html
    .replace(/<(?:br|\/p|\/li|\/h[1-3]|\/pre|\/blockquote|\/div)\b[^>]*>/gi, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|nbsp|#39);/g, (_, name: string) => ENTITIES[name] ?? '')
    .replace(/\s+/g, ' ')
    .trim()

const PICTURE = /<img\b/i

/** Nothing that a reader would see: no word and no picture. */
export const isBlank = (html: string): boolean => !PICTURE.test(html) && textOf(html) === ''

/** Pictures are tall, whatever the number of letters. */
export const isLong = (html: string): boolean =>
  textOf(html).length > COLLAPSE_AFTER_CHARS || PICTURE.test(html)

/** Empty paragraphs at the end are the editor's, not the author's. */
export const trimmed = (html: string): string =>
  html.replace(/(?:<p>(?:\s|&nbsp;|<br\s*\/?>)*<\/p>\s*)+$/i, '')
