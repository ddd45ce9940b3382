import { linkKinds, linkStates } from '#contract/money/payment-links.ts'
import { flag, listSchema, oneOf, optional, type FiltersOf } from '#src/core/lists/list-filters.ts'

export const LINKS_PER_PAGE = 20

const currencyOf = (text: string | null): string | null =>
  text !== null && /^[A-Z]{3}$/.test(text) ? text : null

export const LINK_FILTERS = listSchema({
  state: oneOf(linkStates),
  kind: oneOf(linkKinds),
  currency: optional(currencyOf),
  /** Only links with a payment that awaits approval. */
  waiting: flag,
})
export type LinkFilters = FiltersOf<typeof LINK_FILTERS>

/** The filters as a request query, without the page. */
export const linkQueryOf = (filters: LinkFilters) => ({
  search: filters.search.trim(),
  state: filters.state ?? undefined,
  kind: filters.kind ?? undefined,
  currency: filters.currency ?? undefined,
  waiting: filters.waiting ? ('true' as const) : undefined,
})
