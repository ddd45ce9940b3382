import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { listProgrammeOrders, orderStandings } from '#contract/money/admin-programmes.ts'
import { programmeSlugs } from '#contract/money/programme-slugs.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import { listSchema, oneOf, type FiltersOf } from '#src/core/lists/list-filters.ts'

export const ORDERS_PER_PAGE = 20

export const ORDER_FILTERS = listSchema({
  programme: oneOf(programmeSlugs),
  standing: oneOf(orderStandings),
})
export type OrderFilters = FiltersOf<typeof ORDER_FILTERS>

export const ordersQuery = ({ search, programme, standing, page }: OrderFilters) =>
  queryOptions({
    queryKey: ['money', 'orders', search, programme, standing, page] as const,
    queryFn: ({ signal }) =>
      authedCall(listProgrammeOrders, {
        query: {
          search: search.trim(),
          programme: programme ?? undefined,
          standing: standing ?? undefined,
          page,
          page_size: ORDERS_PER_PAGE,
        },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
