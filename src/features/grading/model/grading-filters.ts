import { choice, listSchema, type FiltersOf } from '#src/core/lists/list-filters.ts'

export const gradingStates = ['waiting', 'graded'] as const
export type GradingState = (typeof gradingStates)[number]

export const GRADING_FILTERS = listSchema({ state: choice(gradingStates, 'waiting') })
export type GradingFilters = FiltersOf<typeof GRADING_FILTERS>
