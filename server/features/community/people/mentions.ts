import { MENTIONS_MAX } from '#contract/community/community.ts'
import { plainText } from '#server/core/text/search-text.ts'

/** Names looked up for one post; further ones stay plain text. */
const CANDIDATES_MAX = 50

/** An @ in code or links is not a mention. */
const CODE_OR_LINK = /<(pre|code|a)\b[^>]*>[\s\S]*?<\/\1>/gi
/** An @ at the start of a word. Usernames consist of letters, digits, dots, dashes and underscores. */
const NAME = /(?<![\p{L}\p{M}\p{N}_.@/-])@([\p{L}\p{N}][\p{L}\p{M}\p{N}._-]{0,63})/gu

/** Keys of possible usernames in a sanitized body, in order of appearance. */
export const namesIn = (html: string): string[] => {
  if (!html.includes('@')) return []
  const keys = new Set<string>()
  for (const [, name = ''] of plainText(html.replaceAll(CODE_OR_LINK, ' ')).matchAll(NAME)) {
    // A trailing full stop ends the sentence and is not part of the name.
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

/** The first users among the names, each once. */
export const firstMentioned = (
  names: readonly string[],
  idsByName: ReadonlyMap<string, number>,
): number[] => {
  const ids = new Set<number>()
  for (const name of names) {
    const id = idsByName.get(name)
    if (id !== undefined) ids.add(id)
    if (ids.size === MENTIONS_MAX) break
  }
  return [...ids]
}
