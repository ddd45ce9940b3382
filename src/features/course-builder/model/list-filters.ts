import { courseStatuses, type CourseStatus } from '#contract/course-builder/course-builder.ts'
import { cut } from '#contract/text/truncate.ts'

export interface ListFilters {
  search: string
  status: CourseStatus | null
  page: number
}

/** Reads the filters from a URL's query. Invalid values fall back to the defaults. */
export const filtersOf = (searchParams: URLSearchParams): ListFilters => {
  const status = searchParams.get('status')
  const page = Number(searchParams.get('page') ?? 1)
  return {
    search: cut(searchParams.get('search') ?? '', 200),
    status: courseStatuses.find((value) => value === status) ?? null,
    page: Number.isInteger(page) && page >= 1 && page <= 100_000 ? page : 1,
  }
}

export const writeFilters = ({ search, status, page }: ListFilters): Record<string, string> => ({
  ...(search === '' ? {} : { search }),
  ...(status ? { status } : {}),
  ...(page > 1 ? { page: String(page) } : {}),
})
