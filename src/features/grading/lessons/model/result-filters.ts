import { cut } from '#contract/text/truncate.ts'
import { scormStatuses, type ScormAttempt } from '#contract/scorm/scorm.ts'
import { scormOrders } from '#contract/grading/scorm-results.ts'

export type ResultOrder = (typeof scormOrders)[number]
export interface ResultFilters {
  search: string
  status: ScormAttempt['status'] | null
  order: ResultOrder
  page: number
}

/** Reads the filters from the URL; invalid values fall back to defaults. */
export const filtersOf = (address: URLSearchParams): ResultFilters => {
  const page = Number(address.get('page') ?? 1)
  return {
    search: cut(address.get('search') ?? '', 200),
    status: scormStatuses.find((known) => known === address.get('status')) ?? null,
    order: scormOrders.find((known) => known === address.get('order')) ?? 'name',
    page: Number.isInteger(page) && page >= 1 && page <= 100_000 ? page : 1,
  }
}

export const writeFilters = ({ search, status, order, page }: ResultFilters): Record<string, string> => ({
  ...(search !== '' && { search }),
  ...(status !== null && { status }),
  ...(order !== 'name' && { order }),
  ...(page > 1 && { page: String(page) }),
})
