/** A file of the builder on its way to the server (contract "builder.beginUpload" and its neighbours). */
import {
  beginUpload,
  CHUNK_BYTES,
  finishUpload,
  getUpload,
  MEDIA_MAX_BYTES,
  sendPiece,
  type MediaKind,
  type StoredMedia,
} from '#contract/course-builder/course-builder.ts'
import { discardUpload, type StoppedUpload } from '#contract/course-builder/interrupted-uploads.ts'
import { packageRefusals, type PackageRefusal } from '#contract/course-import/packages.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import { isApiError } from '#src/core/http/api-error.ts'
import type { Place } from '../model/upload-slots.ts'
import { startUpload, type Upload, type UploadServer, type UploadState } from '../model/upload.ts'

const WAIT_MS = [1000, 3000, 8000, 20_000] as const
/** A picture in a text is not waited for longer than this many tries. */
const PICTURE_TRIES = 3

interface Job {
  courseId: number
  kind: MediaKind
  file: File
  /** Where it belongs, for who comes back after it stopped. */
  place?: Place
}

export const uploadFile = (job: Job, onState: (state: UploadState<StoredMedia>) => void): Upload | null => {
  const { file, kind } = job
  if (file.size > 0 && file.size <= MEDIA_MAX_BYTES[kind])
    return startUpload({ file, server: serverFor(job), onState, isPassing, wait })
  onState({ phase: 'failed', error: new UnfitFile(file.size > 0 ? 'size' : 'empty') })
  return null
}

/** A file of which everything arrived before its page went: it only has to be checked and stored. */
export const finishStopped = (
  courseId: number,
  { upload_id: id, size }: StoppedUpload,
  onState: (state: UploadState<StoredMedia>) => void,
): Upload => {
  const begun = { id, offset: size, chunkBytes: CHUNK_BYTES }
  return startUpload({
    file: { size, slice: () => new Blob() },
    server: { ...callsFor(courseId), begin: () => Promise.resolve(begun) },
    onState,
    isPassing,
    wait,
  })
}

/** Small pictures need no progress: the address, or why not. */
export const uploadPicture = (job: Omit<Job, 'kind'>): Promise<string> =>
  new Promise((resolve, reject) => {
    let troubles = 0
    const upload = uploadFile({ ...job, kind: 'image' }, (state) => {
      if (state.phase === 'done') resolve(state.result.url)
      if (state.phase === 'failed')
        reject(state.error instanceof Error ? state.error : new Error('upload failed'))
      if (state.phase !== 'waiting') return
      troubles += 1
      if (troubles < PICTURE_TRIES) return
      upload?.stop()
      reject(new Error('no connection'))
    })
  })

const serverFor = ({ courseId, kind, file, place }: Job): UploadServer<StoredMedia> => ({
  ...callsFor(courseId),
  begin: async (signal) => {
    const fingerprint = fingerprintOf(file)
    const body = { kind, name: file.name, size: file.size, fingerprint, ...(place && { place }) }
    const { upload_id: id, offset } = await authedCall(beginUpload, { params: { courseId }, body, signal })
    return { id, offset, chunkBytes: CHUNK_BYTES }
  },
})

const callsFor = (courseId: number): Omit<UploadServer<StoredMedia>, 'begin'> => {
  const at = (uploadId: string) => ({ params: { courseId, uploadId } })
  return {
    offset: async (id, signal) => (await authedCall(getUpload, { ...at(id), signal })).offset,
    send: async (id, offset, piece, signal) => {
      const data = await base64Of(piece)
      return (await authedCall(sendPiece, { ...at(id), body: { offset, data }, signal })).offset
    },
    finish: (id, signal) => authedCall(finishUpload, { ...at(id), signal }),
    discard: (id) => discardStopped(courseId, id),
  }
}

/** What is gone already needs no giving up. */
export const discardStopped = async (courseId: number, uploadId: string): Promise<void> => {
  try {
    await authedCall(discardUpload, { params: { courseId, uploadId } })
  } catch (error) {
    if (!isApiError(error) || error.status !== 404) throw error
  }
}

/** The same file chosen again after a reload goes on where it was. */
export const fingerprintOf = (file: File): string => {
  const words = new TextEncoder().encode(file.name).reduce((hash, byte) => (hash * 31 + byte) >>> 0, 7)
  return `${file.size}-${file.lastModified}-${words}`
}

export const base64Of = (piece: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve((reader.result as string).split(',', 2)[1] ?? '')
    reader.onerror = () => reject(new Error('unreadable'))
    reader.readAsDataURL(piece)
  })

export const isPassing = (error: unknown): boolean =>
  isApiError(error) &&
  (error.status === null || error.status === 409 || error.status === 429 || error.status >= 500)

export const wait = (attempt: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(done, WAIT_MS[Math.min(attempt, WAIT_MS.length) - 1])
    function done() {
      clearTimeout(timer)
      window.removeEventListener('online', done)
      signal.removeEventListener('abort', done)
      resolve()
    }
    window.addEventListener('online', done)
    signal.addEventListener('abort', done)
  })

/** Not even begun: the file can be seen to be too large, or to hold nothing. */
export class UnfitFile extends Error {
  readonly why: 'size' | 'empty'
  constructor(why: UnfitFile['why']) {
    super(why)
    this.why = why
  }
}

export type UploadProblem =
  | { why: 'size' | 'empty' | 'space' | 'other' | MediaKind }
  /** A package that was refused, by the codes of contract/course-import/packages.ts. */
  | { why: 'refused'; reason: PackageRefusal; detail: string }

/** Why a file was not taken. */
export const uploadProblem = (error: unknown, kind: MediaKind): UploadProblem => {
  if (error instanceof UnfitFile) return { why: error.why }
  if (!isApiError(error)) return { why: 'other' }
  if (error.status === 413) return { why: 'space' }
  if (error.status !== 415 && error.status !== 422) return { why: 'other' }
  const said = error.fields?.['file']?.[0]?.params
  const reason = packageRefusals.find((each) => each === said?.['reason'])
  return reason ? { why: 'refused', reason, detail: String(said?.['detail'] ?? '') } : { why: kind }
}
