import { cut } from '#contract/text/truncate.ts'
import { plainText } from '#server/core/text/search-text.ts'

const PART_MIN_CHARS = 2

/** Every ending of a word, itself first. */
export const partsOf = (word: string): string[] => {
  const letters = Array.from(word)
  const parts = [word]
  for (let from = 1; from <= letters.length - PART_MIN_CHARS; from += 1)
    parts.push(letters.slice(from).join(''))
  return parts
}

const EXCERPT_CHARS = 200
/** The beginning of what a person reads of cleaned HTML; whole words, and a sign where there is more. */
export const excerptOf = (html: string): string => {
  const text = plainText(html)
  if (cut(text, EXCERPT_CHARS) === text) return text
  return `${cut(text, EXCERPT_CHARS - 1)
    .replace(/\s+\S{0,30}$/, '')
    .trimEnd()}…`
}
