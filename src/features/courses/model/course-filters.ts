/** The filters of the course list as they stand in the address, so that back, reload and sharing work. */
import { difficulties, prices, type CourseSummary } from '#contract/courses.ts'

export interface CourseFilters {
  search: string
  difficulty: CourseSummary['difficulty'] | null
  price: CourseSummary['price'] | null
  page: number
}

/** A full row at every width: 1, 2, 3 or 4 cards. */
export const COURSES_PER_PAGE = 12
const SEARCH_MAX = 200
const PAGE_MAX = 100_000

const oneOf = <T extends string>(allowed: readonly T[], value: string | null): T | null =>
  allowed.find((candidate) => candidate === value) ?? null

/** Whatever somebody wrote into the address becomes valid filters. */
export const filtersFrom = (address: URLSearchParams): CourseFilters => {
  const page = Number(address.get('page'))
  return {
    search: (address.get('search') ?? '').slice(0, SEARCH_MAX),
    difficulty: oneOf(difficulties, address.get('difficulty')),
    price: oneOf(prices, address.get('price')),
    page: Number.isInteger(page) && page >= 1 && page <= PAGE_MAX ? page : 1,
  }
}

/** Only what differs from the plain list is written. */
export const addressOf = (filters: CourseFilters): URLSearchParams => {
  const address = new URLSearchParams()
  if (filters.search !== '') address.set('search', filters.search)
  if (filters.difficulty) address.set('difficulty', filters.difficulty)
  if (filters.price) address.set('price', filters.price)
  if (filters.page > 1) address.set('page', String(filters.page))
  return address
}

export const isFiltered = (filters: CourseFilters): boolean =>
  filters.search.trim() !== '' || filters.difficulty !== null || filters.price !== null

export const noFilters: CourseFilters = { search: '', difficulty: null, price: null, page: 1 }
