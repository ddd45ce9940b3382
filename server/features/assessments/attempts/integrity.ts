/** Integrity events of an attempt. */
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
 * Merges reports into events. Reports within two seconds of an event's first report belong to it, whatever their kind:
 * leaving full screen, the tab and the window is one action (rules: Assessments).
 */
export const timelineOf = (reports: readonly Report[]): TimelineEvent[] => {
  const events: TimelineEvent[] = []
  let firstAt = Number.NEGATIVE_INFINITY
  for (const report of reports.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    const event = events.at(-1)
    if (event && report.at.getTime() - firstAt <= INTEGRITY_MERGE_MS) {
      event.reports += 1
      event.lasted_ms = Math.max(event.lasted_ms, report.lasted_ms)
      continue
    }
    firstAt = report.at.getTime()
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

/** Flagged attempts are shown to staff; the score never changes. */
export const isFlagged = (events: number): boolean => events >= INTEGRITY_FLAG_FROM
