/** Links and embedded frames of a page. */
import { isSafeLink } from '#contract/text/html.ts'
import type { ImportLine } from '#contract/course-import/course-import.ts'
import { decodeEntities } from '#server/core/packages/xml.ts'
import { note, type PlannedLine } from '../plan.ts'
import { plainText } from '../new-document.ts'
import { attributeOf, escapeHtml, webAddress } from './html-parts.ts'
import { plainPath } from './manifest.ts'
import { FILE_BASE, joinPath } from './page-pictures.ts'
import type { PageContext } from './reader.ts'

interface LinksOfPage {
  html: string
  lines: PlannedLine[]
  notes: ImportLine['notes']
}

export const withLinks = (body: string, path: string, context: PageContext): LinksOfPage => {
  const lines: PlannedLine[] = []
  let inPageCount = 0
  /** The address to write; null for a link that is left out. */
  const addressOf = (href: string, title: string, notes: ImportLine['notes']): string | null => {
    const line: PlannedLine = { path, title: plainText(title) || href, kind: 'link', becomes: 'link', notes }
    lines.push(line)
    const leaveOut = (code: 'link_dropped' | 'link_target_missing'): null => {
      line.becomes = 'nothing'
      line.notes = [note(code, href)]
      return null
    }
    const web = webAddress(href)
    if (web !== null || /^mailto:/i.test(href))
      return isSafeLink(web ?? href) ? (web ?? href) : leaveOut('link_dropped')
    if (/^[a-z][a-z0-9+.-]*:/i.test(href)) return leaveOut('link_dropped')
    const names = targetNames(href, path, context)
    if (!names.some(context.isInPackage)) return leaveOut('link_target_missing')
    return context.links.plan({ names, line, href })
  }
  const withAddresses = body.replace(/<a\b[^<>]*>/gi, (tag: string, at: number, whole: string) => {
    const href = attributeOf(tag, 'href')
    if (href === null || href === '') return '<a>'
    if (href.startsWith('#')) {
      inPageCount += 1
      return '<a>'
    }
    const address = addressOf(href, textOfLink(whole, at + tag.length), [])
    const title = attributeOf(tag, 'title')
    return address === null
      ? '<a>'
      : `<a href="${escapeHtml(address)}"${title ? ` title="${escapeHtml(title)}"` : ''}>`
  })
  const html = withAddresses.replace(/<iframe\b[^<>]*>(?:\s*<\/iframe\s*>)?/gi, (tag) => {
    const source = attributeOf(tag, 'src') ?? ''
    if (source === '' || /^about:/i.test(source)) return ''
    const title = attributeOf(tag, 'title') || webAddress(source) || plainPath(source)
    const address = addressOf(source, title, [note('embed_as_link', source)])
    return address === null ? '' : `<p><a href="${escapeHtml(address)}">${escapeHtml(title)}</a></p>`
  })
  return { html, lines, notes: inPageCount > 0 ? [note('link_in_page', String(inPageCount))] : [] }
}

const TEXT_MAX = 500

/** The text after a start tag, up to the end of the link. */
const textOfLink = (html: string, from: number): string => {
  const rest = html.slice(from, from + TEXT_MAX)
  const end = rest.search(/<\/a\b/i)
  const text = (end < 0 ? rest : rest.slice(0, end)).replace(/<[^<>]*>?/g, ' ')
  return decodeEntities(text).replace(/\s+/g, ' ').trim()
}

/** Addresses that Canvas writes for its own pages, quizzes and files. */
const CANVAS = /^\$(?:WIKI_REFERENCE|CANVAS_OBJECT_REFERENCE|CANVAS_COURSE_REFERENCE)\$\//i

/** The names that the target of a link may have in the package: resources and files. */
const targetNames = (href: string, path: string, { manifest: { root } }: PageContext): string[] => {
  const target = plainPath(href)
  if (FILE_BASE.test(href) || FILE_BASE.test(target)) {
    const name = plainPath(href.replace(FILE_BASE, '')).replace(FILE_BASE, '')
    return [root + name, `${root}web_resources/${name}`]
  }
  if (CANVAS.test(target)) {
    const last = target.split('/').findLast((part) => part !== '') ?? ''
    return [last, `${root}wiki_content/${last}.html`, `${root}wiki_content/${last}`]
  }
  const relative = joinPath(path.split('/').slice(0, -1), target)
  return [...(relative === null ? [] : [relative]), root + target]
}
