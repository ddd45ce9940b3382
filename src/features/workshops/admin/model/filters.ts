import { workshopPeriods } from '#contract/workshops/manage.ts'
import { registrationSorts } from '#contract/workshops/registrations.ts'
import { registrationStatuses } from '#contract/workshops/shapes.ts'
import { choice, listSchema, oneOf, optional, type FiltersOf } from '#src/core/lists/list-filters.ts'

export const WORKSHOP_FILTERS = listSchema({ period: choice(workshopPeriods, 'all') })
export type WorkshopFilters = FiltersOf<typeof WORKSHOP_FILTERS>

const readId = (text: string | null) => (/^[1-9]\d{0,9}$/.test(text ?? '') ? Number(text) : null)

export const REGISTRATION_FILTERS = listSchema({
  workshop: optional(readId),
  status: oneOf(registrationStatuses),
  enrolled: oneOf(['yes', 'no']),
  sort: choice(registrationSorts, 'newest'),
})
export type RegistrationFilters = FiltersOf<typeof REGISTRATION_FILTERS>

/** The filters alone, for a saved view: without the page. */
export const viewOf = (filters: RegistrationFilters): string =>
  new URLSearchParams(REGISTRATION_FILTERS.write({ ...filters, page: 1 })).toString()

/** The page's address with registrations of a workshop. */
export const registrationsAddress = (query: Record<string, string | number>): string =>
  `?${new URLSearchParams({ tab: 'registrations', ...Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])) }).toString()}`
