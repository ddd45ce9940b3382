/** The table of revenue by course or programme and month. Pure. */
import { inLanguage } from '#contract/assessments/shapes.ts'
import type { Language } from '#contract/languages.ts'
import { REVENUE_MONTHS, type Revenue } from '#contract/money/payments.ts'
import type { RevenueRow } from './payments.repository.ts'

/** The month a number of months later, or earlier with a negative number. */
export const shiftMonth = (month: string, by: number): string => {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const count = year * 12 + number - 1 + by
  return `${String(Math.floor(count / 12)).padStart(4, '0')}-${String((count % 12) + 1).padStart(2, '0')}`
}

/** Oldest first, ending with `until`. */
export const monthsUntil = (until: string): string[] =>
  Array.from({ length: REVENUE_MONTHS }, (_, index) => shiftMonth(until, index - REVENUE_MONTHS + 1))

type Line = Revenue['totals'][number]

const lineOf = (currency: string, months: readonly string[], rows: readonly RevenueRow[]): Line => {
  const cells = months.map((month) => {
    const found = rows.filter((row) => row.month === month && row.currency === currency)
    const sold = found.reduce((sum, row) => sum + row.sold_minor, 0)
    const refunded = found.reduce((sum, row) => sum + row.refunded_minor, 0)
    return { month, sold_minor: sold, refunded_minor: refunded, net_minor: sold - refunded }
  })
  return { currency, months: cells, net_minor: cells.reduce((sum, { net_minor: net }) => sum + net, 0) }
}

export const revenueTable = (
  months: readonly string[],
  rows: readonly RevenueRow[],
  language: Language,
): Pick<Revenue, 'rows' | 'totals'> => {
  const groups = Map.groupBy(
    rows,
    ({ course_id: id, programme, currency }) => `${id}/${programme}/${currency}`,
  )
  const currencies = [...new Set(rows.map(({ currency }) => currency))].toSorted()
  return {
    rows: [...groups.values()]
      .flatMap((group) => {
        const [first] = group
        if (!first) return []
        const {
          course_id: id,
          course_title: title,
          programme: slug,
          programme_title: texts,
          currency,
        } = first
        return [
          {
            course: id === null ? null : { id, title: title ?? '' },
            programme: slug && { slug, title: inLanguage(texts ?? {}, language, 'en') ?? '' },
            ...lineOf(currency, months, group),
          },
        ]
      })
      .toSorted((a, b) => a.currency.localeCompare(b.currency) || b.net_minor - a.net_minor),
    totals: currencies.map((currency) => lineOf(currency, months, rows)),
  }
}
