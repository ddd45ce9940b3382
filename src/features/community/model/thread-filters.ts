/** The filters of the thread list as they stand in the address, so that back, reload and sharing work. */
import { TAG_MAX, threadOrders, type ThreadOrder } from '#contract/community/community.ts'
import { cut } from '#contract/text/truncate.ts'

/** Narrower lists that hold together with search and tag; each is a word in the address. */
export const THREAD_VIEWS = ['mine', 'bookmarked', 'unanswered'] as const
export type ThreadView = (typeof THREAD_VIEWS)[number]

export interface ThreadFilters {
  search: string
  /** Exact name; empty for all. */
  tag: string
  page: number
  ordering: ThreadOrder
  /** Those that are on, in the order of `THREAD_VIEWS`. */
  views: readonly ThreadView[]
}

const SEARCH_MAX = 200
const PAGE_MAX = 100_000

export const noFilters: ThreadFilters = { search: '', tag: '', page: 1, ordering: 'newest', views: [] }

/** Whatever somebody wrote into the address becomes valid filters. */
export const filtersFrom = (address: URLSearchParams): ThreadFilters => {
  const page = Number(address.get('page'))
  return {
    search: cut(address.get('search') ?? '', SEARCH_MAX),
    tag: cut(address.get('tag') ?? '', TAG_MAX),
    page: Number.isInteger(page) && page >= 1 && page <= PAGE_MAX ? page : 1,
    ordering: threadOrders.find((order) => order === address.get('ordering')) ?? 'newest',
    views: THREAD_VIEWS.filter((view) => address.get(view) === 'true'),
  }
}

/** Only what differs from the plain list is written. */
export const addressOf = ({ search, tag, page, ordering, views }: ThreadFilters): URLSearchParams => {
  const address = new URLSearchParams()
  if (search !== '') address.set('search', search)
  if (tag !== '') address.set('tag', tag)
  for (const view of views) address.set(view, 'true')
  if (ordering !== 'newest') address.set('ordering', ordering)
  if (page > 1) address.set('page', String(page))
  return address
}

/** What makes the list shorter; another order does not. */
export const isFiltered = ({ search, tag, views }: ThreadFilters): boolean =>
  search.trim() !== '' || tag !== '' || views.length > 0

/** The page starts over whenever a filter changes (spec §9 "Community"). */
export const withFilter = (
  filters: ThreadFilters,
  given: Partial<Omit<ThreadFilters, 'page'>>,
): ThreadFilters => ({
  ...filters,
  ...given,
  page: 1,
})

/** The view turned on or off, in the order that makes equal lists equal. */
export const toggled = (views: readonly ThreadView[], view: ThreadView): ThreadView[] =>
  THREAD_VIEWS.filter((one) => views.includes(one) !== (one === view))
