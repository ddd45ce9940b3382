/** The filters of the course list as they stand in the address, so that back, reload and sharing work. */
import {
  contentTypes,
  difficulties,
  prices,
  type ContentType,
  type CourseSummary,
} from '#contract/courses/shapes.ts'
import { courseSorts, enrolmentStates, ratingFloors } from '#contract/courses/catalogue.ts'
import { cut } from '#contract/text/truncate.ts'

export type CourseSort = (typeof courseSorts)[number]

export interface CourseFilters {
  search: string
  difficulty: readonly CourseSummary['difficulty'][]
  price: CourseSummary['price'] | null
  rating: (typeof ratingFloors)[number] | null
  type: readonly ContentType[]
  tag: readonly string[]
  progress: (typeof enrolmentStates)[number] | null
  sort: CourseSort
  page: number
}

/** A full row at every width: 1, 2, 3 or 4 cards. */
export const COURSES_PER_PAGE = 12
const SEARCH_MAX = 200
const TAGS_MAX = 10
const TAG_MAX = 100
const PAGE_MAX = 100_000

const oneOf = <T extends string>(allowed: readonly T[], value: string | null): T | null =>
  allowed.find((candidate) => candidate === value) ?? null

const listOf = (value: string | null): string[] => [
  ...new Set(
    (value ?? '')
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  ),
]
/** In the order of the list, so that one choice has one address. */
const someOf = <T extends string>(allowed: readonly T[], value: string | null): T[] => {
  const chosen = new Set(listOf(value))
  return allowed.filter((candidate) => chosen.has(candidate))
}

/** Whatever somebody wrote into the address becomes valid filters. */
export const filtersFrom = (address: URLSearchParams): CourseFilters => {
  const page = Number(address.get('page'))
  const rating = Number(address.get('rating'))
  return {
    search: cut(address.get('search') ?? '', SEARCH_MAX),
    difficulty: someOf(difficulties, address.get('difficulty')),
    price: oneOf(prices, address.get('price')),
    rating: ratingFloors.find((floor) => floor === rating) ?? null,
    type: someOf(contentTypes, address.get('type')),
    tag: listOf(address.get('tag'))
      .filter((tag) => tag.length <= TAG_MAX)
      .slice(0, TAGS_MAX),
    progress: oneOf(enrolmentStates, address.get('progress')),
    sort: oneOf(courseSorts, address.get('sort')) ?? 'recommended',
    page: Number.isInteger(page) && page >= 1 && page <= PAGE_MAX ? page : 1,
  }
}

/** What the server is asked, and what the address says: only what differs from the plain list. */
export const queryOf = (filters: CourseFilters) => ({
  search: filters.search.trim() || undefined,
  difficulty: filters.difficulty.join(',') || undefined,
  price: filters.price ?? undefined,
  rating: filters.rating ?? undefined,
  type: filters.type.join(',') || undefined,
  tag: filters.tag.join(',') || undefined,
  progress: filters.progress ?? undefined,
})

/** The list as the server is asked for it. */
export const questionOf = (filters: CourseFilters) => ({
  key: addressOf(filters).toString(),
  query: {
    page: filters.page,
    page_size: COURSES_PER_PAGE,
    ...queryOf(filters),
    sort: filters.sort === 'recommended' ? undefined : filters.sort,
  },
})

export const addressOf = (filters: CourseFilters): URLSearchParams => {
  const address = new URLSearchParams()
  const parts = {
    ...queryOf(filters),
    search: filters.search || undefined,
    sort: filters.sort === 'recommended' ? undefined : filters.sort,
    page: filters.page > 1 ? filters.page : undefined,
  }
  for (const [name, value] of Object.entries(parts)) if (value !== undefined) address.set(name, String(value))
  return address
}

/** How many choices narrow the list, each value counted; the search stands beside them. */
export const countOfFilters = (filters: CourseFilters): number =>
  filters.difficulty.length +
  filters.type.length +
  filters.tag.length +
  [filters.price, filters.rating, filters.progress].filter((value) => value !== null).length

export const isFiltered = (filters: CourseFilters): boolean =>
  filters.search.trim() !== '' || countOfFilters(filters) > 0

export const noFilters: CourseFilters = {
  search: '',
  difficulty: [],
  price: null,
  rating: null,
  type: [],
  tag: [],
  progress: null,
  sort: 'recommended',
  page: 1,
}

/** Adds the value, or takes it off. */
export const toggled = <T>(list: readonly T[], value: T): T[] =>
  list.includes(value) ? list.filter((each) => each !== value) : [...list, value]
