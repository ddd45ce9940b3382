/**
 * The first grapheme of a word: "क्षितिज" begins with "क्षि", not with a bare consonant. Browsers without
 * Intl.Segmenter get the first code point.
 */
export const firstLetter = (word: string): string => {
  if (typeof Intl.Segmenter !== 'function') return Array.from(word)[0] ?? ''
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(word))
    return segment
  return ''
}

const LETTER = /^\p{L}/u

/**
 * First letters of the first and last word of a name (spec 3: Avatar fallback); "?" when it has no letters.
 */
export const initials = (name: string): string => {
  const words = name
    .trim()
    .split(/\s+/)
    .filter((word) => LETTER.test(word))
  const [first, last] = [words[0], words.length > 1 ? words.at(-1) : undefined]
  if (!first) return '?'
  const letters = [first, last].flatMap((word) => (word ? [firstLetter(word).toLocaleUpperCase()] : []))
  // A zero-width non-joiner keeps Arabic letters from joining into a word.
  return letters.join(/\p{Script=Arabic}/u.test(first) ? '\u200c' : '')
}
