/** What a meeting service tells of its rooms: who is inside, and which recordings are done. */
import '../live.tables.ts'
import { sql } from 'kysely'
import { JOIN_OPENS_MS } from '#contract/live/session-state.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { RecordingSource } from '../live.tables.ts'
import type { ProviderSession } from '../providers/provider.ts'

const MINUTE_MS = 60_000
/** Services process a recording about as long as it lasts. */
const RECORDING_WAIT_MS = 60 * MINUTE_MS
/** A job that stood still for so long still notes the sessions that ended meanwhile. */
const LOOK_BACK_MS = 7 * 24 * 60 * MINUTE_MS

interface MeetingRow {
  id: number
  room_id: string
  title: string
  starts_at: Date
  ends_at: Date
  consent_rule: string
}
export interface Meeting {
  readonly id: number
  readonly session: ProviderSession
}
const toMeeting = (row: MeetingRow): Meeting => ({
  id: row.id,
  session: {
    room: row.room_id,
    title: row.title,
    meetingLink: null,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    isRecorded: row.consent_rule !== 'none',
  },
})
const columns = sql`s.id, s.room_id, s.title, s.starts_at, s.ends_at, s.consent_rule`

/** Meetings in BigBlueButton that people may be in now. */
export const meetingsUnderWay = async (db: TenantDb, now: Date): Promise<Meeting[]> => {
  const { rows } = await sql<MeetingRow>`
    select ${columns} from live_session s
    where s.client_id = current_client_id() and s.provider = 'bigbluebutton'
      and s.starts_at <= ${new Date(now.getTime() + JOIN_OPENS_MS)} and s.ends_at > ${now}
      and s.ended_at is null and s.cancelled_at is null
    order by s.id`.execute(db)
  return rows.map(toMeeting)
}

export interface Sighting {
  readonly sessionId: number
  readonly userIds: readonly number[]
  readonly at: Date
  /** A longer silence starts a new stretch. */
  readonly gapMs: number
}

/** Extends the stretches of everybody who is in the room; ids that are nobody's are left out. */
export const extendInRoom = async (
  db: TenantDb,
  { sessionId, userIds, at, gapMs }: Sighting,
): Promise<void> => {
  if (userIds.length === 0) return
  const ids = [...userIds]
  await sql`
    with extended as (
      update live_presence set ended_at = greatest(ended_at, ${at}::timestamptz)
      where client_id = current_client_id() and session_id = ${sessionId} and user_id = any (${ids}::int[])
        and source = 'provider' and device = 'room' and ended_at >= ${new Date(at.getTime() - gapMs)}
      returning user_id)
    insert into live_presence (client_id, session_id, user_id, source, device, started_at, ended_at)
    select u.client_id, ${sessionId}, u.id, 'provider', 'room', ${at}, ${at} from app_user u
    where u.client_id = current_client_id() and u.id = any (${ids}::int[])
      and not exists (select from extended e where e.user_id = u.id)
    on conflict (client_id, session_id, user_id, source, device, started_at) do nothing`.execute(db)
}

export interface RoomEvent {
  readonly room: string
  readonly userId: number
  /** The service's id of this stay in the room. */
  readonly device: string
  readonly at: Date
}

/** Somebody entered. A repeat, or a room that is no session's, changes nothing. */
export const recordEntered = async (db: TenantDb, { room, userId, device, at }: RoomEvent): Promise<void> => {
  await sql`
    insert into live_presence (client_id, session_id, user_id, source, device, started_at, ended_at)
    select s.client_id, s.id, u.id, 'provider', ${device}, ${at}, ${at} from live_session s
    join app_user u on u.client_id = s.client_id and u.id = ${userId}
    where s.client_id = current_client_id() and s.room_id = ${room}::uuid and s.provider = 'bigbluebutton'
    on conflict (client_id, session_id, user_id, source, device, started_at) do nothing`.execute(db)
}

/** Somebody left: their stay lasted until then. */
export const recordLeft = async (db: TenantDb, { room, userId, device, at }: RoomEvent): Promise<void> => {
  await sql`
    update live_presence p set ended_at = greatest(p.ended_at, ${at}::timestamptz) from live_session s
    where s.client_id = current_client_id() and s.room_id = ${room}::uuid and s.provider = 'bigbluebutton'
      and p.client_id = s.client_id and p.session_id = s.id and p.user_id = ${userId}
      and p.source = 'provider' and p.device = ${device} and p.started_at <= ${at}`.execute(db)
}

/** A recorded session that is over expects its recording, once; answers which sessions changed. */
export const expectRecordings = async (db: TenantDb, now: Date): Promise<number[]> => {
  const { rows } = await sql<{ id: number; expected_at: Date }>`
    update live_session s set recording_announced = true
    where s.client_id = current_client_id() and not s.recording_announced and s.consent_rule <> 'none'
      and s.cancelled_at is null and (s.ended_at is not null or s.ends_at <= ${now})
      and s.ends_at > ${new Date(now.getTime() - LOOK_BACK_MS)}
    returning s.id, least(s.ends_at, s.ended_at) as expected_at`.execute(db)
  const expected: number[] = []
  for (const { id, expected_at: overAt } of rows) {
    const { rows: added } = await sql`
      insert into live_recording (client_id, session_id, state, expected_at, updated_at)
      values (current_client_id(), ${id}, 'expected', ${new Date(overAt.getTime() + RECORDING_WAIT_MS)}, ${now})
      on conflict (client_id, session_id) do nothing returning session_id`.execute(db)
    if (added.length > 0) expected.push(id)
  }
  return expected
}

/** The meetings whose recordings are expected and were not asked for since this moment. */
export const recordingsToFetch = async (
  db: TenantDb,
  { now, checkedBefore }: { now: Date; checkedBefore: Date },
): Promise<(Meeting & { overAt: Date })[]> => {
  const { rows } = await sql<MeetingRow & { over_at: Date }>`
    update live_recording r set checked_at = ${now} from live_session s
    where r.client_id = current_client_id() and r.state = 'expected'
      and (r.checked_at is null or r.checked_at <= ${checkedBefore})
      and s.client_id = r.client_id and s.id = r.session_id and s.provider = 'bigbluebutton'
      and s.cancelled_at is null and least(s.ends_at, s.ended_at) <= ${now}
    returning ${columns}, least(s.ends_at, s.ended_at) as over_at`.execute(db)
  return rows.map((row) => ({ ...toMeeting(row), overAt: row.over_at }))
}

/** The service says that it published something: the job asks at its next run. */
export const askAgain = async (db: TenantDb, room: string): Promise<void> => {
  await sql`
    update live_recording r set checked_at = null from live_session s
    where s.client_id = current_client_id() and s.room_id = ${room}::uuid and s.provider = 'bigbluebutton'
      and r.client_id = s.client_id and r.session_id = s.id and r.state = 'expected'`.execute(db)
}

export interface FetchedRecording {
  readonly sources: readonly RecordingSource[]
  readonly seconds: number
}

/** Null: there will be none. What staff attached or took away meanwhile stays. */
export const saveFetched = async (
  db: TenantDb,
  { sessionId, fetched, now }: { sessionId: number; fetched: FetchedRecording | null; now: Date },
): Promise<boolean> => {
  const { rows } = await sql`
    update live_recording set state = ${fetched ? 'ready' : 'failed'}, expected_at = null, updated_at = ${now},
      ready_at = ${fetched ? now : null}, duration_seconds = ${fetched?.seconds ?? null},
      sources = ${JSON.stringify(fetched?.sources ?? [])}::jsonb
    where client_id = current_client_id() and session_id = ${sessionId} and state = 'expected'
    returning session_id`.execute(db)
  return rows.length > 0
}
