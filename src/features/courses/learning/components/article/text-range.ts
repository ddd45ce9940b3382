/** An article's text and its places in the page. What the product itself put in (`data-extra`) is no text of it. */
import type { TextSpan } from '../../model/anchor.ts'

const isText = (node: Node): boolean => node.parentElement?.closest('[data-extra]') == null

const textNodes = (box: Element): Text[] => {
  const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT)
  const nodes: Text[] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (isText(node)) nodes.push(node as Text)
  return nodes
}

export const articleText = (box: Element): string =>
  textNodes(box)
    .map((node) => node.data)
    .join('')

/** The stretch of text as a range of the page. */
export const rangeOf = (box: Element, span: TextSpan): Range | null => {
  const range = document.createRange()
  let at = 0
  let begun = false
  for (const node of textNodes(box)) {
    const end = at + node.data.length
    if (!begun && span.start < end) {
      range.setStart(node, Math.max(0, span.start - at))
      begun = true
    }
    if (begun && span.end <= end) {
      range.setEnd(node, span.end - at)
      return range
    }
    at = end
  }
  return null
}

/** A selection of the page as a stretch of the article's text; null when it is not all inside. */
export const spanOf = (box: Element, range: Range): TextSpan | null => {
  if (range.collapsed || !box.contains(range.commonAncestorContainer)) return null
  let at = 0
  let start: number | null = null
  let end = 0
  for (const node of textNodes(box)) {
    if (range.intersectsNode(node)) {
      const from = node === range.startContainer ? range.startOffset : 0
      const to = node === range.endContainer ? range.endOffset : node.data.length
      start ??= at + from
      end = at + to
    }
    at += node.data.length
  }
  return start !== null && end > start ? { start, end } : null
}

/** Which block of the article a place is in, counted from 0. */
export const paragraphOf = (box: Element, node: Node): number => {
  const index = [...box.children].findIndex((block) => block.contains(node))
  return Math.max(0, index)
}

/** The first block that is not above the reading line. */
export const paragraphInView = (box: Element, topPx: number): number => {
  const blocks = [...box.children]
  const index = blocks.findIndex((block) => block.getBoundingClientRect().bottom > topPx)
  return index === -1 ? Math.max(0, blocks.length - 1) : index
}
