/** The period of the dashboard in the address: `days=7`, or the first and last day as `since` and `until`. */
import { presetDays, type PresetDays } from '#contract/dashboard/period.ts'

export type AskedPeriod = { days: PresetDays } | { from: string; to: string }

const DAY = /^\d{4}-\d\d-\d\d$/
const isDay = (text: string | null): text is string =>
  text !== null && DAY.test(text) && !Number.isNaN(Date.parse(text))

/** The names in the address. */
const NAMES = ['days', 'since', 'until'] as const

export const readPeriod = (address: URLSearchParams): AskedPeriod => {
  const [since, until] = [address.get('since'), address.get('until')]
  if (isDay(since) && isDay(until) && since <= until) return { from: since, to: until }
  return { days: presetDays.find((days) => days === address.get('days')) ?? '30' }
}

const writePeriod = (period: AskedPeriod): Record<string, string> =>
  'days' in period ? { days: period.days } : { since: period.from, until: period.to }

/** Only what the address says of the period, for links within the dashboard. */
export const periodPart = (address: URLSearchParams): Record<string, string> =>
  Object.fromEntries(
    NAMES.flatMap((name) => {
      const value = address.get(name)
      return value === null ? [] : [[name, value]]
    }),
  )

/** The address with another period: the same view, from its first page on. */
export const withPeriod = (address: URLSearchParams, period: AskedPeriod): URLSearchParams => {
  const changed = new URLSearchParams(address)
  for (const name of [...NAMES, 'page']) changed.delete(name)
  for (const [name, value] of Object.entries(writePeriod(period))) changed.set(name, value)
  return changed
}
