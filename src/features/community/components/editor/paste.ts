/**
 * Inserts pasted or dropped content into a post: pictures are inlined, plain text becomes paragraphs (spec
 * 5).
 */
import { Fragment, Slice, type Schema } from '@tiptap/pm/model'
import type { EditorView } from '@tiptap/pm/view'
import { codeLanguageClass, inlineImage } from '#contract/text/html.ts'
import { IMAGE_MAX_BYTES } from '#contract/community/community.ts'
import { paragraphsHtml, insertTransfer, filterImages } from '#src/shared/ui/rich-text/clipboard.ts'
import { parseSlice } from './extensions.ts'
import { toPlainMarkup } from './plain-markup.ts'

/** Base64 encodes 3 bytes as 4 characters. */
const IMAGE_MAX_CHARS = Math.floor((IMAGE_MAX_BYTES * 4) / 3)

/** The page's policy blocks pictures of other sites, and the server rejects those over the limit. */
const isAllowedImage = (src: string): boolean =>
  src.startsWith('/') || (inlineImage.test(src) && src.length <= IMAGE_MAX_CHARS)

/** A picture copied from another post has the full URL of this site. */
const toRelativeUrls = (html: string): string => html.replaceAll(`src="${window.location.origin}/`, 'src="/')

/** Visual Studio Code and its relatives add this type to the clipboard. */
const CODE_TYPE = 'vscode-editor-data'
/** Its languages that are not code. */
const PROSE = ['plaintext', 'markdown']

/** The language of the source file; null for any other clipboard. */
const modeOf = (data: DataTransfer): string | null => {
  try {
    const { mode } = JSON.parse(data.getData(CODE_TYPE)) as { mode?: unknown }
    return typeof mode === 'string' ? mode : null
  } catch {
    return null
  }
}

/** Several lines become a code block, a single line becomes inline code. */
const codeOf = (text: string, mode: string, schema: Schema): Slice => {
  const code = text.replace(/\r\n?/g, '\n').replace(/\n+$/, '')
  if (!code.includes('\n')) return new Slice(Fragment.from(schema.text(code, [schema.mark('code')])), 0, 0)
  const language = codeLanguageClass.test(`language-${mode}`) ? mode : null
  return new Slice(Fragment.from(schema.node('codeBlock', { language }, schema.text(code))), 0, 0)
}

/** Returns whether there was something to insert. */
export const insertContent = (
  view: EditorView,
  data: DataTransfer | null,
  onImages: (files: File[]) => void,
): boolean =>
  insertTransfer(view, data, {
    onImages,
    parse: ({ html, text }) => {
      const { schema } = view.state
      const mode = data && text.trim() !== '' ? modeOf(data) : null
      const isProse = mode !== null && PROSE.includes(mode)
      if (mode !== null && !isProse) return codeOf(text, mode, schema)
      const markup = html === '' || isProse ? paragraphsHtml(text) : toPlainMarkup(toRelativeUrls(html))
      return filterImages(parseSlice(markup, schema), isAllowedImage)
    },
  })
