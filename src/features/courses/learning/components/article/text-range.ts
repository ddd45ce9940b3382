/** Maps between an article's text and DOM ranges. Elements added by the product (`data-extra`) do not count as text. */
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

/** Converts a span of the text into a DOM range. */
export const rangeOf = (box: Element, span: TextSpan): Range | null => {
  const range = document.createRange()
  let offset = 0
  let hasStart = false
  for (const node of textNodes(box)) {
    const end = offset + node.data.length
    if (!hasStart && span.start < end) {
      range.setStart(node, Math.max(0, span.start - offset))
      hasStart = true
    }
    if (hasStart && span.end <= end) {
      range.setEnd(node, span.end - offset)
      return range
    }
    offset = end
  }
  return null
}

/** Converts a DOM range into a span of the text; null when it is not completely inside the article. */
export const spanOf = (box: Element, range: Range): TextSpan | null => {
  if (range.collapsed || !box.contains(range.commonAncestorContainer)) return null
  let offset = 0
  let start: number | null = null
  let end = 0
  for (const node of textNodes(box)) {
    if (range.intersectsNode(node)) {
      const from = node === range.startContainer ? range.startOffset : 0
      const to = node === range.endContainer ? range.endOffset : node.data.length
      start ??= offset + from
      end = offset + to
    }
    offset += node.data.length
  }
  return start !== null && end > start ? { start, end } : null
}

/** The index of the article's block that contains the node. */
export const paragraphOf = (box: Element, node: Node): number => {
  const index = [...box.children].findIndex((block) => block.contains(node))
  return Math.max(0, index)
}

/** The index of the first block that reaches below the reading line. */
export const paragraphInView = (box: Element, topPx: number): number => {
  const blocks = [...box.children]
  const index = blocks.findIndex((block) => block.getBoundingClientRect().bottom > topPx)
  return index === -1 ? Math.max(0, blocks.length - 1) : index
}
