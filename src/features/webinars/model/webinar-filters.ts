import { choice, listSchema, type FiltersOf } from '#src/core/lists/list-filters.ts'

export const WEBINARS_PER_PAGE = 12
export const webinarViews = ['upcoming', 'mine', 'past'] as const

export const WEBINAR_FILTERS = listSchema({ view: choice(webinarViews, 'upcoming') })
export type WebinarFilters = FiltersOf<typeof WEBINAR_FILTERS>
