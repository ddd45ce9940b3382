/**
 * Normalises text for search in English, Hindi and Arabic. Stored text and queries use the same functions, so
 * spellings that differ only in marks match.
 */
/** The highest code point: the end of the range of words with a common prefix. */
export const LAST_CODE_POINT = '\u{10ffff}'
const WORD_MAX_CHARS = 40
const WORDS_MAX = 1_500

/** Tashkeel, superscript alef and tatweel show how to read a word, not which word it is. */
const ARABIC_MARKS = /[\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u0640]/g
const FOLDS: readonly (readonly [RegExp, string])[] = [
  [/[آأإٱ]/g, 'ا'],
  [/ى/g, 'ي'],
  [/ة/g, 'ه'],
  [/ؤ/g, 'و'],
  [/ئ/g, 'ي'],
  // हिन्दी and हिंदी, चाँद and चांद are the same words.
  [/ङ्(?=[क-घ])|ञ्(?=[च-झ])|ण्(?=[ट-ढ])|न्(?=[त-ध])|म्(?=[प-भ])|ँ/g, 'ं'],
  // The nukta (dot below) is often left out.
  [/\u093c/g, ''],
]
/** Letters, digits and the marks that belong to them; + and # because of C++ and C#. */
export const WORD = /[\p{L}\p{N}\p{M}][\p{L}\p{N}\p{M}\u200c\u200d]*[+#]{0,2}/gu

/** Removes differences that are only spelling. */
export const folded = (text: string): string => {
  let result = text.normalize('NFKC').toLowerCase().replace(ARABIC_MARKS, '')
  for (const [pattern, letter] of FOLDS) result = result.replace(pattern, letter)
  return result.replaceAll(/[\u200c\u200d]/g, '')
}

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
