import { scormOrders } from '#contract/grading/scorm-results.ts'
import { scormStatuses } from '#contract/scorm/scorm.ts'
import { choice, listSchema, oneOf, type FiltersOf } from '#src/core/lists/list-filters.ts'

/** The list of interactive lessons has a search only. */
export const LESSON_FILTERS = listSchema({})

/** The learners of one lesson. */
export const RESULT_FILTERS = listSchema({
  status: oneOf(scormStatuses),
  order: choice(scormOrders, 'name'),
})
export type ResultFilters = FiltersOf<typeof RESULT_FILTERS>
