/** Reads tags of a page before it is sanitized. Nothing here makes HTML safe. */
import { decodeEntities } from '#server/core/packages/xml.ts'

/** The decoded value of an attribute; null if the tag does not have it. */
export const attributeOf = (tag: string, name: string): string | null => {
  const [, double, single, bare] =
    new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(tag) ?? []
  const value = double ?? single ?? bare
  return value === undefined ? null : decodeEntities(value).trim()
}

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** Whether an element is open at a place; tags before it are counted, not parsed. */
export const isInside = (tag: string, html: string, at: number): boolean => {
  const before = html.slice(Math.max(0, at - LOOK_BACK), at).toLowerCase()
  const opened = Math.max(before.lastIndexOf(`<${tag} `), before.lastIndexOf(`<${tag}>`))
  return opened > before.lastIndexOf(`</${tag}`)
}
const LOOK_BACK = 5_000

/** The absolute form of an address on the web; null for every other address. */
export const webAddress = (source: string): string | null => {
  const address = source.startsWith('//') ? `https:${source}` : source
  return /^https?:\/\//i.test(address) && URL.canParse(address) ? address : null
}
