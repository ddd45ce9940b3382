/** The filters of the thread list as they stand in the address, so that back, reload and sharing work. */
import { TAG_MAX } from '#contract/community.ts'

export interface ThreadFilters {
  search: string
  /** Exact name; empty for all. */
  tag: string
  page: number
}

const SEARCH_MAX = 200
const PAGE_MAX = 100_000

export const noFilters: ThreadFilters = { search: '', tag: '', page: 1 }

/** Whatever somebody wrote into the address becomes valid filters. */
export const filtersFrom = (address: URLSearchParams): ThreadFilters => {
  const page = Number(address.get('page'))
  return {
    search: (address.get('search') ?? '').slice(0, SEARCH_MAX),
    tag: (address.get('tag') ?? '').slice(0, TAG_MAX),
    page: Number.isInteger(page) && page >= 1 && page <= PAGE_MAX ? page : 1,
  }
}

/** Only what differs from the plain list is written. */
export const addressOf = ({ search, tag, page }: ThreadFilters): URLSearchParams => {
  const address = new URLSearchParams()
  if (search !== '') address.set('search', search)
  if (tag !== '') address.set('tag', tag)
  if (page > 1) address.set('page', String(page))
  return address
}

export const isFiltered = ({ search, tag }: ThreadFilters): boolean => search.trim() !== '' || tag !== ''

/** The page starts over whenever a filter changes (spec §9 "Community"). */
export const withFilter = (
  filters: ThreadFilters,
  given: Partial<Omit<ThreadFilters, 'page'>>,
): ThreadFilters => ({
  ...filters,
  ...given,
  page: 1,
})
