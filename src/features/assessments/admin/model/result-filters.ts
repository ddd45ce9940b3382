import { resultOrders, type ResultsPage } from '#contract/assessments/admin/results.ts'
import { attemptStates, BANDS_DEFAULT, type AttemptState } from '#contract/assessments/shapes.ts'
import { cut } from '#contract/text/truncate.ts'

export type Order = (typeof resultOrders)[number]

export const RESULTS_PER_PAGE = 20

export interface ResultFilters {
  search: string
  state: AttemptState | null
  /** Scholarship percent; 0 means none. */
  band: number | null
  min: number | null
  max: number | null
  /** YYYY-MM-DD. */
  from: string | null
  to: string | null
  flagged: boolean
  order: Order
  page: number
}

export const NO_FILTERS: ResultFilters = {
  search: '',
  state: null,
  band: null,
  min: null,
  max: null,
  from: null,
  to: null,
  flagged: false,
  order: '-started_at',
  page: 1,
}

const percentOf = (text: string | null): number | null => {
  if (text === null || text.trim() === '') return null
  const value = Number(text)
  return Number.isFinite(value) && value >= 0 && value <= 100 ? value : null
}

/** Accepts only dates that exist, so not 2026-02-31. */
const dayOf = (text: string | null): string | null => {
  if (text === null || !/^\d{4}-\d\d-\d\d$/.test(text)) return null
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : null
}

/** Reads the filters from a URL's query. Invalid values fall back to the defaults. */
export const filtersOf = (searchParams: URLSearchParams): ResultFilters => {
  const page = Number(searchParams.get('page') ?? 1)
  return {
    search: cut(searchParams.get('search') ?? '', 200),
    state: attemptStates.find((value) => value === searchParams.get('state')) ?? null,
    band: percentOf(searchParams.get('band')),
    min: percentOf(searchParams.get('min')),
    max: percentOf(searchParams.get('max')),
    from: dayOf(searchParams.get('from')),
    to: dayOf(searchParams.get('to')),
    flagged: searchParams.get('flagged') === 'true',
    order: resultOrders.find((value) => value === searchParams.get('order')) ?? '-started_at',
    page: Number.isInteger(page) && page >= 1 && page <= 100_000 ? page : 1,
  }
}

export const writeFilters = (filters: ResultFilters): Record<string, string> =>
  Object.fromEntries(
    Object.entries({
      search: filters.search,
      state: filters.state,
      band: filters.band,
      min: filters.min,
      max: filters.max,
      from: filters.from,
      to: filters.to,
      flagged: filters.flagged || null,
      order: filters.order === NO_FILTERS.order ? null : filters.order,
      page: filters.page > 1 ? filters.page : null,
    })
      .filter(([, value]) => value !== null && value !== '')
      .map(([key, value]) => [key, String(value)]),
  )

/** The filters as a request query, without order and page. The list and the export share it. */
export const filterQuery = (filters: ResultFilters) => ({
  search: filters.search.trim(),
  state: filters.state,
  band: filters.band,
  min_percent: filters.min,
  max_percent: filters.max,
  from: filters.from,
  to: filters.to,
  flagged: filters.flagged ? 'true' : null,
})

/** The number of active filters behind the button. */
export const extraFilterCount = ({ band, min, max, from, to }: ResultFilters): number =>
  [band, min, max, from, to].filter((value) => value !== null).length

export const isNarrowed = (filters: ResultFilters): boolean =>
  filters.search.trim() !== '' || filters.state !== null || filters.flagged || extraFilterCount(filters) > 0

/**
 * The bands to choose from, best first: those of the attempts or else the defaults, plus 0 and the chosen
 * one.
 */
export const bandChoices = (
  bands: ResultsPage['summary']['bands'] | undefined,
  chosen: number | null,
): number[] => {
  const attemptBands = bands?.map((each) => each.scholarship_percent) ?? []
  const offeredBands =
    attemptBands.length > 0 ? attemptBands : BANDS_DEFAULT.map((each) => each.scholarship_percent)
  return [...new Set([...offeredBands, 0, ...(chosen === null ? [] : [chosen])])].sort((a, b) => b - a)
}
