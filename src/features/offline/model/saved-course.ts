/** A course on this device. */

export type SavedState = 'saving' | 'paused' | 'saved' | 'failed'
/** `room`: not enough storage; `connection`: offline; `closed`: the server no longer gives access. */
export type SaveProblem = 'room' | 'connection' | 'closed' | 'other'

export interface SavedCourse {
  courseId: number
  title: string
  state: SavedState
  problem: SaveProblem | null
  /** How many bytes are missing when there is not enough storage. */
  missingBytes: number
  bytes: number
  doneBytes: number
  files: readonly { url: string; bytes: number }[]
  /** The revision of the course that was saved. */
  revision: string
  lockedTopics: number
  onlineOnly: number
  /** Epoch ms; null until the course is complete. */
  savedAt: number | null
}

export const percentDone = ({ doneBytes, bytes }: Pick<SavedCourse, 'doneBytes' | 'bytes'>): number =>
  bytes === 0 ? 0 : Math.min(100, Math.floor((doneBytes / bytes) * 100))

/** The files that no other saved course uses. */
export const exclusiveFiles = (course: SavedCourse, others: readonly SavedCourse[]): SavedCourse['files'] => {
  const shared = new Set(
    others
      .filter(({ courseId }) => courseId !== course.courseId)
      .flatMap(({ files }) => files.map(({ url }) => url)),
  )
  return course.files.filter(({ url }) => !shared.has(url))
}

const isQuotaExceeded = (error: unknown) =>
  error instanceof DOMException && error.name === 'QuotaExceededError'

/** Classifies a failure by what the person can do about it. */
export const problemOf = (error: unknown, online: boolean, status: number | null): SaveProblem => {
  if (isQuotaExceeded(error)) return 'room'
  if (status === 403 || status === 404) return 'closed'
  return !online || error instanceof TypeError || status === null ? 'connection' : 'other'
}
