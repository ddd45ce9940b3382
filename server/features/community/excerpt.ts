import { cut } from '#contract/text/truncate.ts'
import { plainText } from '#server/core/text/search-text.ts'

const SUFFIX_MIN_CHARS = 2

/** All suffixes of a word, starting with the word itself. */
export const suffixesOf = (word: string): string[] => {
  const letters = Array.from(word)
  const suffixes = [word]
  for (let from = 1; from <= letters.length - SUFFIX_MIN_CHARS; from += 1)
    suffixes.push(letters.slice(from).join(''))
  return suffixes
}

const EXCERPT_CHARS = 200
/** The beginning of the readable text in sanitized HTML: whole words, with an ellipsis when there is more. */
export const excerptOf = (html: string): string => {
  const text = plainText(html)
  if (cut(text, EXCERPT_CHARS) === text) return text
  return `${cut(text, EXCERPT_CHARS - 1)
    .replace(/\s+\S{0,30}$/, '')
    .trimEnd()}…`
}
