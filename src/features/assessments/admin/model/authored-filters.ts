import { assessmentShelves } from '#contract/assessments/admin/authoring.ts'
import { listSchema, oneOf, type FiltersOf } from '#src/core/lists/list-filters.ts'

export const ASSESSMENTS_PER_PAGE = 20

/** The archive is a list of its own: an empty archive is not "nothing matches". */
export const AUTHORED_FILTERS = listSchema({
  status: {
    ...oneOf(assessmentShelves),
    narrows: (status) => status !== null && status !== 'archived',
  },
})
export type AuthoredFilters = FiltersOf<typeof AUTHORED_FILTERS>
