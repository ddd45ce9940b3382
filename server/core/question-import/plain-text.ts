/** Questions are plain text of several lines here; files often bring markup. */
import sanitizeHtml from 'sanitize-html'
import type { QuestionIssue } from '#contract/question-bank/question-import.ts'
import { decodeEntities, type XmlNode } from '#server/core/packages/xml.ts'

/** Elements that stand on lines of their own. */
const BLOCKS = new Set(
  'p div li ul ol h1 h2 h3 h4 h5 h6 pre blockquote table tr section article itemBody rubricBlock'.split(' '),
)
/** Nothing is lost without these. */
const SILENT = new Set([...BLOCKS, 'span', 'br', 'body', 'html'])

const tidy = (text: string): string =>
  text
    .replaceAll('\u{a0}', ' ')
    .replace(/[ \t]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

export interface PlainText {
  text: string
  issues: QuestionIssue[]
}

const lost = (dropped: boolean, pictures: boolean, field: string): QuestionIssue[] => [
  ...(dropped ? [{ code: 'formatting_dropped' as const, field }] : []),
  ...(pictures ? [{ code: 'picture_dropped' as const, field }] : []),
]

/** HTML as its words, and what did not come along. */
export const plainFromHtml = (html: string, field: string): PlainText => {
  let dropped = false
  let pictures = false
  const marked = html
    .slice(0, 200_000)
    .replace(/\s+/g, ' ')
    .replace(/<br\s*\/?>/gi, '\n')
    .replace(/<(\/?)([a-z][a-z0-9]{0,20})\b([^<>]{0,5000})>/gi, (_, closing, name, rest) => {
      const tag = String(name).toLowerCase()
      if (['img', 'object', 'video', 'audio'].includes(tag)) {
        pictures = true
        const alt = /\balt\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(String(rest))
        return ` ${alt?.[1] ?? alt?.[2] ?? ''} `
      }
      if (['script', 'style'].includes(tag)) return `<${closing}${tag}>`
      if (!SILENT.has(tag)) dropped = true
      return BLOCKS.has(tag) ? '\n' : ''
    })
  const bare = sanitizeHtml(marked, { allowedTags: [], allowedAttributes: {} })
  return { text: tidy(decodeEntities(bare)), issues: lost(dropped, pictures, field) }
}

/** Markup that stands in XML, without the elements that `skip` names. */
export const plainFromXml = (node: XmlNode, field: string, skip: (one: XmlNode) => boolean): PlainText => {
  let dropped = false
  let pictures = false
  const walk = (one: XmlNode): string =>
    one.children
      .map((child) => {
        if (typeof child === 'string') return child.replace(/\s+/g, ' ')
        if (skip(child)) return ''
        if (child.name === 'br') return '\n'
        if (['img', 'object', 'video', 'audio', 'picture'].includes(child.name)) {
          pictures = true
          return ` ${child.attributes['alt'] ?? ''} `
        }
        if (child.name === 'math' || !SILENT.has(child.name)) dropped ||= child.name !== 'prompt'
        const inner = walk(child)
        return BLOCKS.has(child.name) ? `\n${inner}\n` : inner
      })
      .join('')
  const text = tidy(walk(node))
  return { text, issues: lost(dropped, pictures, field) }
}
