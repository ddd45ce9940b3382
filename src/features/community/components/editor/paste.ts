/** What arrives in a post from the clipboard or by drag: pictures are inlined, plain text becomes paragraphs (spec §5). */
import { Fragment, Slice, type Schema } from '@tiptap/pm/model'
import type { EditorView } from '@tiptap/pm/view'
import { codeLanguageClass, inlineImage } from '#contract/text/html.ts'
import { IMAGE_MAX_BYTES } from '#contract/community/community.ts'
import { paragraphsHtml, insertTransfer, filterImages } from '#src/shared/ui/rich-text/clipboard.ts'
import { sliceOf } from './extensions.ts'
import { asPlainMarkup } from './foreign-html.ts'

/** Base64 writes 3 bytes as 4 characters. */
const IMAGE_MAX_CHARS = Math.floor((IMAGE_MAX_BYTES * 4) / 3)

/** Pictures of other sites would not be shown by the page's policy, and those over the limit would be refused. */
const keepsImage = (source: string): boolean =>
  source.startsWith('/') || (inlineImage.test(source) && source.length <= IMAGE_MAX_CHARS)

/** A picture copied from another post is named with the whole address of this very site. */
const ownAsPaths = (html: string): string => html.replaceAll(`src="${window.location.origin}/`, 'src="/')

/** What an editor for programs puts beside the text: Visual Studio Code and its kin. */
const CODE_TYPE = 'vscode-editor-data'
/** Languages of its that are none. */
const PROSE = ['plaintext', 'markdown']

/** The language of the file that it came from; null for any other clipboard. */
const modeOf = (data: DataTransfer): string | null => {
  try {
    const { mode } = JSON.parse(data.getData(CODE_TYPE)) as { mode?: unknown }
    return typeof mode === 'string' ? mode : null
  } catch {
    return null
  }
}

/** Lines of a program as a code block, a piece of one line as code within the sentence. */
const codeOf = (text: string, mode: string, schema: Schema): Slice => {
  const code = text.replace(/\r\n?/g, '\n').replace(/\n+$/, '')
  if (!code.includes('\n')) return new Slice(Fragment.from(schema.text(code, [schema.mark('code')])), 0, 0)
  const language = codeLanguageClass.test(`language-${mode}`) ? mode : null
  return new Slice(Fragment.from(schema.node('codeBlock', { language }, schema.text(code))), 0, 0)
}

/** What is pasted or dropped: pictures are inlined, programs become code. True when there was something to take. */
export const takeIn = (
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
      const markup = html === '' || isProse ? paragraphsHtml(text) : asPlainMarkup(ownAsPaths(html))
      return filterImages(sliceOf(markup, schema), keepsImage)
    },
  })
