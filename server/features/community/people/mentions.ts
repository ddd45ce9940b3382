import { MENTIONS_MAX } from '#contract/community/community.ts'
import { plainText } from '#server/core/text/search-text.ts'

/** Names looked up for one post; the rest is text. */
const CANDIDATES_MAX = 50

/** Code and links show an @ of their own. */
const NO_PROSE = /<(pre|code|a)\b[^>]*>[\s\S]*?<\/\1>/gi
/** An @ that begins a word; a user name is made of letters, digits, dot, dash and underscore. */
const NAME = /(?<![\p{L}\p{M}\p{N}_.@/-])@([\p{L}\p{N}][\p{L}\p{M}\p{N}._-]{0,63})/gu

/** The keys of user names that a cleaned body may name, in the order of its words. */
export const namesIn = (html: string): string[] => {
  if (!html.includes('@')) return []
  const keys = new Set<string>()
  for (const [, name = ''] of plainText(html.replaceAll(NO_PROSE, ' ')).matchAll(NAME)) {
    // A full stop ends the sentence and not the name.
    keys.add(
      name
        .replace(/[._-]+$/, '')
        .normalize('NFC')
        .toLowerCase(),
    )
    if (keys.size === CANDIDATES_MAX) break
  }
  return [...keys]
}

/** The first few people among the names, each once. */
export const firstNamed = (names: readonly string[], known: ReadonlyMap<string, number>): number[] => {
  const ids = new Set<number>()
  for (const name of names) {
    const id = known.get(name)
    if (id !== undefined) ids.add(id)
    if (ids.size === MENTIONS_MAX) break
  }
  return [...ids]
}
