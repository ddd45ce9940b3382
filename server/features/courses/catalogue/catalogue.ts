/** Filtering, counting and ordering the catalogue. Pure: every course of a tenant in memory, read once (courses.cache). */
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
  /** Title, description, instructor and tags, folded for the search. */
  readonly text: string
  /** Items in all: with how many are done they say how far one is. */
  readonly items: number
  /** Epoch ms. */
  readonly createdAt: number
  readonly tagKeys: ReadonlySet<string>
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

/** By course id; only courses that one is enrolled in. */
export type OwnStates = ReadonlyMap<number, ProgressState>

const TAGS_SHOWN = 30

export const folded = (text: string): string => text.normalize('NFKC').toLocaleLowerCase('en')

export const toEntry = (
  summary: CourseSummary,
  items: number,
  createdAt: Date,
  ownTitle = '',
): CatalogueEntry => ({
  summary,
  items,
  text: folded([summary.title, ownTitle, summary.description, summary.instructor, ...summary.tags].join(' ')),
  createdAt: createdAt.getTime(),
  tagKeys: new Set(summary.tags.map(folded)),
})

const GROUPS = ['search', 'difficulty', 'price', 'rating', 'type', 'tag', 'progress'] as const
type Group = (typeof GROUPS)[number]
type Test = (entry: CatalogueEntry) => boolean
const everything: Test = () => true

/** `enrolled` holds those in progress and completed as well. */
export const hasState = (
  wanted: (typeof enrolmentStates)[number],
  state: ProgressState | undefined,
): boolean => {
  if (wanted === 'not_enrolled') return state === undefined
  return wanted === 'enrolled' ? state !== undefined : state === wanted
}

/** One test a group; the answer of a filter that is not set is always yes. */
const testsFor = (filters: CatalogueFilters, own: OwnStates): Record<Group, Test> => {
  const words = folded(filters.search ?? '')
    .split(/\s+/)
    .filter(Boolean)
  const { difficulty, price, rating, type, tag, progress } = filters
  const tags = tag?.map(folded)
  return {
    search: words.length === 0 ? everything : ({ text }) => words.every((word) => text.includes(word)),
    difficulty: difficulty?.length ? ({ summary }) => difficulty.includes(summary.difficulty) : everything,
    price: price ? ({ summary }) => summary.price === price : everything,
    rating: rating === undefined ? everything : ({ summary }) => summary.rating >= rating,
    type: type?.length
      ? ({ summary }) => summary.content_types.some((each) => type.includes(each))
      : everything,
    tag: tags?.length ? ({ tagKeys }) => tags.some((each) => tagKeys.has(each)) : everything,
    progress: progress ? ({ summary }) => hasState(progress, own.get(summary.id)) : everything,
  }
}

/** The courses that pass all filters, in the order of the catalogue. */
export const filtered = (
  entries: readonly CatalogueEntry[],
  filters: CatalogueFilters,
  own: OwnStates = new Map(),
): CatalogueEntry[] => {
  const tests = Object.values(testsFor(filters, own)).filter((test) => test !== everything)
  return entries.filter((entry) => tests.every((test) => test(entry)))
}

/** Equal ones keep the tenant's order. */
export const sorted = (
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

/** Counts of one group, by option. */
type Counts = Map<unknown, number>
const add = (counts: Counts, key: unknown) => counts.set(key, (counts.get(key) ?? 0) + 1)

/** What an entry counts for in each group. */
const count = (
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
  for (const wanted of enrolmentStates) if (hasState(wanted, state)) add(into, wanted)
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

/** Without filters only the own states differ from person to person: the rest is counted once a catalogue. */
const plainCounts = new WeakMap<readonly CatalogueEntry[], Record<Group, Counts>>()
const countsOfAll = (entries: readonly CatalogueEntry[]): Record<Group, Counts> => {
  const known = plainCounts.get(entries)
  if (known) return known
  const { progress: _, ...all } = newCounts()
  for (const entry of entries) count(entry, undefined, all)
  const counts = { ...all, progress: new Map() }
  plainCounts.set(entries, counts)
  return counts
}
const ownCounts = (entries: readonly CatalogueEntry[], own: OwnStates): Counts => {
  const progress: Counts = new Map()
  for (const { summary } of entries) countState(own.get(summary.id), progress)
  return progress
}

/**
 * What every option would leave. Within its own group an option is counted as if nothing were chosen there: choosing
 * one difficulty must not make the others look empty. So an entry counts everywhere when it passes every test, and in
 * one group when it fails only that group's.
 */
const countAll = (
  entries: readonly CatalogueEntry[],
  filters: CatalogueFilters,
  own: OwnStates,
): { counts: Record<Group, Counts>; passed: number } => {
  const tests = Object.entries(testsFor(filters, own)).filter(([, test]) => test !== everything) as [
    Group,
    Test,
  ][]
  if (tests.length === 0)
    return { counts: { ...countsOfAll(entries), progress: ownCounts(entries, own) }, passed: entries.length }
  const counts = newCounts()
  let passed = 0
  for (const entry of entries) {
    const failed: Group[] = []
    for (const [group, test] of tests) {
      if (!test(entry)) failed.push(group)
      if (failed.length > 1) break
    }
    const [only] = failed
    if (failed.length > 1) continue
    if (only === undefined) passed += 1
    count(entry, own.get(entry.summary.id), only === undefined ? counts : { [only]: counts[only] })
  }
  return { counts, passed }
}

export const facetsOf = (
  entries: readonly CatalogueEntry[],
  filters: CatalogueFilters,
  own: OwnStates,
): CourseFacets => {
  const { counts, passed } = countAll(entries, filters, own)
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

/** How tags are written, by their folded form; the first way in the catalogue's order. A comma has no place in an address. */
const tagNames = new WeakMap<readonly CatalogueEntry[], ReadonlyMap<string, string>>()
const namesOf = (entries: readonly CatalogueEntry[]): ReadonlyMap<string, string> => {
  const known = tagNames.get(entries)
  if (known) return known
  const names = new Map<string, string>()
  for (const { summary } of entries)
    for (const tag of summary.tags)
      if (!names.has(folded(tag)) && !tag.includes(',')) names.set(folded(tag), tag)
  tagNames.set(entries, names)
  return names
}

const tagOrder = new Intl.Collator()
/** The frequent ones, and whatever is chosen. */
const tagOptions = (
  all: readonly CatalogueEntry[],
  counts: Counts,
  chosen: readonly string[],
): CourseFacets['tag'] => {
  const wanted = new Set(chosen.map(folded))
  return [...namesOf(all)]
    .map(([key, value]) => ({ key, value, count: counts.get(key) ?? 0 }))
    .filter(({ key, count: left }) => left > 0 || wanted.has(key))
    .sort(
      (a, b) =>
        Number(wanted.has(b.key)) - Number(wanted.has(a.key)) ||
        b.count - a.count ||
        tagOrder.compare(a.value, b.value),
    )
    .slice(0, TAGS_SHOWN)
    .map(({ value, count: left }) => ({ value, count: left }))
}
