/** What can be written: the same as the contract's allow-list lets through. */
import { getSchema, Node, type Extensions } from '@tiptap/core'
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
    // An empty paragraph that nobody wrote would be saved and counted as a change.
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

const byKind: Record<HtmlKind, Extensions> = {
  text: base,
  article: [...base, figure, figcaption, ...formulaNodes, ...tableNodes],
}

export const extensionsFor = (kind: HtmlKind): Extensions => byKind[kind]

/** HTML as the editor's own document: cleaned first, and no string reaches an HTML sink of the page. */
export const documentOf = (html: string, kind: HtmlKind) =>
  DOMParser.fromSchema(getSchema(byKind[kind])).parse(sanitizeToFragment(html, kind)).toJSON() as object

/** A piece of HTML for a document: its own schema, for nodes of another one would silently not fit. */
export const sliceOf = (html: string, kind: HtmlKind, schema: Schema) =>
  DOMParser.fromSchema(schema).parseSlice(sanitizeToFragment(html, kind))

/** Empty paragraphs at the end are the editor's, not the author's. */
export const trimmed = (html: string): string =>
  html.replace(/(?:<p>(?:\s|&nbsp;|<br\s*\/?>)*<\/p>\s*)+$/i, '')
