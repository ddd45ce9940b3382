/**
 * First letter of a word as a person sees it: "क्षितिज" begins with "क्षि", not with a bare consonant.
 * Old browsers without Intl.Segmenter get the first code point.
 */
export const firstLetter = (word: string): string => {
  if (typeof Intl.Segmenter !== 'function') return Array.from(word)[0] ?? ''
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(word))
    return segment
  return ''
}

const LETTER = /^\p{L}/u

/** Initials of a name: first letters of its first and last word (spec §3 "Avatar fallback"); "?" when it has no letters. */
export const initials = (name: string): string => {
  const words = name
    .trim()
    .split(/\s+/)
    .filter((word) => LETTER.test(word))
  const [first, last] = [words[0], words.length > 1 ? words.at(-1) : undefined]
  if (!first) return '?'
  const letters = [first, last].flatMap((word) => (word ? [firstLetter(word).toLocaleUpperCase()] : []))
  // Arabic letters would join into a word: a zero-width non-joiner keeps them apart.
  return letters.join(/\p{Script=Arabic}/u.test(first) ? '\u200c' : '')
}
