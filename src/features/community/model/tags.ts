/** The tag picker's rules (spec §5). */
import { TAG_SUGGESTIONS, type Tag } from './posts.ts'

/** Shown when the tags cannot be loaded (spec §3 "Tag"). They have no id of the server: only names to filter by. */
export const FALLBACK_TAGS: readonly string[] = ['python', 'excel', 'react', 'typescript', 'api']

const plain = (text: string) => text.trim().toLocaleLowerCase()

export interface Suggestions {
  shown: Tag[]
  /** How many more there are than are shown. */
  more: number
  /** The name that may be created, when no tag has it and nothing matches. */
  create: string | null
}

/** Up to 20 without a search text, otherwise all matches; what is selected already is not listed again. */
export const suggestTags = (all: readonly Tag[], selected: readonly number[], typed: string): Suggestions => {
  const wanted = plain(typed)
  const free = all.filter((tag) => !selected.includes(tag.id))
  // What begins so comes before what only contains it: Enter takes the first.
  const matches = free
    .filter((tag) => plain(tag.name).includes(wanted))
    .sort((a, b) => Number(plain(b.name).startsWith(wanted)) - Number(plain(a.name).startsWith(wanted)))
  const shown = wanted === '' ? matches.slice(0, TAG_SUGGESTIONS) : matches
  const exists = all.some((tag) => plain(tag.name) === wanted)
  return {
    shown,
    more: matches.length - shown.length,
    create: wanted !== '' && !exists && matches.length === 0 ? typed.trim() : null,
  }
}

/** Typed comma-separated, matched without case to existing names; unknown ones are dropped (spec §5). */
export const tagsFromNames = (typed: string, all: readonly Tag[]): number[] => {
  const names = typed.split(/[,،]/).map(plain)
  const found = names.flatMap((name) => all.find((tag) => plain(tag.name) === name)?.id ?? [])
  return [...new Set(found)]
}
