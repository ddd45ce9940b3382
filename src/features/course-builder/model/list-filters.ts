import { courseStatuses, type CourseStatus } from '#contract/course-builder/course-builder.ts'
import { cut } from '#contract/text/truncate.ts'

export interface ListFilters {
  search: string
  status: CourseStatus | null
  page: number
}

/** What an address asks for; whatever it cannot mean is left out. */
export const filtersOf = (address: URLSearchParams): ListFilters => {
  const status = address.get('status')
  const page = Number(address.get('page') ?? 1)
  return {
    search: cut(address.get('search') ?? '', 200),
    status: courseStatuses.find((known) => known === status) ?? null,
    page: Number.isInteger(page) && page >= 1 && page <= 100_000 ? page : 1,
  }
}

export const writeFilters = ({ search, status, page }: ListFilters): Record<string, string> => ({
  ...(search === '' ? {} : { search }),
  ...(status ? { status } : {}),
  ...(page > 1 ? { page: String(page) } : {}),
})
