/** Uploads a file of the course builder (contract "builder.beginUpload" and its neighbours). */
import {
  beginUpload,
  finishUpload,
  getUpload,
  MEDIA_MAX_BYTES,
  sendPiece,
  type MediaKind,
  type StoredMedia,
} from '#contract/course-builder/uploads.ts'
import { CHUNK_BYTES } from '#contract/files/uploads.ts'
import { discardUpload, type StoppedUpload } from '#contract/course-builder/interrupted-uploads.ts'
import { packageRefusals, type PackageRefusal } from '#contract/course-import/packages.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import { isApiError } from '#src/core/http/api-error.ts'
import { fingerprintOf, isTransient, wait } from '#src/core/editing/upload-attempts.ts'
import { toBase64 } from '#src/shared/lib/base64.ts'
import type { UploadSlot } from '../model/upload-slots.ts'
import { startUpload, type Upload, type UploadServer, type UploadState } from '#src/core/editing/upload.ts'

/** A picture in a text gives up after this many attempts. */
const PICTURE_ATTEMPTS_MAX = 3

interface Job {
  courseId: number
  kind: MediaKind
  file: File
  /** The slot it belongs to, so that the author finds an interrupted upload again. */
  slot?: UploadSlot
}

export const uploadFile = (job: Job, onState: (state: UploadState<StoredMedia>) => void): Upload | null => {
  const { file, kind } = job
  if (file.size > 0 && file.size <= MEDIA_MAX_BYTES[kind])
    return startUpload({ file, server: serverFor(job), onState, isTransient, wait })
  onState({ phase: 'failed', error: new InvalidFileError(file.size > 0 ? 'size' : 'empty') })
  return null
}

/** Finishes an upload whose page closed after all chunks had arrived: only check and store are left. */
export const finishInterruptedUpload = (
  courseId: number,
  { upload_id: id, size }: StoppedUpload,
  onState: (state: UploadState<StoredMedia>) => void,
): Upload => {
  const session = { id, offset: size, chunkBytes: CHUNK_BYTES }
  return startUpload({
    file: { size, slice: () => new Blob() },
    server: { ...callsFor(courseId), begin: () => Promise.resolve(session) },
    onState,
    isTransient,
    wait,
  })
}

/** Uploads a small picture without progress and resolves with its URL. */
export const uploadPicture = (job: Omit<Job, 'kind'>): Promise<string> =>
  new Promise((resolve, reject) => {
    let failedAttempts = 0
    const upload = uploadFile({ ...job, kind: 'image' }, (state) => {
      if (state.phase === 'done') resolve(state.result.url)
      if (state.phase === 'failed')
        reject(state.error instanceof Error ? state.error : new Error('upload failed'))
      if (state.phase !== 'waiting') return
      failedAttempts += 1
      if (failedAttempts < PICTURE_ATTEMPTS_MAX) return
      upload?.stop()
      reject(new Error('no connection'))
    })
  })

const serverFor = ({ courseId, kind, file, slot }: Job): UploadServer<StoredMedia> => ({
  ...callsFor(courseId),
  begin: async (signal) => {
    const fingerprint = fingerprintOf(file)
    const body = { kind, name: file.name, size: file.size, fingerprint, ...(slot && { place: slot }) }
    const { upload_id: id, offset } = await authedCall(beginUpload, { params: { courseId }, body, signal })
    return { id, offset, chunkBytes: CHUNK_BYTES }
  },
})

const callsFor = (courseId: number): Omit<UploadServer<StoredMedia>, 'begin'> => {
  const params = (uploadId: string) => ({ params: { courseId, uploadId } })
  return {
    offset: async (id, signal) => (await authedCall(getUpload, { ...params(id), signal })).offset,
    send: async (id, offset, chunk, signal) => {
      const data = await toBase64(chunk)
      return (await authedCall(sendPiece, { ...params(id), body: { offset, data }, signal })).offset
    },
    finish: (id, signal) => authedCall(finishUpload, { ...params(id), signal }),
    discard: (id) => discardInterruptedUpload(courseId, id),
  }
}

/** An upload that no longer exists counts as discarded. */
export const discardInterruptedUpload = async (courseId: number, uploadId: string): Promise<void> => {
  try {
    await authedCall(discardUpload, { params: { courseId, uploadId } })
  } catch (error) {
    if (!isApiError(error) || error.status !== 404) throw error
  }
}

/** Rejects a file before the upload because it is too large or empty. */
export class InvalidFileError extends Error {
  readonly reason: 'size' | 'empty'
  constructor(reason: InvalidFileError['reason']) {
    super(reason)
    this.reason = reason
  }
}

export type UploadProblem =
  | { reason: 'size' | 'empty' | 'space' | 'other' | MediaKind }
  /** A refused package, by the codes of contract/course-import/packages.ts. */
  | { reason: 'refused'; refusal: PackageRefusal; detail: string }

/** The reason why an upload failed. */
export const uploadProblem = (error: unknown, kind: MediaKind): UploadProblem => {
  if (error instanceof InvalidFileError) return { reason: error.reason }
  if (!isApiError(error)) return { reason: 'other' }
  if (error.status === 413) return { reason: 'space' }
  if (error.status !== 415 && error.status !== 422) return { reason: 'other' }
  const params = error.fields?.['file']?.[0]?.params
  const refusal = packageRefusals.find((each) => each === params?.['reason'])
  return refusal ? { reason: 'refused', refusal, detail: String(params?.['detail'] ?? '') } : { reason: kind }
}
