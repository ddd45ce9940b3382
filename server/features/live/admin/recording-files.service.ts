/** The file of a recording and its place in a course; both belong to the course builder. */
import { sql } from 'kysely'
import { languages } from '#contract/languages.ts'
import type { VideoContent } from '#contract/course-builder/draft.ts'
import type {
  beginRecordingUpload,
  finishRecordingUpload,
  getRecordingUpload,
  placeRecording,
  PlacementOutcome,
  sendRecordingPiece,
} from '#contract/live/admin/recordings.ts'
import type { BodyOf, ResponseInputOf } from '#contract/endpoint.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { StaffScope } from '#server/core/http/scope.ts'
import type { RecordingCaption, RecordingSource } from '../live.tables.ts'
import { managerOf, requireManaged } from './manager.ts'

/** What uploads of a session belong to, and who may send them. */
export const sessionOwner = (sessionId: number) => ({
  courseId: null,
  liveSessionId: sessionId,
  require: (db: TenantDb, scope: StaffScope) => requireManaged(db, managerOf(scope), sessionId),
})

type Owner = ReturnType<typeof sessionOwner>
export interface RecordingUploads {
  readonly begin: (
    scope: StaffScope,
    owner: Owner,
    body: BodyOf<typeof beginRecordingUpload>,
  ) => Promise<ResponseInputOf<typeof beginRecordingUpload>>
  readonly progress: (
    scope: StaffScope,
    owner: Owner,
    uploadId: string,
  ) => Promise<ResponseInputOf<typeof getRecordingUpload>>
  readonly append: (
    scope: StaffScope,
    owner: Owner,
    uploadId: string,
    body: BodyOf<typeof sendRecordingPiece>,
  ) => Promise<ResponseInputOf<typeof sendRecordingPiece>>
  readonly finish: (
    scope: StaffScope,
    owner: Owner,
    uploadId: string,
  ) => Promise<ResponseInputOf<typeof finishRecordingUpload>>
}

export interface PlacementContext {
  readonly placeVideo: (
    scope: StaffScope,
    placed: { courseId: number; sectionId: number; title: string; video: VideoContent },
  ) => Promise<PlacementOutcome>
}

interface ReadyRow {
  title: string
  sources: RecordingSource[]
  captions: RecordingCaption[]
  poster_url: string | null
  duration_seconds: number
}

const toVideo = ({
  sources,
  captions,
  poster_url: poster,
  duration_seconds: seconds,
}: ReadyRow): VideoContent => ({
  type: 'video',
  sources,
  poster_url: poster,
  captions: captions.flatMap(({ language: spoken, ...caption }) => {
    const language = languages.find((each) => each === spoken)
    return language ? [{ ...caption, language }] : []
  }),
  duration_seconds: seconds,
})

/** Only what plays in the product's own player can be a lesson. */
export const place = async (
  { placeVideo }: PlacementContext,
  scope: StaffScope,
  sessionId: number,
  { course_id: courseId, section_id: sectionId }: BodyOf<typeof placeRecording>,
): Promise<{ outcome: PlacementOutcome }> => {
  const ready = await scope.tx(async (db) => {
    await requireManaged(db, managerOf(scope), sessionId)
    const { rows } = await sql<ReadyRow>`
      select s.title, r.sources, r.captions, r.poster_url, r.duration_seconds from live_recording r
      join live_session s on s.client_id = r.client_id and s.id = r.session_id
      where r.client_id = current_client_id() and r.session_id = ${sessionId} and r.state = 'ready'`.execute(
      db,
    )
    return rows[0]
  })
  if (!ready || ready.sources.every(({ mime }) => mime === 'text/html'))
    throw new AppError('conflict', 'There is no recording yet that can be placed in a course.')
  return {
    outcome: await placeVideo(scope, { courseId, sectionId, title: ready.title, video: toVideo(ready) }),
  }
}
