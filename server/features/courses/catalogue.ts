/** Filtering, counting and ordering the catalogue. Pure: every course of a tenant in memory, read once (courses.cache). */
import type { CourseFacets } from '#contract/course-catalogue.ts'
import {
  contentTypes,
  difficulties,
  enrolmentStates,
  prices,
  ratingFloors,
  type courseSorts,
  type CourseSummary,
  type ProgressState,
} from '#contract/courses.ts'

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

/**
 * What every option would leave. Within its own group an option is counted as if nothing were chosen there: choosing
 * one difficulty must not make the others look empty.
 */
export const facetsOf = (
  entries: readonly CatalogueEntry[],
  filters: CatalogueFilters,
  own: OwnStates,
): CourseFacets => {
  const tests = testsFor(filters, own)
  const within = (group: Group): CatalogueEntry[] => {
    const others = GROUPS.filter((each) => each !== group).map((each) => tests[each])
    return entries.filter((entry) => others.every((test) => test(entry)))
  }
  const options = <T>(
    group: Group,
    values: readonly T[],
    holds: (entry: CatalogueEntry, value: T) => boolean,
  ) => {
    const left = within(group)
    return values.map((value) => ({ value, count: left.filter((entry) => holds(entry, value)).length }))
  }
  return {
    count: filtered(entries, filters, own).length,
    difficulty: options('difficulty', difficulties, ({ summary }, value) => summary.difficulty === value),
    price: options('price', prices, ({ summary }, value) => summary.price === value),
    rating: options('rating', ratingFloors, ({ summary }, value) => summary.rating >= value),
    type: options('type', contentTypes, ({ summary }, value) => summary.content_types.includes(value)),
    tag: tagOptions(entries, within('tag'), filters.tag ?? []),
    progress: options('progress', enrolmentStates, ({ summary }, value) =>
      hasState(value, own.get(summary.id)),
    ),
  }
}

/** The frequent ones, and whatever is chosen. A tag with a comma has no place in an address. */
const tagOptions = (
  all: readonly CatalogueEntry[],
  left: readonly CatalogueEntry[],
  chosen: readonly string[],
): CourseFacets['tag'] => {
  const names = new Map<string, string>()
  const counts = new Map<string, number>()
  for (const { summary } of all)
    for (const tag of summary.tags)
      if (!names.has(folded(tag)) && !tag.includes(',')) names.set(folded(tag), tag)
  for (const { tagKeys } of left) for (const key of tagKeys) counts.set(key, (counts.get(key) ?? 0) + 1)
  const wanted = new Set(chosen.map(folded))
  return [...names]
    .map(([key, value]) => ({ key, value, count: counts.get(key) ?? 0 }))
    .filter(({ key, count }) => count > 0 || wanted.has(key))
    .sort(
      (a, b) =>
        Number(wanted.has(b.key)) - Number(wanted.has(a.key)) ||
        b.count - a.count ||
        a.value.localeCompare(b.value),
    )
    .slice(0, TAGS_SHOWN)
    .map(({ value, count }) => ({ value, count }))
}
