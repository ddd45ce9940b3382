import { STREAK_DAY_MIN_HOURS } from '#contract/limits.ts'

const DAY_MS = 86_400_000
const COUNTED_MINUTES = STREAK_DAY_MIN_HOURS * 60
/** A day with at least this many minutes has the darkest level. */
const LONG_DAY_MINUTES = 60

export interface HeatCell {
  day: string
  minutes: number
  /** 0: nothing, 4: an hour or more; from level 3 the day counts for the streak. */
  level: 0 | 1 | 2 | 3 | 4
}

export const levelOf = (minutes: number): HeatCell['level'] => {
  if (minutes <= 0) return 0
  if (minutes <= COUNTED_MINUTES / 2) return 1
  if (minutes <= COUNTED_MINUTES) return 2
  return minutes < LONG_DAY_MINUTES ? 3 : 4
}

const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)

/** Every day of the year, oldest first; the response lists only days with study time. */
export const cellsOf = (answer: {
  from: string
  to: string
  days: readonly { day: string; minutes: number }[]
}): HeatCell[] => {
  const minutesBy = new Map(answer.days.map(({ day, minutes }) => [day, minutes]))
  const start = Date.parse(answer.from)
  return Array.from({ length: daysBetween(answer.from, answer.to) + 1 }, (_, index) => {
    const day = new Date(start + index * DAY_MS).toISOString().slice(0, 10)
    const minutes = minutesBy.get(day) ?? 0
    return { day, minutes, level: levelOf(minutes) }
  })
}

/** Empty cells before the first day, so that each column is a week from Monday to Sunday. */
export const leadingGap = (first: string): number => (new Date(`${first}T00:00:00Z`).getUTCDay() + 6) % 7

export interface MonthSum {
  /** YYYY-MM-01 */
  month: string
  days: number
  minutes: number
}

/** The months with study time, newest first, for the table. */
export const monthsOf = (cells: readonly HeatCell[]): MonthSum[] => {
  const months = new Map<string, MonthSum>()
  for (const { day, minutes } of cells) {
    if (minutes === 0) continue
    const month = `${day.slice(0, 7)}-01`
    const sum = months.get(month) ?? { month, days: 0, minutes: 0 }
    months.set(month, { month, days: sum.days + 1, minutes: sum.minutes + minutes })
  }
  return [...months.values()].reverse()
}

/** A month's name needs this many columns. */
const MONTH_COLUMNS_MIN = 3

/** The column in which each month begins, without months that are too narrow for their name. */
export const monthColumns = (cells: readonly HeatCell[]): { day: string; column: number }[] => {
  const gap = leadingGap(cells[0]?.day ?? '')
  const starts = cells.flatMap(({ day }, index) =>
    index === 0 || day.endsWith('-01') ? [{ day, column: Math.floor((index + gap) / 7) }] : [],
  )
  const columns = Math.ceil((cells.length + gap) / 7)
  return starts.filter(
    ({ column }, index) => (starts[index + 1]?.column ?? columns) - column >= MONTH_COLUMNS_MIN,
  )
}

/** The step of a key: up and down by a day, sideways by a week in the page's direction. */
export const moveBy = (key: string, rtl: boolean): number | 'first' | 'last' | null => {
  const forward = rtl ? -7 : 7
  const steps: Record<string, number | 'first' | 'last'> = {
    ArrowUp: -1,
    ArrowDown: 1,
    ArrowRight: forward,
    ArrowLeft: -forward,
    PageUp: -28,
    PageDown: 28,
    Home: 'first',
    End: 'last',
  }
  return steps[key] ?? null
}
