/** Escapes of GIFT: a backslash takes the meaning from `~ = # { } :`, from itself, and gives `n` the one of a new line. */

/** What a text may say of its own markup, before it begins. */
export const FORMAT_MARK = /^\s*\[(html|moodle|plain|markdown)\]/i
/** A text as it is shown: without its mark, its escapes and its markup. */
export type Shown = (text: string, field: string) => string

/** First place of a text that no backslash guards; -1 without one. */
export const findUnescaped = (text: string, wanted: string, from = 0): number => {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text.startsWith(wanted, at)) return at
  }
  return -1
}

/** The parts before and after an unguarded text; the second is null without one. */
export const cutAt = (text: string, wanted: string): [string, string | null] => {
  const at = findUnescaped(text, wanted)
  return at < 0 ? [text, null] : [text.slice(0, at), text.slice(at + wanted.length)]
}

export const unescapeGift = (text: string): string =>
  text.replace(/\\([~=#{}:>\\n])/g, (_, sign: string) => (sign === 'n' ? '\n' : sign))

export const escapeGift = (text: string): string =>
  text
    .replace(/[\\~=#{}:]/g, '\\$&')
    .replaceAll('->', '-\\>')
    .replaceAll('\n', '\\n')
