import { courseStatuses } from '#contract/course-builder/course-builder.ts'
import { listSchema, oneOf, type FiltersOf } from '#src/core/lists/list-filters.ts'

export const COURSE_FILTERS = listSchema({ status: oneOf(courseStatuses) })
export type CourseFilters = FiltersOf<typeof COURSE_FILTERS>
