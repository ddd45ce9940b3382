import { resultOrders, type ResultsPage } from '#contract/assessments/admin/results.ts'
import { attemptStates, BANDS_DEFAULT, type AttemptState } from '#contract/assessments/shapes.ts'
import { cut } from '#contract/text/truncate.ts'

export type Order = (typeof resultOrders)[number]

export const RESULTS_PER_PAGE = 20

export interface ResultFilters {
  search: string
  state: AttemptState | null
  /** Scholarship percent; 0 is "none". */
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

/** A day that the calendar has; 2026-02-31 is none. */
const dayOf = (text: string | null): string | null => {
  if (text === null || !/^\d{4}-\d\d-\d\d$/.test(text)) return null
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : null
}

/** What an address asks for; whatever it cannot mean is left out. */
export const filtersOf = (address: URLSearchParams): ResultFilters => {
  const page = Number(address.get('page') ?? 1)
  return {
    search: cut(address.get('search') ?? '', 200),
    state: attemptStates.find((known) => known === address.get('state')) ?? null,
    band: percentOf(address.get('band')),
    min: percentOf(address.get('min')),
    max: percentOf(address.get('max')),
    from: dayOf(address.get('from')),
    to: dayOf(address.get('to')),
    flagged: address.get('flagged') === 'true',
    order: resultOrders.find((known) => known === address.get('order')) ?? '-started_at',
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

/** What narrows the list, without order and page: the same for the list and for the export. */
export const narrowing = (filters: ResultFilters) => ({
  search: filters.search.trim(),
  state: filters.state,
  band: filters.band,
  min_percent: filters.min,
  max_percent: filters.max,
  from: filters.from,
  to: filters.to,
  flagged: filters.flagged ? 'true' : null,
})

/** How many of the filters behind the button are set. */
export const furtherFilters = ({ band, min, max, from, to }: ResultFilters): number =>
  [band, min, max, from, to].filter((value) => value !== null).length

export const isNarrowed = (filters: ResultFilters): boolean =>
  filters.search.trim() !== '' || filters.state !== null || filters.flagged || furtherFilters(filters) > 0

/** Bands to choose from, best first: those that attempts have, else the usual ones; always "none" and the chosen one. */
export const bandChoices = (
  bands: ResultsPage['summary']['bands'] | undefined,
  chosen: number | null,
): number[] => {
  const known = bands?.map((each) => each.scholarship_percent) ?? []
  const some = known.length > 0 ? known : BANDS_DEFAULT.map((each) => each.scholarship_percent)
  return [...new Set([...some, 0, ...(chosen === null ? [] : [chosen])])].sort((a, b) => b - a)
}
