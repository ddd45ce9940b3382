/** No sign is longer than this: a letter under a hundred marks is cut among its marks. */
const SIGN_MAX_UNITS = 64
/** Up to here a text is read as somebody reads it; which flag a letter of flags belongs to shows from the beginning only. */
const LINE_MAX_UNITS = 2_000

const isSecondHalf = (unit: number) => unit >= 0xdc_00 && unit <= 0xdf_ff
const isFirstHalf = (unit: number) => unit >= 0xd8_00 && unit <= 0xdb_ff

/** Where so many characters end. */
const endOf = (text: string, characters: number): number => {
  let at = 0
  for (let left = characters; left > 0 && at < text.length; left -= 1)
    at += isFirstHalf(text.charCodeAt(at)) && isSecondHalf(text.charCodeAt(at + 1)) ? 2 : 1
  return at
}

let signs: Intl.Segmenter | null = null

/** The beginning of the sign (a family, a flag, a letter with its marks) that goes across a place, else the place. */
const signBefore = (text: string, at: number): number => {
  // Old browsers, and whole pages of text, are cut between the characters of a sign.
  if (typeof Intl.Segmenter !== 'function' || at > LINE_MAX_UNITS) return at
  signs ??= new Intl.Segmenter()
  const begins = signs.segment(text.slice(0, at + SIGN_MAX_UNITS)).containing(at)?.index ?? at
  return begins > 0 && at - begins <= SIGN_MAX_UNITS ? begins : at
}

/**
 * The beginning of a text, `ending` included at most so many characters long, as the schemas count them: halves of a
 * surrogate pair are stored nowhere, and a sign of several characters stays whole. What is short enough stays as it is.
 */
export const cut = (text: string, most: number, ending = ''): string => {
  if (text.length <= most) return text
  if (endOf(text, most) === text.length) return text
  const at = endOf(text, most - Array.from(ending).length)
  return text.slice(0, signBefore(text, at)) + ending
}

/** The end of a text by the same measure. */
export const cutStart = (text: string, most: number): string => {
  if (text.length <= most) return text
  return Array.from(text).slice(-most).join('')
}
