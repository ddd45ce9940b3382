import { referralSteps } from '#contract/money/referrals.ts'
import { flag, listSchema, oneOf, optional, type FiltersOf } from '#src/core/lists/list-filters.ts'

export const REFERRALS_PER_PAGE = 20

const idOf = (text: string | null): number | null =>
  text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null

export const REFERRER_FILTERS = listSchema({
  step: oneOf(referralSteps),
  /** Only people with rewards to pay out. */
  due: flag,
})
export type ReferrerFilters = FiltersOf<typeof REFERRER_FILTERS>

export const PEOPLE_FILTERS = listSchema({ step: oneOf(referralSteps), referrer: optional(idOf) })
export type PeopleFilters = FiltersOf<typeof PEOPLE_FILTERS>
