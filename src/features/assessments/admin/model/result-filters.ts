import { resultOrders, type ResultsPage } from '#contract/assessments/admin/results.ts'
import { attemptStates, BANDS_DEFAULT } from '#contract/assessments/shapes.ts'
import { choice, flag, listSchema, oneOf, optional, type FiltersOf } from '#src/core/lists/list-filters.ts'

export const RESULTS_PER_PAGE = 20

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

export const RESULT_FILTERS = listSchema({
  state: oneOf(attemptStates),
  /** Scholarship percent; 0 means none. */
  band: optional(percentOf),
  min: optional(percentOf),
  max: optional(percentOf),
  /** YYYY-MM-DD. */
  from: optional(dayOf),
  to: optional(dayOf),
  flagged: flag,
  order: choice(resultOrders, '-started_at'),
})
export type ResultFilters = FiltersOf<typeof RESULT_FILTERS>

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

export const LEARNERS_PER_PAGE = 20

/** Learners, or only those with extra time or attempts. */
export const LEARNER_FILTERS = listSchema({ special: flag })
export type LearnerFilters = FiltersOf<typeof LEARNER_FILTERS>
