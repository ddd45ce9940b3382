/** Where words stand in a text, for people to see. Pure. */
import type { Find } from '#contract/courses/search.ts'
import { folded, WORD } from '#server/core/text/search-text.ts'

/** Characters shown before the first hit, and in all. */
const BEFORE_CHARS = 50
const EXCERPT_CHARS = 180

/** A text in its own writing and in the folded one it is searched by. */
export interface Searched {
  readonly text: string
  readonly key: string
}
export const searched = (text: string): Searched => ({ text, key: folded(text) })

/** Whether each of the folded words stands in one of the texts. */
export const holdsAll = (words: readonly string[], texts: readonly Searched[]): boolean =>
  words.every((word) => texts.some(({ key }) => key.includes(word)))

/** The piece of a text around its first hit, hits marked as whole words; null when none of the words stands there. */
export const excerptAround = (text: string, words: readonly string[]): Find['excerpt'] => {
  const hits = [...text.matchAll(WORD)].filter(([word]) => {
    const key = folded(word)
    return words.some((wanted) => key.includes(wanted))
  })
  const [first] = hits
  if (!first) return null
  const from = wordStart(text, first.index - BEFORE_CHARS)
  const to = wordEnd(text, Math.max(from + EXCERPT_CHARS, first.index + first[0].length))
  const parts: { text: string; hit: boolean }[] = []
  const push = (part: string, hit: boolean) => {
    if (part !== '') parts.push({ text: part, hit })
  }
  let at = from
  for (const hit of hits) {
    if (hit.index + hit[0].length > to) break
    push(text.slice(at, hit.index), false)
    push(hit[0], true)
    at = hit.index + hit[0].length
  }
  push(text.slice(at, to), false)
  if (from > 0) parts.unshift({ text: '… ', hit: false })
  if (to < text.length) parts.push({ text: ' …', hit: false })
  return parts
}

/** Cuts at spaces, so that neither a word nor a letter of two units is torn. */
const wordStart = (text: string, near: number): number => (near <= 0 ? 0 : text.indexOf(' ', near) + 1)
const wordEnd = (text: string, near: number): number => {
  if (near >= text.length) return text.length
  const space = text.lastIndexOf(' ', near)
  // One endless word: the next space, however far.
  const cut = space > near - EXCERPT_CHARS / 2 ? space : text.indexOf(' ', near)
  return cut === -1 ? text.length : cut
}
