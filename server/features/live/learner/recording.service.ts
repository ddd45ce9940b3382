import '../live.tables.ts'
import { sql } from 'kysely'
import type { BodyOf } from '#contract/endpoint.ts'
import type { Recording, watchRecording } from '#contract/live/live.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { FileRights } from '#server/core/files/file-parent.ts'
import { notFound } from '#server/core/http/errors.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import { isWatched, secondsOf, unionOfRanges } from '#server/core/watched-ranges.ts'
import type { RecordingCaption, RecordingSource } from '../live.tables.ts'
import { toLiveSession } from '../session.mapper.ts'
import { watchableSession } from './schedule.repository.ts'

interface ReadyRow {
  duration_seconds: number
  sources: RecordingSource[]
  captions: RecordingCaption[]
  poster_url: string | null
}
interface WatchRow {
  position_seconds: number
  watched_seconds: number
  watched_ranges: [number, number][]
  completed_at: Date | null
}

/** The recording, for people who may watch it. */
const readyRecording = async (db: TenantDb, scope: MemberScope, sessionId: number) => {
  const session = await watchableSession(db, { sessionId, userId: scope.actor.userId })
  const { rows } = await sql<ReadyRow>`
    select duration_seconds, sources, captions, poster_url from live_recording
    where client_id = current_client_id() and session_id = ${sessionId} and state = 'ready'`.execute(db)
  const [recording] = rows
  if (!session || session.cancelled_at !== null || !recording) throw notFound()
  return { session, recording }
}

/** Whether this person may watch the recording of this session now. */
export const mayReadRecording: FileRights['recording'] = async (db, { userId }, sessionId) => {
  const session = await watchableSession(db, { sessionId, userId })
  return session !== null && session.cancelled_at === null
}

const watchOf = async (
  db: TenantDb,
  scope: MemberScope,
  sessionId: number,
): Promise<WatchRow | undefined> => {
  const { rows } = await sql<WatchRow>`
    select position_seconds, watched_seconds, watched_ranges, completed_at from live_watch
    where client_id = current_client_id() and session_id = ${sessionId} and user_id = ${scope.actor.userId}
    for update`.execute(db)
  return rows[0]
}

export const recordingOf = (scope: MemberScope, sessionId: number): Promise<Recording> =>
  scope.tx(async (db) => {
    const { session, recording } = await readyRecording(db, scope, sessionId)
    const watch = await watchOf(db, scope, sessionId)
    const parent = { kind: 'recording', id: sessionId } as const
    const signed = <T extends { url: string }>(file: T): T => ({
      ...file,
      url: scope.files.address(file.url, parent),
    })
    return {
      session: toLiveSession(session, scope.clock.now()),
      duration_seconds: recording.duration_seconds,
      sources: recording.sources.map(signed),
      captions: recording.captions.map(signed),
      poster_url: recording.poster_url && scope.files.address(recording.poster_url, parent),
      position_seconds: watch?.position_seconds ?? 0,
      watched_seconds: watch?.watched_seconds ?? 0,
      completed_at: watch?.completed_at?.toISOString() ?? null,
    }
  })

/** Distinct seconds count; nothing is graded by them, so claims are not checked against the clock as in courses. */
export const saveWatch = (
  scope: MemberScope,
  sessionId: number,
  { position_seconds: position, ranges }: BodyOf<typeof watchRecording>,
) =>
  scope.tx(async (db) => {
    const { recording } = await readyRecording(db, scope, sessionId)
    const now = scope.clock.now()
    await sql`
      insert into live_watch (client_id, session_id, user_id, updated_at)
      values (current_client_id(), ${sessionId}, ${scope.actor.userId}, ${now})
      on conflict (client_id, session_id, user_id) do nothing`.execute(db)
    const before = await watchOf(db, scope, sessionId)
    const union = unionOfRanges([...(before?.watched_ranges ?? []), ...ranges], recording.duration_seconds)
    const watched = secondsOf(union)
    const completedAt = before?.completed_at ?? (isWatched(watched, recording.duration_seconds) ? now : null)
    await sql`
      update live_watch set position_seconds = ${Math.min(position, recording.duration_seconds)},
        watched_seconds = ${watched}, watched_ranges = ${JSON.stringify(union)}::jsonb,
        completed_at = ${completedAt}, updated_at = ${now}
      where client_id = current_client_id() and session_id = ${sessionId} and user_id = ${scope.actor.userId}`.execute(
      db,
    )
    return { watched_seconds: watched, completed_at: completedAt?.toISOString() ?? null }
  })
