import { sessionOrders } from '#contract/live/admin/sessions.ts'
import { liveKinds } from '#contract/live/shapes.ts'
import { choice, listSchema, oneOf, type FiltersOf } from '#src/core/lists/list-filters.ts'

export const SESSIONS_PER_PAGE = 20

export const SESSION_FILTERS = listSchema({
  when: choice(sessionOrders, 'upcoming'),
  kind: oneOf(liveKinds),
})
export type SessionFilters = FiltersOf<typeof SESSION_FILTERS>
