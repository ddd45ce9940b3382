import { sessionState } from '#contract/live/session-state.ts'
import type { LiveSession } from '#contract/live/shapes.ts'
import type { SessionRow } from './sessions.repository.ts'

const isoOf = (date: Date | null): string | null => date?.toISOString() ?? null

/** Where the session stands now. */
export const stateOf = (
  row: Pick<SessionRow, 'starts_at' | 'ends_at' | 'ended_at' | 'cancelled_at'>,
  now: Date,
) =>
  sessionState(
    {
      startsAt: row.starts_at.getTime(),
      endsAt: row.ends_at.getTime(),
      endedAt: row.ended_at?.getTime() ?? null,
      cancelledAt: row.cancelled_at?.getTime() ?? null,
    },
    now.getTime(),
  )

/** A session as invited people see it. */
export const toLiveSession = (row: SessionRow, now: Date): LiveSession => ({
  id: row.id,
  kind: row.kind,
  title: row.title,
  description: row.description,
  course: row.course_id === null ? null : { id: row.course_id, title: row.course_title ?? '' },
  hosts: row.hosts,
  starts_at: row.starts_at.toISOString(),
  ends_at: row.ends_at.toISOString(),
  ended_at: isoOf(row.ended_at),
  cancelled_at: isoOf(row.cancelled_at),
  time_zone: row.time_zone,
  state: stateOf(row, now),
  consent_rule: row.consent_rule,
  recording: {
    state: row.recording_state,
    expected_at: isoOf(row.recording_expected_at),
    ready_at: isoOf(row.recording_ready_at),
    duration_seconds: row.recording_seconds,
  },
})
