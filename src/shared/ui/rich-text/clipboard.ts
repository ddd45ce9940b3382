/**
 * Inserts pasted or dropped content into any editor: pictures go to a handler, code blocks take plain text,
 * and the editor's owner cleans the rest. The library's own handling would need a Trusted Types policy that
 * accepts any HTML.
 */
import { Fragment, Slice, type Node } from '@tiptap/pm/model'
import type { EditorView } from '@tiptap/pm/view'
import { escapeHtml } from '#src/shared/lib/text/escape-html.ts'

export interface TransferHandlers {
  onImages: (files: File[]) => void
  /** The content as a clean piece of the document. */
  parse: (arrived: { html: string; text: string }) => Slice
}

/** Returns whether there was something to insert. */
export const insertTransfer = (
  view: EditorView,
  data: DataTransfer | null,
  { onImages, parse }: TransferHandlers,
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
  const transaction = inCode
    ? tr.insertText(text.replace(/\r\n?/g, '\n'))
    : tr.replaceSelection(parse({ html, text }))
  view.dispatch(transaction.scrollIntoView())
  return true
}

/** One paragraph per line; one empty line between two of them stays. */
export const paragraphsHtml = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .filter(
      (line, index, all) =>
        line.trim() !== '' || (index > 0 && index < all.length - 1 && all[index - 1] === ''),
    )
    .map((line) => `<p>${escapeHtml(line)}</p>`)
    .join('')

/** Removes the pictures whose source is not allowed. */
export const filterImages = (slice: Slice, isAllowed: (source: string) => boolean): Slice => {
  const filterNodes = (fragment: Fragment): Fragment => {
    const nodes: Node[] = []
    fragment.forEach((node) => {
      const isForeign = node.type.name === 'image' && !isAllowed(String(node.attrs['src']))
      if (!isForeign) nodes.push(node.isText ? node : node.copy(filterNodes(node.content)))
    })
    return Fragment.from(nodes)
  }
  return new Slice(filterNodes(slice.content), slice.openStart, slice.openEnd)
}
