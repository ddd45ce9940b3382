import { clientOrders, clientStates } from '#contract/platform/clients.ts'
import { choice, listSchema, oneOf, type FiltersOf } from '#src/core/lists/list-filters.ts'

export const CLIENTS_PER_PAGE = 25

export const CLIENT_FILTERS = listSchema({
  state: oneOf(clientStates),
  order: choice(clientOrders, 'name'),
})
export type ClientFilters = FiltersOf<typeof CLIENT_FILTERS>
