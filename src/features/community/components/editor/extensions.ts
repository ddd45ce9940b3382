/** What can be written: the same as the contract's allow-list lets through. */
import { getSchema } from '@tiptap/core'
import { Image } from '@tiptap/extension-image'
import { DOMParser, type Schema } from '@tiptap/pm/model'
import { StarterKit } from '@tiptap/starter-kit'
import { isSafeLink } from '#contract/text/html.ts'
import { sanitizeToFragment } from '#src/shared/lib/text/sanitize.ts'

export const extensions = [
  StarterKit.configure({
    heading: { levels: [1, 2, 3] },
    horizontalRule: false,
    link: { openOnClick: false, defaultProtocol: 'https', isAllowedUri: (url) => isSafeLink(url) },
  }),
  Image.configure({ allowBase64: true }),
]

/** HTML as the editor's own document: cleaned first, and no string reaches an HTML sink of the page. */
export const documentOf = (html: string) =>
  DOMParser.fromSchema(getSchema(extensions)).parse(sanitizeToFragment(html, 'text')).toJSON() as object

/** A piece of HTML for a document: its own schema, for nodes of another one would silently not fit. */
export const sliceOf = (html: string, schema: Schema) =>
  DOMParser.fromSchema(schema).parseSlice(sanitizeToFragment(html, 'text'))
