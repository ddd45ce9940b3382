/** Labels under the bars of days: weekdays for a week, days of the month for longer. */
import type { Language } from '#contract/languages.ts'
import { HOURS_GRAPH_DEFAULT_DAYS } from '#contract/limits.ts'
import { formatWeekday } from '#src/shared/lib/format.ts'

/** Among seven names on a phone, a longer one touches its neighbours. */
const PHONE_NAME_MAX = 6

interface Tick {
  tick: string
  phoneTick?: string
}

export const withTicks = <T extends { day: string }>(
  bars: readonly T[],
  language: Language,
): (T & Tick)[] => {
  if (bars.length > HOURS_GRAPH_DEFAULT_DAYS)
    return bars.map((bar) => ({ ...bar, tick: String(Number(bar.day.slice(-2))) }))
  const named = bars.map((bar) => ({ ...bar, tick: formatWeekday(bar.day, language) }))
  if (named.every(({ tick }) => tick.length <= PHONE_NAME_MAX)) return named
  return named.map((bar) => ({ ...bar, phoneTick: formatWeekday(bar.day, language, { width: 'narrow' }) }))
}
