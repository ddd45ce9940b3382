/**
 * What arrives from the clipboard or by drag: pictures are inlined, HTML is kept clean, plain text becomes
 * paragraphs (spec §5). The editor's own way would need a Trusted Types policy that lets any HTML through.
 */
import { Fragment, Slice, type Node, type Schema } from '@tiptap/pm/model'
import type { EditorView } from '@tiptap/pm/view'
import { codeLanguageClass, inlineImage } from '#contract/html.ts'
import { IMAGE_MAX_BYTES } from '#contract/community.ts'
import { sliceOf } from './extensions.ts'
import { asPlainMarkup } from './foreign-html.ts'

/** Base64 writes 3 bytes as 4 characters. */
const IMAGE_MAX_CHARS = Math.floor((IMAGE_MAX_BYTES * 4) / 3)

/** Pictures of other sites would not be shown by the page's policy, and those over the limit would be refused. */
const keepsImage = (source: string): boolean =>
  source.startsWith('/') || (inlineImage.test(source) && source.length <= IMAGE_MAX_CHARS)

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** One paragraph a line. */
const paragraphsOf = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .filter(
      (line, index, all) =>
        line.trim() !== '' || (index > 0 && index < all.length - 1 && all[index - 1] === ''),
    )
    .map((line) => `<p>${escaped(line)}</p>`)
    .join('')

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

type Take = (files: File[]) => void

/** True when there was something for us to take. */
export const takeIn = (view: EditorView, data: DataTransfer | null, onImages: Take): boolean => {
  if (!data) return false
  const images = [...data.files].filter((file) => file.type.startsWith('image/'))
  const html = data.getData('text/html')
  const text = data.getData('text/plain')
  if (images.length > 0 && html === '') {
    onImages(images)
    return true
  }
  if (html === '' && text === '') return false
  const inCode = view.state.selection.$from.parent.type.spec.code === true
  const { tr, schema } = view.state
  const mode = text.trim() === '' ? null : modeOf(data)
  const isProse = mode !== null && PROSE.includes(mode)
  if (inCode) view.dispatch(tr.insertText(text.replace(/\r\n?/g, '\n')).scrollIntoView())
  else if (mode !== null && !isProse)
    view.dispatch(tr.replaceSelection(codeOf(text, mode, schema)).scrollIntoView())
  else {
    const clean = sliceOf(
      html === '' || isProse ? paragraphsOf(text) : asPlainMarkup(ownAsPaths(html)),
      schema,
    )
    view.dispatch(tr.replaceSelection(withoutForeignImages(clean)).scrollIntoView())
  }
  return true
}

const withoutForeignImages = (slice: Slice): Slice =>
  new Slice(kept(slice.content), slice.openStart, slice.openEnd)

const kept = (fragment: Fragment): Fragment => {
  const nodes: Node[] = []
  fragment.forEach((node) => {
    const foreign = node.type.name === 'image' && !keepsImage(String(node.attrs['src']))
    if (!foreign) nodes.push(node.isText ? node : node.copy(kept(node.content)))
  })
  return Fragment.from(nodes)
}
