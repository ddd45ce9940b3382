/** The filters of the course list live in the URL, so that back, reload and sharing work. */
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

/** Divisible by 1, 2, 3 and 4, so that the last row is full at every width. */
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
/** Keeps the order of the list, so that the same choice always has the same URL. */
const someOf = <T extends string>(allowed: readonly T[], value: string | null): T[] => {
  const chosen = new Set(listOf(value))
  return allowed.filter((candidate) => chosen.has(candidate))
}

/** Parses the URL; invalid values fall back to the defaults. */
export const parseFilters = (params: URLSearchParams): CourseFilters => {
  const page = Number(params.get('page'))
  const rating = Number(params.get('rating'))
  return {
    search: cut(params.get('search') ?? '', SEARCH_MAX),
    difficulty: someOf(difficulties, params.get('difficulty')),
    price: oneOf(prices, params.get('price')),
    rating: ratingFloors.find((floor) => floor === rating) ?? null,
    type: someOf(contentTypes, params.get('type')),
    tag: listOf(params.get('tag'))
      .filter((tag) => tag.length <= TAG_MAX)
      .slice(0, TAGS_MAX),
    progress: oneOf(enrolmentStates, params.get('progress')),
    sort: oneOf(courseSorts, params.get('sort')) ?? 'recommended',
    page: Number.isInteger(page) && page >= 1 && page <= PAGE_MAX ? page : 1,
  }
}

/** Query parameters of the filters, without those that have their default. */
export const filterQuery = (filters: CourseFilters) => ({
  search: filters.search.trim() || undefined,
  difficulty: filters.difficulty.join(',') || undefined,
  price: filters.price ?? undefined,
  rating: filters.rating ?? undefined,
  type: filters.type.join(',') || undefined,
  tag: filters.tag.join(',') || undefined,
  progress: filters.progress ?? undefined,
})

/** The request for one page of the list. */
export const toListRequest = (filters: CourseFilters) => ({
  key: toSearchParams(filters).toString(),
  query: {
    page: filters.page,
    page_size: COURSES_PER_PAGE,
    ...filterQuery(filters),
    sort: filters.sort === 'recommended' ? undefined : filters.sort,
  },
})

export const toSearchParams = (filters: CourseFilters): URLSearchParams => {
  const params = new URLSearchParams()
  const parts = {
    ...filterQuery(filters),
    search: filters.search || undefined,
    sort: filters.sort === 'recommended' ? undefined : filters.sort,
    page: filters.page > 1 ? filters.page : undefined,
  }
  for (const [name, value] of Object.entries(parts)) if (value !== undefined) params.set(name, String(value))
  return params
}

/** Number of chosen filter values; the search does not count. */
export const countFilters = (filters: CourseFilters): number =>
  filters.difficulty.length +
  filters.type.length +
  filters.tag.length +
  [filters.price, filters.rating, filters.progress].filter((value) => value !== null).length

export const isFiltered = (filters: CourseFilters): boolean =>
  filters.search.trim() !== '' || countFilters(filters) > 0

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

/** Adds the value, or removes it if present. */
export const toggled = <T>(list: readonly T[], value: T): T[] =>
  list.includes(value) ? list.filter((entry) => entry !== value) : [...list, value]
