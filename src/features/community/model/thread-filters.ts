/** The thread list's filters in the URL, so that back, reload and sharing work. */
import { TAG_MAX, threadOrders, type ThreadOrder } from '#contract/community/community.ts'
import { cut } from '#contract/text/truncate.ts'

/** Views that combine with search and tag; each is a query parameter. */
export const THREAD_VIEWS = ['mine', 'bookmarked', 'unanswered'] as const
export type ThreadView = (typeof THREAD_VIEWS)[number]

export interface ThreadFilters {
  search: string
  /** The exact name; empty for all. */
  tag: string
  page: number
  ordering: ThreadOrder
  /** The active views, in the order of `THREAD_VIEWS`. */
  views: readonly ThreadView[]
}

const SEARCH_MAX = 200
const PAGE_MAX = 100_000

export const noFilters: ThreadFilters = { search: '', tag: '', page: 1, ordering: 'newest', views: [] }

/** Turns any URL into valid filters. */
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

/** Writes only what differs from the default list. */
export const addressOf = ({ search, tag, page, ordering, views }: ThreadFilters): URLSearchParams => {
  const address = new URLSearchParams()
  if (search !== '') address.set('search', search)
  if (tag !== '') address.set('tag', tag)
  for (const view of views) address.set(view, 'true')
  if (ordering !== 'newest') address.set('ordering', ordering)
  if (page > 1) address.set('page', String(page))
  return address
}

/** Whether the list is narrowed; the order does not count. */
export const isFiltered = ({ search, tag, views }: ThreadFilters): boolean =>
  search.trim() !== '' || tag !== '' || views.length > 0

type Changes = Partial<Omit<ThreadFilters, 'page'>>
/** From the filters chosen last, which the page may not show yet. */
export type FilterChange = (current: ThreadFilters) => Changes

/** Any change of a filter resets the page (spec 9: Community). */
export const withFilter = (filters: ThreadFilters, changes: Changes): ThreadFilters => ({
  ...filters,
  ...changes,
  page: 1,
})

/** Toggles a view; the fixed order makes equal lists equal. */
export const toggleView = (views: readonly ThreadView[], view: ThreadView): ThreadView[] =>
  THREAD_VIEWS.filter((other) => views.includes(other) !== (other === view))
