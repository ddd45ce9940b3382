/** The period of the admin dashboard: the last days, or any days. Days are those of the client's time zone. */
import * as z from 'zod/mini'
import { day } from '../common.ts'

/** The last so many days, as an address has them. */
export const presetDays = ['7', '30', '90'] as const
export type PresetDays = (typeof presetDays)[number]
export const DEFAULT_DAYS = 30
/** Up to this length the chart has a bar per day; longer periods have one per week, the longest one per four weeks. */
export const DAILY_MAX_DAYS = 31
export const WEEKLY_MAX_DAYS = 126
/** The longest period, so that one year can be compared with the one before. */
export const PERIOD_MAX_DAYS = 366

/** Both or none; none means the last `DEFAULT_DAYS` days. */
export const periodQuery = { from: z.optional(day), to: z.optional(day) } as const

export const period = z.object({ from: day, to: day, days: z.int() })
export type Period = z.infer<typeof period>
