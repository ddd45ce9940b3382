/** The rules of the tag picker (spec 5). */
import { TAG_SUGGESTIONS, type Tag } from './posts.ts'

/** Shown when the tags cannot be loaded (spec 3: Tag). They have no ids: they only filter by name. */
export const FALLBACK_TAGS: readonly string[] = ['python', 'excel', 'react', 'typescript', 'api']

const normalize = (text: string) => text.trim().toLocaleLowerCase()

export interface Suggestions {
  shown: Tag[]
  /** The number of matches that are not shown. */
  more: number
  /** The name that can be created, if no tag has it and nothing matches. */
  create: string | null
}

/** Up to 20 tags without a search text, otherwise all matches; selected tags are left out. */
export const suggestTags = (all: readonly Tag[], selected: readonly number[], typed: string): Suggestions => {
  const needle = normalize(typed)
  const unselected = all.filter((tag) => !selected.includes(tag.id))
  // Tags that start with the text come first: Enter picks the first.
  const matches = unselected
    .filter((tag) => normalize(tag.name).includes(needle))
    .sort(
      (a, b) => Number(normalize(b.name).startsWith(needle)) - Number(normalize(a.name).startsWith(needle)),
    )
  const shown = needle === '' ? matches.slice(0, TAG_SUGGESTIONS) : matches
  const exists = all.some((tag) => normalize(tag.name) === needle)
  return {
    shown,
    more: matches.length - shown.length,
    create: needle !== '' && !exists && matches.length === 0 ? typed.trim() : null,
  }
}

/** Resolves comma-separated names to ids, ignoring case; unknown names are dropped (spec 5). */
export const tagsFromNames = (typed: string, all: readonly Tag[]): number[] => {
  const names = typed.split(/[,،]/).map(normalize)
  const ids = names.flatMap((name) => all.find((tag) => normalize(tag.name) === name)?.id ?? [])
  return [...new Set(ids)]
}

/** A row of the suggestions: an existing tag, or a new one to create (`id` null). */
export interface TagOption {
  key: string
  id: number | null
  name: string
}

export const tagOptions = ({ shown, create }: Suggestions): TagOption[] => [
  ...shown.map(({ id, name }) => ({ key: String(id), id, name })),
  ...(create === null ? [] : [{ key: 'create', id: null, name: create }]),
]
