/** What is noted while an attempt runs. Pure. */
import {
  INTEGRITY_FLAG_FROM,
  INTEGRITY_MERGE_MS,
  type IntegrityKind,
  type TimelineEvent,
} from '#contract/assessments/shapes.ts'

export interface Report {
  kind: IntegrityKind
  at: Date
  lasted_ms: number
  position: number | null
}

/**
 * RULES "Assessments": reports within two seconds of an event's first one are that event, whatever their kind: leaving
 * full screen, the tab and the window is one deed.
 */
export const timelineOf = (reports: readonly Report[]): TimelineEvent[] => {
  const events: TimelineEvent[] = []
  let first = Number.NEGATIVE_INFINITY
  for (const report of reports.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    const open = events.at(-1)
    if (open && report.at.getTime() - first <= INTEGRITY_MERGE_MS) {
      open.reports += 1
      open.lasted_ms = Math.max(open.lasted_ms, report.lasted_ms)
      continue
    }
    first = report.at.getTime()
    events.push({
      kind: report.kind,
      at: report.at.toISOString(),
      lasted_ms: report.lasted_ms,
      reports: 1,
      position: report.position,
    })
  }
  return events
}

/** Staff look at it; it never changes a score. */
export const isFlagged = (events: number): boolean => events >= INTEGRITY_FLAG_FROM
