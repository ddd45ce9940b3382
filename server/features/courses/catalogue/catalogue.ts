/**
 * Filters, counts and sorts the catalogue. Pure: all courses of a tenant are in memory, read once (courses.cache).
 */
import {
  type CourseFacets,
  enrolmentStates,
  ratingFloors,
  type courseSorts,
} from '#contract/courses/catalogue.ts'
import {
  contentTypes,
  difficulties,
  prices,
  type CourseSummary,
  type ProgressState,
} from '#contract/courses/shapes.ts'

export interface CatalogueEntry {
  readonly summary: CourseSummary
  /** Title, description, instructor and tags, case-folded for searching. */
  readonly text: string
  /** Number of items; with the completed ones it gives the progress. */
  readonly items: number
  /** Unix time in milliseconds. */
  readonly createdAt: number
  readonly tagKeys: ReadonlySet<string>
  /** Tags in every language of the course by their folded form; those of this language come first. */
  readonly tagNames: ReadonlyMap<string, string>
}

export interface CatalogueFilters {
  readonly search?: string | undefined
  readonly difficulty?: readonly CourseSummary['difficulty'][] | undefined
  readonly price?: CourseSummary['price'] | undefined
  readonly rating?: number | undefined
  readonly type?: readonly CourseSummary['content_types'][number][] | undefined
  readonly tag?: readonly string[] | undefined
  readonly progress?: (typeof enrolmentStates)[number] | undefined
}
export type CourseSort = (typeof courseSorts)[number]

/** By course id; only enrolled courses. */
export type ProgressStates = ReadonlyMap<number, ProgressState>

const TAGS_SHOWN = 30

export const foldCase = (text: string): string => text.normalize('NFKC').toLocaleLowerCase('en')

/** What a course says in its other languages. */
interface OtherLanguages {
  readonly originalTitle: string
  readonly tags: readonly string[]
}

export const toEntry = (
  summary: CourseSummary,
  items: number,
  createdAt: Date,
  { originalTitle, tags }: OtherLanguages = { originalTitle: '', tags: [] },
): CatalogueEntry => ({
  summary,
  items,
  text: foldCase(
    [summary.title, originalTitle, summary.description, summary.instructor, ...summary.tags].join(' '),
  ),
  createdAt: createdAt.getTime(),
  tagKeys: new Set(summary.tags.map(foldCase)),
  tagNames: new Map([...tags, ...summary.tags.toReversed()].map((tag) => [foldCase(tag), tag])),
})

const GROUPS = ['search', 'difficulty', 'price', 'rating', 'type', 'tag', 'progress'] as const
type Group = (typeof GROUPS)[number]
type Predicate = (entry: CatalogueEntry) => boolean
const acceptAll: Predicate = () => true

/** `enrolled` includes courses in progress and completed ones. */
export const hasState = (
  filter: (typeof enrolmentStates)[number],
  state: ProgressState | undefined,
): boolean => {
  if (filter === 'not_enrolled') return state === undefined
  return filter === 'enrolled' ? state !== undefined : state === filter
}

/** One predicate per group; an unset filter accepts everything. */
const predicatesFor = (filters: CatalogueFilters, states: ProgressStates): Record<Group, Predicate> => {
  const searchWords = foldCase(filters.search ?? '')
    .split(/\s+/)
    .filter(Boolean)
  const { difficulty, price, rating, type, tag, progress } = filters
  const tags = tag?.map(foldCase)
  return {
    search:
      searchWords.length === 0 ? acceptAll : ({ text }) => searchWords.every((word) => text.includes(word)),
    difficulty: difficulty?.length ? ({ summary }) => difficulty.includes(summary.difficulty) : acceptAll,
    price: price ? ({ summary }) => summary.price === price : acceptAll,
    rating: rating === undefined ? acceptAll : ({ summary }) => summary.rating >= rating,
    type: type?.length
      ? ({ summary }) => summary.content_types.some((each) => type.includes(each))
      : acceptAll,
    tag: tags?.length ? ({ tagKeys }) => tags.some((each) => tagKeys.has(each)) : acceptAll,
    progress: progress ? ({ summary }) => hasState(progress, states.get(summary.id)) : acceptAll,
  }
}

/** Courses that pass all filters, in catalogue order. */
export const filterCourses = (
  entries: readonly CatalogueEntry[],
  filters: CatalogueFilters,
  states: ProgressStates = new Map(),
): CatalogueEntry[] => {
  const predicates = Object.values(predicatesFor(filters, states)).filter(
    (predicate) => predicate !== acceptAll,
  )
  return entries.filter((entry) => predicates.every((predicate) => predicate(entry)))
}

/** Stable: equal courses keep the tenant's order. */
export const sortCourses = (
  entries: readonly CatalogueEntry[],
  sort: CourseSort,
  languages: readonly string[],
): readonly CatalogueEntry[] => {
  if (sort === 'recommended') return entries
  if (sort === 'newest') return entries.toSorted((a, b) => b.createdAt - a.createdAt)
  if (sort === 'students') return entries.toSorted((a, b) => b.summary.students - a.summary.students)
  if (sort === 'rating')
    return entries.toSorted(
      (a, b) => b.summary.rating - a.summary.rating || b.summary.ratings - a.summary.ratings,
    )
  const { compare } = new Intl.Collator([...languages], { numeric: true })
  return entries.toSorted((a, b) => compare(a.summary.title, b.summary.title))
}

/** Counts per option of one group. */
type Counts = Map<unknown, number>
const add = (counts: Counts, key: unknown) => counts.set(key, (counts.get(key) ?? 0) + 1)

/** Adds an entry to the counts of each group. */
const addToCounts = (
  { summary, tagKeys }: CatalogueEntry,
  state: ProgressState | undefined,
  into: Partial<Record<Group, Counts>>,
) => {
  if (into.difficulty) add(into.difficulty, summary.difficulty)
  if (into.price) add(into.price, summary.price)
  if (into.rating) for (const floor of ratingFloors) if (summary.rating >= floor) add(into.rating, floor)
  if (into.type) for (const type of summary.content_types) add(into.type, type)
  if (into.tag) for (const key of tagKeys) add(into.tag, key)
  if (into.progress) countState(state, into.progress)
}
const countState = (state: ProgressState | undefined, into: Counts) => {
  for (const option of enrolmentStates) if (hasState(option, state)) add(into, option)
}

const newCounts = (): Record<Group, Counts> => ({
  search: new Map(),
  difficulty: new Map(),
  price: new Map(),
  rating: new Map(),
  type: new Map(),
  tag: new Map(),
  progress: new Map(),
})

/** Without filters only progress states differ between people, so the other counts are cached per catalogue. */
const unfilteredCache = new WeakMap<readonly CatalogueEntry[], Record<Group, Counts>>()
const unfilteredCounts = (entries: readonly CatalogueEntry[]): Record<Group, Counts> => {
  const cached = unfilteredCache.get(entries)
  if (cached) return cached
  const { progress: _, ...sharedCounts } = newCounts()
  for (const entry of entries) addToCounts(entry, undefined, sharedCounts)
  const counts = { ...sharedCounts, progress: new Map() }
  unfilteredCache.set(entries, counts)
  return counts
}
const progressCounts = (entries: readonly CatalogueEntry[], states: ProgressStates): Counts => {
  const progress: Counts = new Map()
  for (const { summary } of entries) countState(states.get(summary.id), progress)
  return progress
}

/**
 * Counts what each option would leave. Options of a group are counted as if nothing were chosen in it: choosing one
 * difficulty must not make the others look empty. So an entry counts everywhere when it passes all filters, and in
 * one group when it fails only that one.
 */
const countAll = (
  entries: readonly CatalogueEntry[],
  filters: CatalogueFilters,
  states: ProgressStates,
): { counts: Record<Group, Counts>; passed: number } => {
  const predicates = Object.entries(predicatesFor(filters, states)).filter(
    ([, predicate]) => predicate !== acceptAll,
  ) as [Group, Predicate][]
  if (predicates.length === 0)
    return {
      counts: { ...unfilteredCounts(entries), progress: progressCounts(entries, states) },
      passed: entries.length,
    }
  const counts = newCounts()
  let passed = 0
  for (const entry of entries) {
    const failed: Group[] = []
    for (const [group, predicate] of predicates) {
      if (!predicate(entry)) failed.push(group)
      if (failed.length > 1) break
    }
    const [failedGroup] = failed
    if (failed.length > 1) continue
    if (failedGroup === undefined) passed += 1
    addToCounts(
      entry,
      states.get(entry.summary.id),
      failedGroup === undefined ? counts : { [failedGroup]: counts[failedGroup] },
    )
  }
  return { counts, passed }
}

export const facetsOf = (
  entries: readonly CatalogueEntry[],
  filters: CatalogueFilters,
  states: ProgressStates,
): CourseFacets => {
  const { counts, passed } = countAll(entries, filters, states)
  const options = <T>(group: Group, values: readonly T[]) =>
    values.map((value) => ({ value, count: counts[group].get(value) ?? 0 }))
  return {
    count: passed,
    difficulty: options('difficulty', difficulties),
    price: options('price', prices),
    rating: options('rating', ratingFloors),
    type: options('type', contentTypes),
    tag: tagOptions(entries, counts.tag, filters.tag ?? []),
    progress: options('progress', enrolmentStates),
  }
}

/**
 * Spelling of tags by their folded form: the first in catalogue order. Tags with a comma are left out, because
 * addresses separate tags by commas.
 */
const tagNamesCache = new WeakMap<readonly CatalogueEntry[], ReadonlyMap<string, string>>()
const tagNamesOf = (entries: readonly CatalogueEntry[]): ReadonlyMap<string, string> => {
  const cached = tagNamesCache.get(entries)
  if (cached) return cached
  const names = new Map<string, string>()
  for (const { summary } of entries)
    for (const tag of summary.tags)
      if (!names.has(foldCase(tag)) && !tag.includes(',')) names.set(foldCase(tag), tag)
  tagNamesCache.set(entries, names)
  return names
}

const tagOrder = new Intl.Collator()
/** The most frequent tags, and all chosen ones. */
const tagOptions = (
  entries: readonly CatalogueEntry[],
  counts: Counts,
  chosen: readonly string[],
): CourseFacets['tag'] => {
  const chosenKeys = new Set(chosen.map(foldCase))
  return [...tagNamesOf(entries)]
    .map(([key, value]) => ({ key, value, count: counts.get(key) ?? 0 }))
    .filter(({ key, count: tagCount }) => tagCount > 0 || chosenKeys.has(key))
    .sort(
      (a, b) =>
        Number(chosenKeys.has(b.key)) - Number(chosenKeys.has(a.key)) ||
        b.count - a.count ||
        tagOrder.compare(a.value, b.value),
    )
    .slice(0, TAGS_SHOWN)
    .map(({ value, count: tagCount }) => ({ value, count: tagCount }))
}
