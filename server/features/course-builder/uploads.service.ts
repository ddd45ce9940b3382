/**
 * Uploads in chunks: the bytes are kept on disk under the upload's id until the file is complete and its type is
 * verified.
 */
import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import {
  MEDIA_MAX_BYTES,
  type beginUpload,
  type MediaKind,
  type sendPiece,
  type StoredMedia,
} from '#contract/course-builder/uploads.ts'
import { TITLE_MAX } from '#contract/course-builder/draft.ts'
import { cut } from '#contract/text/truncate.ts'
import { UPLOAD_DAYS, type StoppedUpload } from '#contract/course-builder/interrupted-uploads.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import type { StaffScope } from '#server/core/http/scope.ts'
import { PackageError } from '#server/core/packages/package-error.ts'
import { reencodePicture } from '#server/core/pictures/picture.ts'
import { readScormAt } from '#server/core/packages/read-scorm.ts'
import { checkPackage, partsOf, scormContentOf } from '#server/core/packages/scorm-parts.ts'
import { openZip } from '#server/core/packages/zip.ts'
import { requireCourse } from './builder.service.ts'
import type { StoreFile } from './content-actions.ts'
import { toWebVtt } from './captions.ts'
import { isCompleteVideo, detectVideo } from './media.ts'

export interface UploadContext {
  dataDir: string
  storeFile: StoreFile
}

export const QUOTA_BYTES = 50 * 1024 ** 3
const HEAD_BYTES = 64
const DAY_MS = 86_400_000
/** Missing files that are named; a damaged package may lack thousands. */
const MISSING_FILES_MAX = 100
/** Interrupted uploads of one person in one course that are listed. */
const LISTED_MAX = 100

interface UploadRow {
  id: string
  kind: MediaKind
  size: number
  url: string | null
  mime: string | null
  parts: StoredMedia['parts'] | null
  missing_files: string[] | null
  place: string | null
}

const partialPath = (dataDir: string, clientId: number, id: string) =>
  join(dataDir, 'uploads', String(clientId), `${id}.part`)
const receivedBytes = async (path: string): Promise<number> => (await stat(path).catch(() => null))?.size ?? 0

/** What an upload belongs to: a course, or a live session for its recording. */
export interface UploadOwner {
  readonly courseId: number | null
  readonly liveSessionId: number | null
  /** Throws unless the caller may add files to it. */
  readonly require: (db: TenantDb, scope: StaffScope) => Promise<unknown>
}
export const courseOwner = (courseId: number): UploadOwner => ({
  courseId,
  liveSessionId: null,
  require: (db, scope) => requireCourse(db, scope, courseId),
})
const isOf = ({ courseId, liveSessionId }: UploadOwner) =>
  courseId === null ? sql`live_session_id = ${liveSessionId}` : sql`course_id = ${courseId}`

const requireUpload = async (
  db: TenantDb,
  scope: StaffScope,
  owner: UploadOwner,
  uploadId: string,
): Promise<UploadRow> => {
  await owner.require(db, scope)
  // Locks the row: concurrent chunks would overwrite each other.
  const result = await sql<UploadRow>`
    select id, kind, size, url, mime, parts, missing_files, place from course_upload
    where client_id = ${scope.tenant.clientId} and ${isOf(owner)} and user_id = ${scope.actor.userId}
      and id = ${uploadId} for update`.execute(db)
  if (!result.rows[0]) throw notFound()
  return result.rows[0]
}

const uploadStatus = async (context: UploadContext, scope: StaffScope, row: UploadRow) => ({
  upload_id: row.id,
  offset:
    row.url === null
      ? await receivedBytes(partialPath(context.dataDir, scope.tenant.clientId, row.id))
      : row.size,
  size: row.size,
})

export const begin = (
  context: UploadContext,
  scope: StaffScope,
  owner: UploadOwner,
  body: BodyOf<typeof beginUpload>,
) =>
  scope.tx(async (db) => {
    await owner.require(db, scope)
    const { clientId } = scope.tenant
    if (body.size > MEDIA_MAX_BYTES[body.kind])
      throw new AppError('body_too_large', 'This file is too large.')
    const unfinished = await sql<UploadRow>`
      select id, kind, size, url, mime, parts, missing_files, place from course_upload
      where client_id = ${clientId} and ${isOf(owner)} and user_id = ${scope.actor.userId}
        and fingerprint = ${body.fingerprint} and kind = ${body.kind} and size = ${body.size} and url is null
      order by created_at desc limit 1`.execute(db)
    if (unfinished.rows[0]) {
      const { id } = unfinished.rows[0]
      if (body.place !== undefined)
        await sql`update course_upload set place = ${body.place} where client_id = ${clientId} and id = ${id}`.execute(
          db,
        )
      return uploadStatus(context, scope, unfinished.rows[0])
    }
    // Concurrent uploads must not both take the last free space.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`course-upload:${clientId}`}, 0))`.execute(db)
    const used = await sql<{ bytes: number }>`
      select coalesce(sum(size), 0)::bigint as bytes from course_upload where client_id = ${clientId}`.execute(
      db,
    )
    if ((used.rows[0]?.bytes ?? 0) + body.size > QUOTA_BYTES)
      throw new AppError('body_too_large', 'The space for files is used up.')
    const id = randomUUID()
    await sql`
      insert into course_upload
        (client_id, id, course_id, live_session_id, user_id, kind, name, size, fingerprint, place, created_at)
      values (${clientId}, ${id}, ${owner.courseId}, ${owner.liveSessionId}, ${scope.actor.userId}, ${body.kind}, ${body.name}, ${body.size},
        ${body.fingerprint}, ${body.place ?? null}, ${scope.clock.now()})`.execute(db)
    return { upload_id: id, offset: 0, size: body.size }
  })

export const progress = (context: UploadContext, scope: StaffScope, owner: UploadOwner, uploadId: string) =>
  scope.tx(async (db) => uploadStatus(context, scope, await requireUpload(db, scope, owner, uploadId)))

export const append = (
  context: UploadContext,
  scope: StaffScope,
  owner: UploadOwner,
  uploadId: string,
  body: BodyOf<typeof sendPiece>,
) =>
  scope.tx(async (db) => {
    const row = await requireUpload(db, scope, owner, uploadId)
    const status = await uploadStatus(context, scope, row)
    // The chunk arrived before, but the response was lost.
    if (body.offset < status.offset) return status
    if (body.offset > status.offset)
      throw new AppError('conflict', `The next chunk starts at ${status.offset}, not at ${body.offset}.`)
    const bytes = Buffer.from(body.data, 'base64')
    if (status.offset + bytes.length > row.size)
      throw new AppError('body_too_large', 'This is more than the declared size of the file.')
    const path = partialPath(context.dataDir, scope.tenant.clientId, row.id)
    await mkdir(join(path, '..'), { recursive: true })
    const file = await open(path, 'a')
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await sql`
      update course_upload set received_at = ${scope.clock.now()}
      where client_id = ${scope.tenant.clientId} and id = ${row.id}`.execute(db)
    return { ...status, offset: status.offset + bytes.length }
  })

/** Checks that a SCORM package unpacks completely; throws a PackageError with the reason. */
const recognisePackage = async (path: string): Promise<RecognisedMedia> => {
  const zip = await openZip(path)
  try {
    const manifest = await readScormAt(path)
    const parts = partsOf(manifest?.organizations ?? []).filter(({ launch }) => launch !== '')
    if (!manifest || parts.length === 0) throw notAccepted()
    await checkPackage(zip)
    const partsFor: PartsFor = (url) =>
      parts.map((part) => ({
        title: cut(part.title, TITLE_MAX),
        content: scormContentOf(manifest.version, part, url),
      }))
    return {
      ending: 'zip',
      mime: 'application/zip',
      path,
      partsAt: partsFor,
      missing: manifest.missing.slice(0, MISSING_FILES_MAX),
    }
  } finally {
    zip.close()
  }
}

/** Carries the reason as a code, which the app translates. */
const packageRejected = ({ message, code, detail }: PackageError) =>
  new AppError('unsupported_media_type', message, {
    fields: { file: [{ code: 'invalid', message, params: { reason: code, detail } }] },
  })

const notAccepted = () => new AppError('unsupported_media_type', 'This kind of file is not accepted here.')

type FileToStore = { ending: string; mime: string } & ({ content: Buffer } | { path: string })
type PartsFor = (url: string) => NonNullable<StoredMedia['parts']>
type RecognisedMedia = FileToStore & { partsAt?: PartsFor; missing?: string[] }

/** Detects a file's real type. Converts captions to WebVTT and encodes pictures again; throws for any other file. */
export const recogniseMedia = async (kind: MediaKind, path: string): Promise<RecognisedMedia> => {
  if (kind === 'package') return recognisePackage(path)
  if (kind === 'captions') {
    const text = await toWebVtt(await readFile(path))
    if (text === null) throw notAccepted()
    return { ending: 'vtt', mime: 'text/vtt', content: Buffer.from(text) }
  }
  if (kind === 'image') {
    const picture = await reencodePicture(await readFile(path))
    if (!picture) throw notAccepted()
    return picture
  }
  const file = await open(path, 'r')
  try {
    const { buffer } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    const type = detectVideo(buffer)
    if (!type) throw notAccepted()
    if (!(await isCompleteVideo(type.ending, file, (await file.stat()).size))) throw notAccepted()
    return { ...type, path }
  } finally {
    await file.close()
  }
}

/** Null while the upload is not finished. */
const storedMediaOf = ({ url, mime, parts, missing_files: missing }: UploadRow): StoredMedia | null =>
  url === null || mime === null
    ? null
    : {
        url,
        mime,
        duration_seconds: null,
        ...(parts && { parts }),
        ...(missing && { missing_files: missing }),
      }

export const finish = async (
  context: UploadContext,
  scope: StaffScope,
  owner: UploadOwner,
  uploadId: string,
): Promise<StoredMedia> => {
  const row = await scope.tx((db) => requireUpload(db, scope, owner, uploadId))
  const finished = storedMediaOf(row)
  if (finished) return finished
  const path = partialPath(context.dataDir, scope.tenant.clientId, row.id)
  return storeUpload(context, scope, row, { owner, path }).catch(async (error: unknown) => {
    // A concurrent request stores the file first and removes the bytes only then.
    const storedElsewhere = await scope.tx((db) => storedMeanwhile(db, scope, row.id))
    if (storedElsewhere) return storedElsewhere
    // A retry cannot succeed.
    if (error instanceof RefusedMedia) {
      await scope.tx((db) => dropUpload(db, scope.tenant.clientId, row.id))
      await rm(path, { force: true })
    }
    throw error instanceof RefusedMedia ? error.reason : error
  })
}

/** A file that can never be accepted. */
class RefusedMedia extends Error {
  readonly reason: AppError
  constructor(reason: AppError) {
    super(reason.message)
    this.reason = reason
  }
}

const storedMeanwhile = async (db: TenantDb, scope: StaffScope, id: string): Promise<StoredMedia | null> => {
  const { rows } = await sql<UploadRow>`
    select id, kind, size, url, mime, parts, missing_files, place from course_upload
    where client_id = ${scope.tenant.clientId} and id = ${id}`.execute(db)
  return rows[0] ? storedMediaOf(rows[0]) : null
}

/**
 * The slow work happens between two short transactions; the bytes are deleted only after the second one has
 * committed.
 */
const storeUpload = async (
  context: UploadContext,
  scope: StaffScope,
  row: UploadRow,
  { owner, path }: { owner: UploadOwner; path: string },
): Promise<StoredMedia> => {
  const { clientId } = scope.tenant
  if ((await receivedBytes(path)) !== row.size)
    throw new AppError('conflict', 'The file is not completely uploaded yet.')
  const recognised = await recogniseMedia(row.kind, path).catch((error: unknown) => {
    if (error instanceof PackageError) throw new RefusedMedia(packageRejected(error))
    throw error instanceof AppError ? new RefusedMedia(error) : error
  })
  const { mime, partsAt: partsFor, missing, ...file } = recognised
  const url = await context.storeFile(clientId, { words: `course-${row.kind}`, ...file })
  const parts = partsFor?.(url) ?? null
  const missingFiles = missing && missing.length > 0 ? missing : null
  const replaced = await scope.tx(async (db) => {
    await sql`
      update course_upload set url = ${url}, mime = ${mime}, parts = ${jsonOrNull(parts)}::jsonb,
        missing_files = ${jsonOrNull(missingFiles)}::jsonb
      where client_id = ${clientId} and id = ${row.id}`.execute(db)
    // The slot is filled: nobody continues another upload for it.
    const { rows } = await sql<{ id: string }>`
      delete from course_upload where client_id = ${clientId} and ${isOf(owner)} and url is null
        and user_id = ${scope.actor.userId} and place = ${row.place} returning id`.execute(db)
    return rows
  })
  for (const { id } of [row, ...replaced])
    await rm(partialPath(context.dataDir, clientId, id), { force: true })
  return {
    url,
    mime,
    duration_seconds: null,
    ...(parts && { parts }),
    ...(missingFiles && { missing_files: missingFiles }),
  }
}

const jsonOrNull = (value: unknown): string | null => (value === null ? null : JSON.stringify(value))

const dropUpload = (db: TenantDb, clientId: number, id: string) =>
  sql`delete from course_upload where client_id = ${clientId} and id = ${id}`.execute(db)

/** When an unfinished upload that last received bytes then is deleted. */
const expiryOf = (grown: Date) => new Date(grown.getTime() + UPLOAD_DAYS * DAY_MS)

interface InterruptedRow extends Pick<StoppedUpload, 'kind' | 'name' | 'size' | 'fingerprint' | 'place'> {
  id: string
  last_received: Date
}

export const interrupted = (context: UploadContext, scope: StaffScope, owner: UploadOwner) =>
  scope.tx(async (db) => {
    await owner.require(db, scope)
    const { clientId } = scope.tenant
    const { rows } = await sql<InterruptedRow>`
      select id, kind, name, size, fingerprint, place, coalesce(received_at, created_at) as last_received from course_upload
      where client_id = ${clientId} and ${isOf(owner)} and user_id = ${scope.actor.userId}
        and url is null and place is not null
      order by created_at desc, id limit ${LISTED_MAX}`.execute(db)
    const lines = await Promise.all(
      rows.map(async ({ id, last_received: lastReceived, ...row }) => ({
        ...row,
        upload_id: id,
        offset: await receivedBytes(partialPath(context.dataDir, clientId, id)),
        gone_at: expiryOf(lastReceived).toISOString(),
      })),
    )
    const now = scope.clock.now().toISOString()
    return { results: lines.filter(({ offset, gone_at: until }) => offset > 0 && until > now) }
  })

export const discard = async (
  context: UploadContext,
  scope: StaffScope,
  owner: UploadOwner,
  uploadId: string,
): Promise<undefined> => {
  const { clientId } = scope.tenant
  await scope.tx(async (db) => {
    const { url } = await requireUpload(db, scope, owner, uploadId)
    // The file is stored and may be used in a course.
    if (url !== null) throw notFound()
    await dropUpload(db, clientId, uploadId)
  })
  await rm(partialPath(context.dataDir, clientId, uploadId), { force: true })
  return undefined
}

/** Deletes unfinished uploads that received no bytes since `before`. */
export const sweepUploads = async (
  db: TenantDb,
  dataDir: string,
  clientId: number,
  before: Date,
): Promise<number> => {
  const deleted = await sql<{ id: string }>`
    delete from course_upload
    where client_id = ${clientId} and url is null and coalesce(received_at, created_at) < ${before}
    returning id`.execute(db)
  for (const { id } of deleted.rows) await rm(partialPath(dataDir, clientId, id), { force: true })
  return deleted.rows.length
}
