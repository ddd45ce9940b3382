/** Converts a page of a cartridge into an article: its pictures come along, LMS-specific content does not. */
import { ARTICLE_MAX } from '#contract/course-builder/draft.ts'
import type { ImportLine } from '#contract/course-import/course-import.ts'
import { cut } from '#contract/text/truncate.ts'
import { decodeText } from '#server/core/packages/decode-text.ts'
import { decodeEntities } from '#server/core/packages/xml.ts'
import { cleanHtml } from '#server/core/security/html.ts'
import { hasTooManyTags } from '#server/core/security/tag-limit.ts'
import { PackageError } from '#server/core/packages/package-error.ts'
import { note, type PlannedLine } from '../plan.ts'
import { withLinks } from './page-links.ts'
import { withPictures } from './page-pictures.ts'
import type { PageContext } from './reader.ts'

interface Page {
  html: string
  title: string
  notes: ImportLine['notes']
  /** Lines of its pictures and links. */
  below: PlannedLine[]
}

/** Null for a page that is no text. */
export const pageOf = (bytes: Buffer, path: string, context: PageContext): Page | null => {
  const text = decodeText(bytes, charsetOf(bytes)) ?? decodeText(bytes, 'windows-1252')
  if (text === null) return null
  const notes: ImportLine['notes'] = []
  const title = /<title[^>]*>([^<]{0,300})<\/title>/i.exec(text)?.[1] ?? ''
  const bodyStart = /<body[^>]*>/i.exec(text)
  const bodyEnd = text.search(/<\/body\s*>/i)
  const body = text.slice(
    bodyStart ? bodyStart.index + bodyStart[0].length : 0,
    bodyEnd < 0 ? undefined : bodyEnd,
  )
  if (hasTooManyTags(body)) throw new PackageError('zip_too_large', path)
  // Links come first: pictures from the web become links that were none in the page.
  const links = withLinks(body, path, context)
  const pictures = withPictures(links.html, path, context)
  notes.push(...links.notes, ...unsupportedIn(pictures.html))
  // Sanitizing removes addresses that are not stored files, so placeholders take that form meanwhile.
  const html = cleanHtml(pictures.html.replaceAll('"/media/', '"/files/0/media/'), 'article').replaceAll(
    '"/files/0/media/',
    '"/media/',
  )
  if (html.length > ARTICLE_MAX) notes.push(note('page_cut'))
  return {
    html: cut(html, ARTICLE_MAX),
    title: decodeEntities(title).replace(/\s+/g, ' ').trim(),
    notes,
    below: [...links.lines, ...pictures.lines],
  }
}

/** Elements whose content or meaning is lost, each once. */
const unsupportedIn = (html: string): ImportLine['notes'] => {
  const names = html.matchAll(/<(script|style|object|embed|video|audio|form|svg|math)\b/gi)
  return [...new Set([...names].map(([, name = '']) => `<${name.toLowerCase()}>`))].map((tag) =>
    note('page_cleaned', tag),
  )
}

const charsetOf = (bytes: Buffer): string | null =>
  /charset\s*=\s*["']?([A-Za-z0-9._-]+)/i.exec(bytes.toString('latin1', 0, 2048))?.[1] ?? null
