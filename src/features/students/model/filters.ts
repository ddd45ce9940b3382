import { studentColumns, studentRoles, studentSorts, studentStates } from '#contract/students/students.ts'
import type { ViewSettings } from '#contract/students/views.ts'
import {
  choice,
  listSchema,
  oneOf,
  optional,
  type Filter,
  type FiltersOf,
} from '#src/core/lists/list-filters.ts'
import { parseId } from '#src/shared/lib/parse-id.ts'

export type StudentColumn = (typeof studentColumns)[number]
const PRESET: readonly StudentColumn[] = ['courses', 'active', 'groups', 'joined']
const NO_COLUMNS = 'none'

const writeColumns = (columns: readonly StudentColumn[]) =>
  columns.length === 0 ? NO_COLUMNS : studentColumns.filter((each) => columns.includes(each)).join(',')
export const readColumns = (text: string): StudentColumn[] => {
  const names = text.split(',')
  return studentColumns.filter((each) => names.includes(each))
}

/** Names between commas, in the order of the table. */
const columns: Filter<string> = {
  empty: writeColumns(PRESET),
  read: (text) => (text === null ? writeColumns(PRESET) : writeColumns(readColumns(text))),
  narrows: null,
}

export const STUDENT_FILTERS = listSchema({
  course: optional((text) => parseId(text)),
  group: optional((text) => parseId(text)),
  state: oneOf(studentStates),
  role: choice(studentRoles, 'student'),
  sort: choice(studentSorts, 'name'),
  columns,
})
export type StudentFilters = FiltersOf<typeof STUDENT_FILTERS>

/** What instructors are not told. */
const FOR_ADMINS: readonly StudentColumn[] = ['groups', 'phone']
export const offeredColumns = (mayAdminister: boolean): StudentColumn[] =>
  studentColumns.filter((column) => mayAdminister || !FOR_ADMINS.includes(column))
export const shownColumns = (text: string, mayAdminister: boolean): StudentColumn[] =>
  readColumns(text).filter((column) => offeredColumns(mayAdminister).includes(column))

export const withColumn = (filters: StudentFilters, column: StudentColumn, isShown: boolean): string => {
  const others = readColumns(filters.columns).filter((each) => each !== column)
  return writeColumns(isShown ? [...others, column] : others)
}

/** What a saved view keeps of the list. */
export const settingsOf = ({ page: _page, ...filters }: StudentFilters): ViewSettings => ({
  ...filters,
  search: filters.search.trim(),
  columns: readColumns(filters.columns),
})

export const filtersOfView = (settings: ViewSettings): Omit<StudentFilters, 'page'> => ({
  ...settings,
  columns: writeColumns(settings.columns),
})

/** Whether the list is as the view says. */
export const isViewOf = (settings: ViewSettings, filters: StudentFilters): boolean => {
  const own = settingsOf(filters)
  const kept = filtersOfView(settings)
  return Object.entries({ ...kept, search: kept.search.trim() }).every(
    ([key, value]) => ({ ...own, columns: writeColumns(own.columns) })[key as keyof typeof kept] === value,
  )
}

/** The page of one person. */
export const studentLink = (id: number): string => `?student=${id}`
