/** Longer graphemes are split: a letter with a hundred combining marks is cut between its marks. */
const GRAPHEME_MAX_UNITS = 64
/** Up to this length graphemes stay whole. Their boundaries depend on the text before, which costs too much later. */
const SEGMENTED_MAX_UNITS = 2_000

const isLowSurrogate = (unit: number) => unit >= 0xdc_00 && unit <= 0xdf_ff
const isHighSurrogate = (unit: number) => unit >= 0xd8_00 && unit <= 0xdb_ff

/** The offset in code units after a number of characters. */
const offsetOf = (text: string, characters: number): number => {
  let offset = 0
  for (let remaining = characters; remaining > 0 && offset < text.length; remaining -= 1)
    offset += isHighSurrogate(text.charCodeAt(offset)) && isLowSurrogate(text.charCodeAt(offset + 1)) ? 2 : 1
  return offset
}

let segmenter: Intl.Segmenter | null = null

/** The start of the grapheme (a family, a flag, a letter with marks) that spans the offset, else the offset. */
const graphemeStart = (text: string, offset: number): number => {
  // Old browsers and very long texts are cut between the characters of a grapheme.
  if (typeof Intl.Segmenter !== 'function' || offset > SEGMENTED_MAX_UNITS) return offset
  segmenter ??= new Intl.Segmenter()
  const start =
    segmenter.segment(text.slice(0, offset + GRAPHEME_MAX_UNITS)).containing(offset)?.index ?? offset
  return start > 0 && offset - start <= GRAPHEME_MAX_UNITS ? start : offset
}

/**
 * The beginning of a text, at most `max` characters (code points, as in the schemas) including `ending`. Never splits
 * a surrogate pair and keeps graphemes whole. A text that fits is returned unchanged.
 */
export const cut = (text: string, max: number, ending = ''): string => {
  if (text.length <= max) return text
  if (offsetOf(text, max) === text.length) return text
  const offset = offsetOf(text, max - Array.from(ending).length)
  return text.slice(0, graphemeStart(text, offset)) + ending
}

/** The end of a text, at most `max` characters. */
export const cutStart = (text: string, max: number): string => {
  if (text.length <= max) return text
  return Array.from(text).slice(-max).join('')
}
