import { folded, WORD } from '#contract/text/folded.ts'

/**
 * Normalises text for search in English, Hindi and Arabic. Stored text and queries use the same functions, so
 * spellings that differ only in marks match.
 */
/** The highest code point: the end of the range of words with a common prefix. */
export const LAST_CODE_POINT = '\u{10ffff}'
const WORD_MAX_CHARS = 40
const WORDS_MAX = 1_500

export { folded, WORD }

/** The distinct words of a text, in order. */
export const wordsOf = (text: string): string[] => {
  const words = new Set<string>()
  for (const [word] of folded(text).matchAll(WORD)) {
    words.add(Array.from(word).slice(0, WORD_MAX_CHARS).join(''))
    if (words.size === WORDS_MAX) break
  }
  return [...words]
}

/** The visible text of sanitized HTML. */
export const plainText = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim()
