/** Sends the video of a recording, or its captions, as the course builder sends its videos. */
import {
  beginRecordingUpload,
  finishRecordingUpload,
  getRecordingUpload,
  RECORDING_MAX_BYTES,
  sendRecordingPiece,
  type RecordingKind,
} from '#contract/live/admin/recordings.ts'
import { CHUNK_BYTES, type StoredFile } from '#contract/files/uploads.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import { isApiError } from '#src/core/http/api-error.ts'
import { fingerprintOf, isTransient, wait } from '#src/core/editing/upload-attempts.ts'
import { startUpload, type Upload, type UploadServer, type UploadState } from '#src/core/editing/upload.ts'
import { toBase64 } from '#src/shared/lib/base64.ts'

interface Job {
  sessionId: number
  kind: RecordingKind
  file: File
}

const serverFor = ({ sessionId, kind, file }: Job): UploadServer<StoredFile> => {
  const params = (uploadId: string) => ({ params: { sessionId, uploadId } })
  return {
    begin: async (signal) => {
      const body = { kind, name: file.name, size: file.size, fingerprint: fingerprintOf(file) }
      const { upload_id: id, offset } = await authedCall(beginRecordingUpload, {
        params: { sessionId },
        body,
        signal,
      })
      return { id, offset, chunkBytes: CHUNK_BYTES }
    },
    offset: async (id, signal) => (await authedCall(getRecordingUpload, { ...params(id), signal })).offset,
    send: async (id, offset, chunk, signal) => {
      const data = await toBase64(chunk)
      return (await authedCall(sendRecordingPiece, { ...params(id), body: { offset, data }, signal })).offset
    },
    finish: (id, signal) => authedCall(finishRecordingUpload, { ...params(id), signal }),
  }
}

export const isTooLarge = (kind: RecordingKind, file: File): boolean => file.size > RECORDING_MAX_BYTES[kind]

export const uploadRecordingFile = (job: Job, onState: (state: UploadState<StoredFile>) => void): Upload =>
  startUpload({ file: job.file, server: serverFor(job), onState, isTransient, wait })

/** What the person can do about it. */
export type UploadFailure = 'kind' | 'size' | 'other'
export const failureOf = (error: unknown): UploadFailure => {
  if (!isApiError(error)) return 'other'
  if (error.status === 415) return 'kind'
  return error.status === 413 ? 'size' : 'other'
}
