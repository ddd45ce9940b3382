/**
 * What arrives from the clipboard or by drag, for every editor: pictures are handed over, code takes plain text, and
 * the rest is cleaned by who owns the editor. The editor's own way would need a Trusted Types policy that lets any
 * HTML through.
 */
import { Fragment, Slice, type Node } from '@tiptap/pm/model'
import type { EditorView } from '@tiptap/pm/view'

export interface Taking {
  onImages: (files: File[]) => void
  /** What arrived as a piece of the document, clean. */
  sliceOf: (arrived: { html: string; text: string }) => Slice
}

/** True when there was something for us to take. */
export const takeFrom = (
  view: EditorView,
  data: DataTransfer | null,
  { onImages, sliceOf }: Taking,
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
  const taken = inCode
    ? tr.insertText(text.replace(/\r\n?/g, '\n'))
    : tr.replaceSelection(sliceOf({ html, text }))
  view.dispatch(taken.scrollIntoView())
  return true
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** One paragraph a line; one empty line between two of them stays. */
export const paragraphsOf = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .filter(
      (line, index, all) =>
        line.trim() !== '' || (index > 0 && index < all.length - 1 && all[index - 1] === ''),
    )
    .map((line) => `<p>${escaped(line)}</p>`)
    .join('')

/** Without the pictures whose address is not kept. */
export const withImages = (slice: Slice, keeps: (source: string) => boolean): Slice => {
  const kept = (fragment: Fragment): Fragment => {
    const nodes: Node[] = []
    fragment.forEach((node) => {
      const foreign = node.type.name === 'image' && !keeps(String(node.attrs['src']))
      if (!foreign) nodes.push(node.isText ? node : node.copy(kept(node.content)))
    })
    return Fragment.from(nodes)
  }
  return new Slice(kept(slice.content), slice.openStart, slice.openEnd)
}
