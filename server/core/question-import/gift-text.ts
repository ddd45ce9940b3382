/** Escapes of GIFT: a backslash escapes `~ = # { } :` and itself; `\n` is a line break. */

/** Declares the format of a text, at its beginning. */
export const FORMAT_MARK = /^\s*\[(html|moodle|plain|markdown)\]/i
/** Converts a text for display: without format mark, escapes and markup. */
export type ToPlainText = (text: string, field: string) => string

/** First unescaped occurrence of a text; -1 if there is none. */
export const findUnescaped = (text: string, search: string, from = 0): number => {
  for (let index = from; index < text.length; index += 1) {
    if (text[index] === '\\') index += 1
    else if (text.startsWith(search, index)) return index
  }
  return -1
}

/** The parts before and after an unescaped separator; the second is null without one. */
export const splitOnce = (text: string, separator: string): [string, string | null] => {
  const index = findUnescaped(text, separator)
  return index < 0 ? [text, null] : [text.slice(0, index), text.slice(index + separator.length)]
}

export const unescapeGift = (text: string): string =>
  text.replace(/\\([~=#{}:>\\n])/g, (_, escaped: string) => (escaped === 'n' ? '\n' : escaped))

export const escapeGift = (text: string): string =>
  text
    .replace(/[\\~=#{}:]/g, '\\$&')
    .replaceAll('->', '-\\>')
    .replaceAll('\n', '\\n')
