import { programmeSlugs } from '#contract/money/programme-slugs.ts'
import { moneyPlaces, paymentKinds } from '#contract/money/payments.ts'
import { flag, listSchema, oneOf, optional, type FiltersOf } from '#src/core/lists/list-filters.ts'

export const PAYMENTS_PER_PAGE = 20

const monthOf = (text: string | null): string | null =>
  text !== null && /^(19|20)\d\d-(0[1-9]|1[0-2])$/.test(text) ? text : null
const idOf = (text: string | null): number | null =>
  text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null

export const PAYMENT_FILTERS = listSchema({
  kind: oneOf(paymentKinds),
  place: oneOf(moneyPlaces),
  month: optional(monthOf),
  course: optional(idOf),
  programme: oneOf(programmeSlugs),
  person: optional(idOf),
  /** Only what was paid for payment links. */
  links: flag,
  /** The last month of the table of revenue; it does not narrow the list. */
  until: { ...optional(monthOf), narrows: null },
})
export type PaymentFilters = FiltersOf<typeof PAYMENT_FILTERS>

/** The filters as a request query, without the page. The list and the export share it. */
export const filterQuery = (filters: PaymentFilters) => ({
  search: filters.search.trim(),
  kind: filters.kind ?? undefined,
  place: filters.place ?? undefined,
  month: filters.month ?? undefined,
  course: filters.course ?? undefined,
  programme: filters.programme ?? undefined,
  person: filters.person ?? undefined,
  links: filters.links ? ('true' as const) : undefined,
})
