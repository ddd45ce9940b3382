/** What the tracker writes down beside the intervals: the session that goes on, the total of the day, days before. */
import { LOG_KEPT, NEW_SESSION_AFTER_MS } from './constants.ts'
import type { Moment } from './machine.ts'
import type { Notes } from './store.ts'

interface TotalBackup {
  day: string
  totalMs: number
  at: number
}

/** Days of local history that are kept. */
const HISTORY_DAYS = 60

export const keepHistory = (notes: Notes, day: string, totalMs: number) => {
  const stored = notes.read('history')
  const history = typeof stored === 'object' && stored !== null ? (stored as Record<string, number>) : {}
  const entries = Object.entries({ ...history, [day]: Math.round(totalMs / 1000) }).sort(([a], [b]) =>
    a < b ? -1 : 1,
  )
  notes.write('history', Object.fromEntries(entries.slice(-HISTORY_DAYS)))
}

export const keepSession = (notes: Notes, sessionId: string, wall: number) => {
  notes.write('sessionId', sessionId)
  notes.write('sessionStart', wall)
}

export const keepTotal = (
  notes: Notes,
  at: Moment,
  { day, dayTotalMs }: { day: string; dayTotalMs: number },
) => notes.write('totalBackup', { day, totalMs: dayTotalMs, at: at.wall } satisfies TotalBackup)

export const keepLog = (notes: Notes, at: Moment, text: string) => {
  const lines = notes.read('log')
  const next = [...(Array.isArray(lines) ? lines : []), `${new Date(at.wall).toISOString()} ${text}`]
  notes.write('log', next.slice(-LOG_KEPT))
}

/** Where the last visit stopped: within the day its total goes on, within half an hour its session too. */
export const resumeSession = (notes: Notes, at: Moment, newId: () => string) => {
  const backup = notes.read('totalBackup') as TotalBackup | null
  const isSameDay = backup?.day === at.day
  const stored = notes.read('sessionId')
  const goesOn = isSameDay && typeof stored === 'string' && at.wall - backup.at < NEW_SESSION_AFTER_MS
  const sessionId = goesOn ? stored : newId()
  if (!goesOn) keepSession(notes, sessionId, at.wall)
  if (backup && !isSameDay) keepHistory(notes, backup.day, backup.totalMs)
  return { sessionId, dayTotalMs: isSameDay ? backup.totalMs : 0 }
}
