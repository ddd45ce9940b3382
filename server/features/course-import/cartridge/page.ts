/** A page of a cartridge as an article: its pictures come along, what only works in another system does not. */
import { ARTICLE_MAX } from '#contract/course-builder/draft.ts'
import type { ImportLine } from '#contract/course-import/course-import.ts'
import { cut } from '#contract/text/truncate.ts'
import { decodeText } from '#server/core/packages/decode-text.ts'
import { decodeEntities } from '#server/core/packages/xml.ts'
import { cleanHtml } from '#server/core/security/html.ts'
import { mediaKindOf, note } from '../plan.ts'
import { plainPath } from './manifest.ts'

/** Addresses that begin like this mean the folder of the files. */
const FILE_BASE = /^(?:\$IMS-CC-FILEBASE\$|%24IMS-CC-FILEBASE%24)\/?(?:\.\.\/)*/i

interface Page {
  html: string
  title: string
  notes: ImportLine['notes']
}

/** `place` answers the address that a file of the package will have, or null where it has no such file. */
export const pageOf = (bytes: Buffer, path: string, place: (name: string) => string | null): Page | null => {
  const text = decodeText(bytes, charsetOf(bytes)) ?? decodeText(bytes, 'windows-1252')
  if (text === null) return null
  const notes: ImportLine['notes'] = []
  const title = /<title[^>]*>([^<]{0,300})<\/title>/i.exec(text)?.[1] ?? ''
  const from = /<body[^>]*>/i.exec(text)
  const to = text.search(/<\/body\s*>/i)
  const body = text.slice(from ? from.index + from[0].length : 0, to < 0 ? undefined : to)
  const placed = body.replace(/<img\b[^<>]{0,5000}>/gi, (image) =>
    image.replace(/\bsrc\s*=\s*(?:"([^"]*)"|'([^']*)')/i, (whole, double, single) => {
      const written = decodeEntities(String(double ?? single ?? ''))
      if (/^(?:https?:|data:)/i.test(written)) return whole
      const address = placeOf(written, path, place)
      if (address === null) notes.push(note('file_missing', written))
      return address === null ? '' : `src="${address}"`
    }),
  )
  if (/<a\b[^<>]*\bhref\s*=\s*["'](?!https?:|mailto:|#)/i.test(placed)) notes.push(note('link_dropped'))
  const lost = /<(script|style|iframe|object|embed|video|audio|form|svg|math)\b/i.exec(placed)
  if (lost) notes.push(note('page_cleaned', `<${lost[1]?.toLowerCase()}>`))
  // The placeholders are no addresses that may stay; they are cleaned as such once the files are stored.
  const html = cleanHtml(placed.replaceAll('"/media/', '"/files/0/media/'), 'article').replaceAll(
    '"/files/0/media/',
    '"/media/',
  )
  return {
    html: cut(html, ARTICLE_MAX),
    title: decodeEntities(title).replace(/\s+/g, ' ').trim(),
    notes,
  }
}

const charsetOf = (bytes: Buffer): string | null =>
  /charset\s*=\s*["']?([A-Za-z0-9._-]+)/i.exec(bytes.toString('latin1', 0, 2048))?.[1] ?? null

/** Relative to the page, or to the folder of the files. */
const placeOf = (written: string, path: string, place: (name: string) => string | null): string | null => {
  const name = plainPath(written.replace(FILE_BASE, ''))
  if (mediaKindOf(name) !== 'image') return null
  const folder = path.split('/').slice(0, -1)
  const candidates = FILE_BASE.test(written)
    ? [name, `web_resources/${name}`]
    : [joined(folder, plainPath(written.replace(/^\/+/, ''))), name]
  for (const candidate of candidates) {
    const address = candidate === null ? null : place(candidate)
    if (address !== null) return address
  }
  return null
}

/** `../a/b` upon a folder; null where it leads out of the package. */
const joined = (folder: readonly string[], relative: string): string | null => {
  const parts = [...folder]
  for (const part of relative.split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') parts.push(part)
    else if (parts.pop() === undefined) return null
  }
  return parts.join('/')
}
