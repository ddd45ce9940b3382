/** The filters of the job list, as they stand in the address. Pure. */
import { JOB_SEARCH_MAX_CHARS, jobSorts, type SavedFilters } from '#contract/jobs/jobs.ts'
import { jobLevels, jobTypes, salaryBands } from '#contract/jobs/shapes.ts'
import { cut } from '#contract/text/truncate.ts'
import { choice, flag, listSchema, type Filter, type FiltersOf } from '#src/core/lists/list-filters.ts'

export const JOBS_PER_PAGE = 10

/** Several values, `a,b`, in the order of the list, so that one choice has one address. */
const someOf = (allowed: readonly string[]): Filter<string> => ({
  empty: '',
  read: (text) => {
    const chosen = new Set((text ?? '').split(','))
    return allowed.filter((value) => chosen.has(value)).join()
  },
  narrows: (text) => text !== '',
})

const words: Filter<string> = {
  empty: '',
  read: (text) => cut(text ?? '', JOB_SEARCH_MAX_CHARS),
  narrows: (text) => text.trim() !== '',
}

export const jobListSchema = listSchema({
  location: words,
  type: someOf(jobTypes),
  level: someOf(jobLevels),
  salary: someOf(salaryBands),
  remote: flag,
  featured: flag,
  matched: flag,
  saved: flag,
  sort: choice(jobSorts, 'recommended'),
})
export type JobListFilters = FiltersOf<typeof jobListSchema>

export const valuesIn = (text: string): string[] => (text === '' ? [] : text.split(','))

/** Adds the value, or removes it if present. */
export const withToggled = (text: string, value: string): string => {
  const values = valuesIn(text)
  return (values.includes(value) ? values.filter((each) => each !== value) : [...values, value]).join()
}

/** Chosen values of the panel of filters; keyword, place and the chips above the list do not count. */
export const countChosen = ({ type, level, salary }: JobListFilters): number =>
  valuesIn(type).length + valuesIn(level).length + valuesIn(salary).length

const isSet = (wanted: boolean) => (wanted ? ('true' as const) : undefined)

/** The server's names of the filters; keyword and place as typed. */
export const toQuery = (filters: JobListFilters) => ({
  search: cut(filters.search.trim(), JOB_SEARCH_MAX_CHARS) || undefined,
  location: filters.location.trim() || undefined,
  type: filters.type || undefined,
  level: filters.level || undefined,
  salary: filters.salary || undefined,
  remote: isSet(filters.remote),
  featured: isSet(filters.featured),
  matched: isSet(filters.matched),
  saved: isSet(filters.saved),
})

export const toListQuery = (filters: JobListFilters) => ({
  ...toQuery(filters),
  sort: filters.sort === 'recommended' ? undefined : filters.sort,
  page: filters.page,
  page_size: JOBS_PER_PAGE,
})

/** What a saved search keeps: filters that say the same about a job whoever looks. Null for none of them. */
export const toSaved = (filters: JobListFilters): SavedFilters | null => {
  const saved = {
    ...(filters.search.trim() && { search: cut(filters.search.trim(), JOB_SEARCH_MAX_CHARS) }),
    ...(filters.location.trim() && { location: filters.location.trim() }),
    ...(filters.type && { type: valuesIn(filters.type) }),
    ...(filters.level && { level: valuesIn(filters.level) }),
    ...(filters.salary && { salary: valuesIn(filters.salary) }),
    ...(filters.remote && { remote: true }),
    ...(filters.featured && { featured: true }),
  } as SavedFilters
  return Object.keys(saved).length === 0 ? null : saved
}

/** The list's filters of a saved search. */
export const fromSaved = (saved: SavedFilters): JobListFilters => ({
  ...jobListSchema.empty,
  search: saved.search ?? '',
  location: saved.location ?? '',
  type: (saved.type ?? []).join(),
  level: (saved.level ?? []).join(),
  salary: (saved.salary ?? []).join(),
  remote: saved.remote ?? false,
  featured: saved.featured ?? false,
})

/** Whether the list shows exactly this saved search. */
export const isShown = (filters: JobListFilters, saved: SavedFilters): boolean =>
  JSON.stringify(toSaved(filters)) === JSON.stringify(toSaved(fromSaved(saved)))
