/** The editor's schema: the same as the contract's HTML allow-list. */
import { getSchema, Mark, Node, type Extensions } from '@tiptap/core'
import { Image } from '@tiptap/extension-image'
import { DOMParser, type Schema } from '@tiptap/pm/model'
import { StarterKit } from '@tiptap/starter-kit'
import { isSafeLink, type HtmlKind } from '#contract/text/html.ts'
import { sanitizeToFragment } from '#src/shared/lib/text/sanitize.ts'
import { formulaNodes } from './formula.ts'
import { tableNodes } from './table.ts'

const base: Extensions = [
  StarterKit.configure({
    heading: { levels: [1, 2, 3] },
    horizontalRule: false,
    // An automatic empty paragraph would be saved and counted as a change.
    trailingNode: false,
    link: { openOnClick: false, defaultProtocol: 'https', isAllowedUri: (url) => isSafeLink(url) },
  }),
  Image.configure({ allowBase64: true }),
]

const figure = Node.create({
  name: 'figure',
  group: 'block',
  content: 'image figcaption?',
  isolating: true,
  parseHTML: () => [{ tag: 'figure' }],
  renderHTML: () => ['figure', 0],
})
const figcaption = Node.create({
  name: 'figcaption',
  content: 'inline*',
  parseHTML: () => [{ tag: 'figcaption' }],
  renderHTML: () => ['figcaption', 0],
})

/** H₂O and x²: a text is one of them, not both. */
const raised = (name: string, tag: string) =>
  Mark.create({
    name,
    excludes: 'subscript superscript',
    parseHTML: () => [{ tag }],
    renderHTML: () => [tag, 0],
  })
const subscript = raised('subscript', 'sub')
const superscript = raised('superscript', 'sup')

const byKind: Record<HtmlKind, Extensions> = {
  text: base,
  article: [...base, subscript, superscript, figure, figcaption, ...formulaNodes, ...tableNodes],
}

export const extensionsFor = (kind: HtmlKind): Extensions => byKind[kind]

/** HTML as an editor document. It is sanitized first, and no string reaches an HTML sink of the page. */
export const parseDocument = (html: string, kind: HtmlKind) =>
  DOMParser.fromSchema(getSchema(byKind[kind])).parse(sanitizeToFragment(html, kind)).toJSON() as object

/** A piece of HTML, parsed with the document's own schema: nodes of another schema silently do not fit. */
export const parseSlice = (html: string, kind: HtmlKind, schema: Schema) =>
  DOMParser.fromSchema(schema).parseSlice(sanitizeToFragment(html, kind))

/** Removes trailing empty paragraphs, which the editor adds. */
export const trimTrailingParagraphs = (html: string): string =>
  html.replace(/(?:<p>(?:\s|&nbsp;|<br\s*\/?>)*<\/p>\s*)+$/i, '')
