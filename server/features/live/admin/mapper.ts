import type { StaffSession, StaffSessionDetail } from '#contract/live/admin/sessions.ts'
import { sessionState } from '#contract/live/session-state.ts'
import { localTimeAt, resolveLocalTime } from '#contract/live/zone-time.ts'
import type { PresenceRow } from '../presence.repository.ts'
import type { DetailRow, StaffRow } from './sessions.repository.ts'

const MINUTE_MS = 60_000
const iso = (date: Date | null) => date?.toISOString() ?? null

export const toStaffSession = (row: StaffRow, now: Date): StaffSession => ({
  id: row.id,
  kind: row.kind,
  title: row.title,
  course: row.course_id === null ? null : { id: row.course_id, title: row.course_title ?? '' },
  hosts: row.hosts,
  starts_at: row.starts_at.toISOString(),
  ends_at: row.ends_at.toISOString(),
  time_zone: row.time_zone,
  state: sessionState(
    {
      startsAt: row.starts_at.getTime(),
      endsAt: row.ends_at.getTime(),
      endedAt: row.ended_at?.getTime() ?? null,
      cancelledAt: row.cancelled_at?.getTime() ?? null,
    },
    now.getTime(),
  ),
  provider: row.provider,
  audience: row.audience,
  series_id: row.series_id,
  capacity: row.capacity,
  invited: row.invited,
  joined: row.joined,
  recording: {
    state: row.recording_state,
    expected_at: iso(row.recording_expected_at),
    ready_at: iso(row.recording_ready_at),
    duration_seconds: row.recording_seconds,
  },
})

/** Whether the session starts at the second of two equal times of the clock. */
const isSecondTime = (row: DetailRow, local: string): boolean => {
  const found = resolveLocalTime(row.time_zone, local)
  return found?.kind === 'overlap' && found.second.getTime() === row.starts_at.getTime()
}

const formOf = (row: DetailRow): StaffSessionDetail['form'] => {
  const local = localTimeAt(row.time_zone, row.starts_at)
  return {
    kind: row.kind,
    title: row.title,
    description: row.description,
    course_id: row.course_id,
    section_id: row.section_id,
    starts_local: local,
    time_zone: row.time_zone,
    second_time: isSecondTime(row, local),
    length_minutes: Math.round((row.ends_at.getTime() - row.starts_at.getTime()) / MINUTE_MS),
    provider: row.provider,
    meeting_url: row.meeting_url,
    capacity: row.capacity,
    audience: row.audience,
    invitee_ids: row.invitees.map(({ id }) => id),
    host_ids: row.hosts.map(({ id }) => id),
    consent_rule: row.consent_rule,
  }
}

export interface Attendee {
  id: number
  name: string
  presence: PresenceRow | null
  joined_at: Date | null
}

export const toDetail = (row: DetailRow, attendees: readonly Attendee[], now: Date): StaffSessionDetail => ({
  ...toStaffSession(row, now),
  form: formOf(row),
  invitees: row.invitees,
  series: row.series,
  revision: row.revision,
  attendance: attendees.map(({ id, name, presence, joined_at: joinedAt }) => ({
    id,
    name,
    minutes: presence?.minutes ?? 0,
    joined_at: iso(joinedAt),
  })),
  recording_media: {
    url: row.recording_sources?.[0]?.url ?? null,
    captions: row.recording_captions ?? [],
  },
})
