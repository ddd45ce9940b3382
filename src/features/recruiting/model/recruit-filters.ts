import { jobStates } from '#contract/jobs/shapes.ts'
import { applicationStates } from '#contract/job-applications/applications.ts'
import { choice, listSchema, oneOf, type FiltersOf } from '#src/core/lists/list-filters.ts'

export const RECRUIT_FILTERS = listSchema({ state: oneOf(jobStates) })
export type RecruitFilters = FiltersOf<typeof RECRUIT_FILTERS>

export const boardViews = ['board', 'list'] as const
export const boardOrders = ['newest', 'name', 'rating'] as const

export const BOARD_FILTERS = listSchema({
  view: choice(boardViews, 'board'),
  state: oneOf(applicationStates),
  order: choice(boardOrders, 'newest'),
})
export type BoardFilters = FiltersOf<typeof BOARD_FILTERS>
