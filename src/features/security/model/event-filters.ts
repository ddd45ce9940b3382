import { eventKinds } from '#contract/security/audit-actions.ts'
import { eventResults } from '#contract/security/security-events.ts'
import { listSchema, oneOf, optional, type FiltersOf } from '#src/core/lists/list-filters.ts'

export const EVENTS_PER_PAGE = 20

/** Accepts only days that exist. */
const dayOf = (text: string | null): string | null => {
  if (text === null || !/^\d{4}-\d\d-\d\d$/.test(text)) return null
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : null
}

const idOf = (text: string | null): number | null =>
  text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null

export const EVENT_FILTERS = listSchema({
  kind: oneOf(eventKinds),
  result: oneOf(eventResults),
  /** What one person did, and what was done to them. */
  about: optional(idOf),
  from: optional(dayOf),
  to: optional(dayOf),
  /** Another client, for superadmins. */
  of: { ...optional(idOf), narrows: null },
})
export type EventFilters = FiltersOf<typeof EVENT_FILTERS>

/** The filters as a request query, without the page. The list and the export share it. */
export const filterQuery = (filters: EventFilters) => ({
  search: filters.search.trim(),
  kind: filters.kind ?? undefined,
  result: filters.result ?? undefined,
  about: filters.about ?? undefined,
  from: filters.from ?? undefined,
  to: filters.to ?? undefined,
  of: filters.of ?? undefined,
})
