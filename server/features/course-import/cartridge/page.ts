/** Converts a page of a cartridge into an article: its pictures come along, LMS-specific content does not. */
import { ARTICLE_MAX } from '#contract/course-builder/draft.ts'
import type { ImportLine } from '#contract/course-import/course-import.ts'
import { cut } from '#contract/text/truncate.ts'
import { decodeText } from '#server/core/packages/decode-text.ts'
import { decodeEntities } from '#server/core/packages/xml.ts'
import { cleanHtml } from '#server/core/security/html.ts'
import { hasTooManyTags } from '#server/core/security/tag-limit.ts'
import { PackageError } from '#server/core/packages/package-error.ts'
import { mediaKindOf, note } from '../plan.ts'
import { plainPath } from './manifest.ts'

/** Addresses with this prefix refer to the cartridge's files folder. */
const FILE_BASE = /^(?:\$IMS-CC-FILEBASE\$|%24IMS-CC-FILEBASE%24)\/?(?:\.\.\/)*/i

interface Page {
  html: string
  title: string
  notes: ImportLine['notes']
}

export interface PageContext {
  /** Folder of the manifest: empty, or ending with a slash. */
  root: string
  /** The placeholder address of a file in the package; null where there is no such file. */
  planFile: (name: string) => string | null
}

/** Null for a page that is no text. */
export const pageOf = (bytes: Buffer, path: string, context: PageContext): Page | null => {
  const text = decodeText(bytes, charsetOf(bytes)) ?? decodeText(bytes, 'windows-1252')
  if (text === null) return null
  if (hasTooManyTags(text)) throw new PackageError('zip_too_large', path)
  const notes: ImportLine['notes'] = []
  const title = /<title[^>]*>([^<]{0,300})<\/title>/i.exec(text)?.[1] ?? ''
  const bodyStart = /<body[^>]*>/i.exec(text)
  const bodyEnd = text.search(/<\/body\s*>/i)
  const body = text.slice(
    bodyStart ? bodyStart.index + bodyStart[0].length : 0,
    bodyEnd < 0 ? undefined : bodyEnd,
  )
  const withImages = body.replace(/<img\b[^<>]{0,5000}>/gi, (image) =>
    image.replace(/\bsrc\s*=\s*(?:"([^"]*)"|'([^']*)')/i, (whole, double, single) => {
      const source = decodeEntities(String(double ?? single ?? ''))
      if (/^(?:https?:|data:)/i.test(source)) return whole
      const url = plannedUrlOf(source, path, context)
      if (url === null) notes.push(note('file_missing', source))
      return url === null ? '' : `src="${url}"`
    }),
  )
  if (/<a\b[^<>]*\bhref\s*=\s*["'](?!https?:|mailto:|#)/i.test(withImages)) notes.push(note('link_dropped'))
  const unsupported = /<(script|style|iframe|object|embed|video|audio|form|svg|math)\b/i.exec(withImages)
  if (unsupported) notes.push(note('page_cleaned', `<${unsupported[1]?.toLowerCase()}>`))
  // Sanitizing removes addresses that are not stored files, so placeholders take that form meanwhile.
  const html = cleanHtml(withImages.replaceAll('"/media/', '"/files/0/media/'), 'article').replaceAll(
    '"/files/0/media/',
    '"/media/',
  )
  if (html.length > ARTICLE_MAX) notes.push(note('page_cut'))
  return {
    html: cut(html, ARTICLE_MAX),
    title: decodeEntities(title).replace(/\s+/g, ' ').trim(),
    notes,
  }
}

const charsetOf = (bytes: Buffer): string | null =>
  /charset\s*=\s*["']?([A-Za-z0-9._-]+)/i.exec(bytes.toString('latin1', 0, 2048))?.[1] ?? null

/** Resolves an image address against the page's folder or the cartridge's files folder. */
const plannedUrlOf = (source: string, path: string, { root, planFile }: PageContext): string | null => {
  const name = plainPath(source.replace(FILE_BASE, ''))
  if (mediaKindOf(name) !== 'image') return null
  const folder = path.split('/').slice(0, -1)
  const candidates = FILE_BASE.test(source)
    ? [root + name, `${root}web_resources/${name}`]
    : [joinPath(folder, plainPath(source.replace(/^\/+/, ''))), root + name]
  for (const candidate of candidates) {
    const url = candidate === null ? null : planFile(candidate)
    if (url !== null) return url
  }
  return null
}

/** Joins a relative path to a folder; null for a path that leads out of the package. */
const joinPath = (folder: readonly string[], relative: string): string | null => {
  const parts = [...folder]
  for (const part of relative.split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') parts.push(part)
    else if (parts.pop() === undefined) return null
  }
  return parts.join('/')
}
