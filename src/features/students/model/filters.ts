import { studentRoles, studentSorts, studentStates } from '#contract/students/students.ts'
import { choice, listSchema, oneOf, optional, type FiltersOf } from '#src/core/lists/list-filters.ts'
import { parseId } from '#src/shared/lib/parse-id.ts'

export const STUDENT_FILTERS = listSchema({
  course: optional((text) => parseId(text)),
  group: optional((text) => parseId(text)),
  state: oneOf(studentStates),
  role: choice(studentRoles, 'student'),
  sort: choice(studentSorts, 'name'),
})
export type StudentFilters = FiltersOf<typeof STUDENT_FILTERS>

/** The page of one person. */
export const studentLink = (id: number): string => `?student=${id}`
