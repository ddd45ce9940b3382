/**
 * What arrives from the clipboard or by drag: pictures are stored, HTML is kept clean, plain text becomes paragraphs.
 * The editor's own way would need a Trusted Types policy that lets any HTML through.
 */
import { Fragment, Slice, type Node } from '@tiptap/pm/model'
import type { EditorView } from '@tiptap/pm/view'
import { ownImagePath, type HtmlKind } from '#contract/html.ts'
import { sliceOf } from './schema.ts'

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** One paragraph a line; one empty line between two of them stays. */
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

/** True when there was something for us to take. */
export const takeIn = (
  view: EditorView,
  kind: HtmlKind,
  data: DataTransfer | null,
  onImages: (files: File[]) => void,
): boolean => {
  if (!data) return false
  const images = [...data.files].filter((file) => file.type.startsWith('image/'))
  const html = data.getData('text/html')
  const text = data.getData('text/plain')
  if (images.length > 0 && html === '') {
    onImages(images)
    return true
  }
  if (html === '' && text === '') return false
  const { tr } = view.state
  const inCode = view.state.selection.$from.parent.type.spec.code === true
  if (inCode) view.dispatch(tr.insertText(text.replace(/\r\n?/g, '\n')).scrollIntoView())
  else {
    const clean = sliceOf(html === '' ? paragraphsOf(text) : html, kind, view.state.schema)
    view.dispatch(tr.replaceSelection(withoutForeignImages(clean)).scrollIntoView())
  }
  return true
}

/** Pictures of other sites would not be shown by the page's policy. */
const withoutForeignImages = (slice: Slice): Slice =>
  new Slice(kept(slice.content), slice.openStart, slice.openEnd)

const kept = (fragment: Fragment): Fragment => {
  const nodes: Node[] = []
  fragment.forEach((node) => {
    const foreign = node.type.name === 'image' && !ownImagePath.test(String(node.attrs['src']))
    if (!foreign) nodes.push(node.isText ? node : node.copy(kept(node.content)))
  })
  return Fragment.from(nodes)
}
