/** The editor's schema: the same as the contract's HTML allow-list. */
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

/** HTML as an editor document. It is sanitized first, and no string reaches an HTML sink of the page. */
export const parseDocument = (html: string) =>
  DOMParser.fromSchema(getSchema(extensions)).parse(sanitizeToFragment(html, 'text')).toJSON() as object

/** A piece of HTML, parsed with the document's own schema: nodes of another schema silently do not fit. */
export const parseSlice = (html: string, schema: Schema) =>
  DOMParser.fromSchema(schema).parseSlice(sanitizeToFragment(html, 'text'))
