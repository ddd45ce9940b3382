/** Matches search words in texts and cuts excerpts. Pure. */
import type { Find } from '#contract/courses/search.ts'
import { folded, WORD } from '#server/core/text/search-text.ts'

/** Characters before the first hit, and in the whole excerpt. */
const BEFORE_CHARS = 50
const EXCERPT_CHARS = 180

/** A text as it is written, and folded for searching. */
export interface SearchableText {
  readonly text: string
  readonly foldedText: string
}
export const toSearchable = (text: string): SearchableText => ({ text, foldedText: folded(text) })

/** Whether each of the folded words occurs in one of the texts. */
export const containsAll = (words: readonly string[], texts: readonly SearchableText[]): boolean =>
  words.every((word) => texts.some(({ foldedText }) => foldedText.includes(word)))

/** An excerpt around the first hit, with hits marked as whole words; null without a hit. */
export const excerptAround = (text: string, words: readonly string[]): Find['excerpt'] => {
  const matches = [...text.matchAll(WORD)].filter(([word]) => {
    const key = folded(word)
    return words.some((part) => key.includes(part))
  })
  const [first] = matches
  if (!first) return null
  const start = wordStart(text, first.index - BEFORE_CHARS)
  const end = wordEnd(text, Math.max(start + EXCERPT_CHARS, first.index + first[0].length))
  const parts: { text: string; hit: boolean }[] = []
  const addPart = (part: string, hit: boolean) => {
    if (part !== '') parts.push({ text: part, hit })
  }
  let position = start
  for (const hit of matches) {
    if (hit.index + hit[0].length > end) break
    addPart(text.slice(position, hit.index), false)
    addPart(hit[0], true)
    position = hit.index + hit[0].length
  }
  addPart(text.slice(position, end), false)
  if (start > 0) parts.unshift({ text: '… ', hit: false })
  if (end < text.length) parts.push({ text: ' …', hit: false })
  return parts
}

/** Cuts at spaces, so that no word and no surrogate pair is split. */
const wordStart = (text: string, near: number): number => (near <= 0 ? 0 : text.indexOf(' ', near) + 1)
const wordEnd = (text: string, near: number): number => {
  if (near >= text.length) return text.length
  const space = text.lastIndexOf(' ', near)
  // In a very long word, cut at the next space, however far.
  const cut = space > near - EXCERPT_CHARS / 2 ? space : text.indexOf(' ', near)
  return cut === -1 ? text.length : cut
}
