/** Questions are plain text of several lines; files often contain markup. */
import sanitizeHtml from 'sanitize-html'
import type { QuestionIssue } from '#contract/question-bank/question-import.ts'
import { decodeEntities, type XmlNode } from '#server/core/packages/xml.ts'

/** Block elements, which become lines of their own. */
const BLOCK_ELEMENTS = new Set(
  'p div li ul ol h1 h2 h3 h4 h5 h6 pre blockquote table tr section article itemBody rubricBlock'.split(' '),
)
/** Elements that can be removed without a loss. */
const IGNORED_ELEMENTS = new Set([...BLOCK_ELEMENTS, 'span', 'br', 'body', 'html'])

const normalizeSpace = (text: string): string =>
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

const lossIssues = (hasFormatting: boolean, hasPictures: boolean, field: string): QuestionIssue[] => [
  ...(hasFormatting ? [{ code: 'formatting_dropped' as const, field }] : []),
  ...(hasPictures ? [{ code: 'picture_dropped' as const, field }] : []),
]

/** The text of HTML, and issues for what was lost. */
export const plainFromHtml = (html: string, field: string): PlainText => {
  let hasFormatting = false
  let hasPictures = false
  const withoutTags = html
    .slice(0, 200_000)
    .replace(/\s+/g, ' ')
    .replace(/<br\s*\/?>/gi, '\n')
    .replace(/<(\/?)([a-z][a-z0-9]{0,20})\b([^<>]{0,5000})>/gi, (_, closing, name, rest) => {
      const tag = String(name).toLowerCase()
      if (['img', 'object', 'video', 'audio'].includes(tag)) {
        hasPictures = true
        const alt = /\balt\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(String(rest))
        return ` ${alt?.[1] ?? alt?.[2] ?? ''} `
      }
      if (['script', 'style'].includes(tag)) return `<${closing}${tag}>`
      if (!IGNORED_ELEMENTS.has(tag)) hasFormatting = true
      return BLOCK_ELEMENTS.has(tag) ? '\n' : ''
    })
  const text = sanitizeHtml(withoutTags, { allowedTags: [], allowedAttributes: {} })
  return { text: normalizeSpace(decodeEntities(text)), issues: lossIssues(hasFormatting, hasPictures, field) }
}

/** The text of markup in XML, without the elements matched by `skip`. */
export const plainFromXml = (node: XmlNode, field: string, skip: (node: XmlNode) => boolean): PlainText => {
  let hasFormatting = false
  let hasPictures = false
  const walk = (node: XmlNode): string =>
    node.children
      .map((child) => {
        if (typeof child === 'string') return child.replace(/\s+/g, ' ')
        if (skip(child)) return ''
        if (child.name === 'br') return '\n'
        if (['img', 'object', 'video', 'audio', 'picture'].includes(child.name)) {
          hasPictures = true
          return ` ${child.attributes['alt'] ?? ''} `
        }
        if (child.name === 'math' || !IGNORED_ELEMENTS.has(child.name))
          hasFormatting ||= child.name !== 'prompt'
        const inner = walk(child)
        return BLOCK_ELEMENTS.has(child.name) ? `\n${inner}\n` : inner
      })
      .join('')
  const text = normalizeSpace(walk(node))
  return { text, issues: lossIssues(hasFormatting, hasPictures, field) }
}
