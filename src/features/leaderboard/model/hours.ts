import type { getHoursSpent } from '#contract/activity/activity.ts'
import type { ResponseOf } from '#contract/endpoint.ts'

type Series = ResponseOf<typeof getHoursSpent>

/**
 * Pairs each value with its day. The specified response has only values: without days they are counted back
 * from `today`.
 */
export const barsOf = (
  series: Pick<Series, 'hours_spent'> & Partial<Series>,
  today: Date = new Date(),
): { day: string; hours: number }[] =>
  series.hours_spent.map((hours, index) => ({
    day: series.days?.[index] ?? dayBefore(today, series.hours_spent.length - 1 - index),
    hours,
  }))

const dayBefore = (today: Date, days: number): string =>
  new Date(Date.UTC(today.getFullYear(), today.getMonth(), today.getDate() - days)).toISOString().slice(0, 10)

export const totalHours = (series: Pick<Series, 'hours_spent'> | undefined): number =>
  (series?.hours_spent ?? []).reduce((sum, hours) => sum + hours, 0)
