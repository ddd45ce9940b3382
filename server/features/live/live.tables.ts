import type { ColumnType, Generated } from 'kysely'
import type {
  ClientConsentRule,
  ConsentAnswer,
  ConsentRule,
  LiveAudience,
  LiveKind,
  LiveProvider,
} from '#contract/live/shapes.ts'

interface LiveSeriesTable {
  client_id: number
  id: Generated<number>
  /** ISO weekdays, Monday is 1. */
  weekdays: number[]
  starts_at_minute: number
  time_zone: string
  /** YYYY-MM-DD; read days as text. */
  first_on: string
  last_on: string
  created_by: number | null
  created_at: Date
}
interface LiveSessionTable {
  client_id: number
  id: Generated<number>
  uid: Generated<string>
  kind: Generated<LiveKind>
  title: string
  description: Generated<string>
  course_id: number | null
  section_id: number | null
  starts_at: Date
  ends_at: Date
  time_zone: string
  provider: Generated<LiveProvider>
  meeting_url: string | null
  room_id: Generated<string>
  capacity: number | null
  audience: Generated<LiveAudience>
  ended_at: Date | null
  cancelled_at: Date | null
  consent_rule: Generated<ConsentRule>
  series_id: number | null
  /** YYYY-MM-DD; read it as text. */
  series_on: string | null
  is_exception: Generated<boolean>
  sequence: Generated<number>
  revision: Generated<number>
  created_by: number | null
  /** Whether its end has set the recording to expected; only for recorded sessions. */
  recording_announced: Generated<boolean>
  /** Of the call that planned it; a series has it on its first session. */
  creation_key: ColumnType<string | null, string | null | undefined, never>
  created_at: Date
  updated_at: Date
}
interface LiveSessionHostTable {
  client_id: number
  session_id: number
  user_id: number
  position: Generated<number>
}
interface LiveInviteeTable {
  client_id: number
  session_id: number
  user_id: number
  invited_at: Date
  registered_at: Date | null
}
export interface RecordingSource {
  url: string
  mime: string
}
export interface RecordingCaption {
  language: string
  label: string
  url: string
}
interface LiveRecordingTable {
  client_id: number
  session_id: number
  state: Generated<'expected' | 'ready' | 'failed'>
  expected_at: Date | null
  ready_at: Date | null
  duration_seconds: number | null
  sources: ColumnType<RecordingSource[], string | undefined, string>
  poster_url: string | null
  captions: ColumnType<RecordingCaption[], string | undefined, string>
  /** When the meeting service was last asked for it. */
  checked_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  updated_at: Date
}
interface LiveJoinTable {
  client_id: number
  session_id: number
  user_id: number
  first_at: Date
  last_at: Date
  consent: ConsentAnswer | null
  consent_at: Date | null
}
interface LivePresenceTable {
  client_id: number
  session_id: number
  user_id: number
  source: 'provider' | 'page'
  device: string
  started_at: Date
  ended_at: Date
}
interface LiveReminderTable {
  client_id: number
  session_id: number
  starts_at: Date
  moment: 'day' | 'hour' | 'start'
  sent_at: Date
}
interface LiveSettingTable {
  client_id: number
  consent_rule: ClientConsentRule
  updated_at: Date
}
interface LiveFeedTable {
  client_id: number
  user_id: number
  feed_id: string
  created_at: Date
}
interface LiveWatchTable {
  client_id: number
  session_id: number
  user_id: number
  position_seconds: Generated<number>
  watched_seconds: Generated<number>
  watched_ranges: ColumnType<[number, number][], string | undefined, string>
  completed_at: Date | null
  updated_at: Date
}

declare module '#server/core/db/tables.ts' {
  interface Tables {
    live_series: LiveSeriesTable
    live_session: LiveSessionTable
    live_session_host: LiveSessionHostTable
    live_invitee: LiveInviteeTable
    live_recording: LiveRecordingTable
    live_join: LiveJoinTable
    live_presence: LivePresenceTable
    live_reminder: LiveReminderTable
    live_feed: LiveFeedTable
    live_setting: LiveSettingTable
    live_watch: LiveWatchTable
  }
}
