/** What `/admin/live` shows, in its address: back, reload and sharing work. */
import { adminPaths } from '#src/core/admin-paths.ts'
import { calendarViews, isDay, type CalendarView } from './calendar.ts'

export const viewIn = (address: URLSearchParams): CalendarView =>
  calendarViews.find((view) => view === address.get('view')) ?? 'month'

export const dayIn = (address: URLSearchParams, today: string): string => {
  const day = address.get('day')
  return isDay(day) ? day : today
}

const link = (query: Record<string, string>) => `${adminPaths.live}?${new URLSearchParams(query).toString()}`

export const newSessionLink = (day: string | null, kind: 'class' | 'webinar' = 'class') =>
  link({ session: 'new', ...(day !== null && { day }), ...(kind === 'webinar' && { kind }) })
export const sessionLink = (id: number) => link({ session: String(id) })
export const editLink = (id: number) => link({ session: String(id), edit: '1' })
export const settingsLink = link({ settings: '1' })
