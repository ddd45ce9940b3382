import { sql } from 'kysely'
import type { saveRecording, StaffSessionDetail } from '#contract/live/admin/sessions.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { invalidField } from '#server/core/http/errors.ts'
import type { StaffScope } from '#server/core/http/scope.ts'
import { announceSession } from '../announce.ts'
import { managerOf, requireManaged } from './manager.ts'
import { readSession, type PlanningContext } from './sessions.service.ts'

export interface RecordingContext extends PlanningContext {
  /** Whether the address names a stored file of the client. */
  readonly fileExists: (clientId: number, url: string) => Promise<boolean>
}

type Body = BodyOf<typeof saveRecording>

const MIMES: Readonly<Record<string, string>> = {
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  mov: 'video/mp4',
  webm: 'video/webm',
  m3u8: 'application/vnd.apple.mpegurl',
}
/** By the name's ending; what has none plays as MP4 in most places. */
const mimeOf = (url: string): string => {
  const path = url.startsWith('/') ? url : new URL(url).pathname
  return MIMES[/\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? ''] ?? 'video/mp4'
}

/** Files have to be the client's own, and to exist. */
const requireFiles = async (context: RecordingContext, clientId: number, body: Body): Promise<void> => {
  if (body.state !== 'ready') return
  const files = [body.url, ...body.captions.map(({ url }) => url)]
  for (const url of files) {
    if (url.startsWith('https://')) continue
    if (!(await context.fileExists(clientId, url)))
      throw invalidField('url', {
        code: 'invalid',
        message: 'This file does not exist any more. Upload it again.',
      })
  }
}

/** Whoever adds captions keeps the other formats of the video and its picture. */
const IS_SAME_VIDEO = sql`live_recording.sources -> 0 ->> 'url' = excluded.sources -> 0 ->> 'url'`

export const saveSessionRecording = async (
  context: RecordingContext,
  scope: StaffScope,
  sessionId: number,
  body: Body,
): Promise<StaffSessionDetail> => {
  const { clientId } = scope.tenant
  await requireFiles(context, clientId, body)
  return scope.tx(async (db) => {
    await requireManaged(db, managerOf(scope), sessionId, { lock: true })
    const now = scope.clock.now()
    if (body.state === 'none')
      await sql`delete from live_recording where client_id = ${clientId} and session_id = ${sessionId}`.execute(
        db,
      )
    else {
      const isReady = body.state === 'ready'
      await sql`
        insert into live_recording (client_id, session_id, state, expected_at, ready_at, duration_seconds, sources,
          captions, updated_at)
        values (${clientId}, ${sessionId}, ${body.state}, ${isReady ? null : new Date(body.expected_at)},
          ${isReady ? now : null}, ${isReady ? body.duration_seconds : null},
          ${JSON.stringify(isReady ? [{ url: body.url, mime: mimeOf(body.url) }] : [])}::jsonb,
          ${JSON.stringify(isReady ? body.captions : [])}::jsonb, ${now})
        on conflict (client_id, session_id) do update set state = excluded.state, expected_at = excluded.expected_at,
          ready_at = excluded.ready_at, duration_seconds = excluded.duration_seconds,
          sources = case when ${IS_SAME_VIDEO} then live_recording.sources else excluded.sources end,
          poster_url = case when ${IS_SAME_VIDEO} then live_recording.poster_url end,
          captions = excluded.captions, updated_at = excluded.updated_at`.execute(db)
    }
    await announceSession(context.changes, db, { clientId, sessionId })
    return readSession(db, scope, sessionId)
  })
}
