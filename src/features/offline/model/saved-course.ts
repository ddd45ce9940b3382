/** A course on this device. */

export type SavedState = 'saving' | 'paused' | 'saved' | 'failed'
/** `room`: not enough of it; `connection`; `closed`: the server does not give the course any more. */
export type SaveProblem = 'room' | 'connection' | 'closed' | 'other'

export interface SavedCourse {
  courseId: number
  title: string
  state: SavedState
  problem: SaveProblem | null
  /** Bytes missing when there was not enough room. */
  missingBytes: number
  bytes: number
  doneBytes: number
  files: readonly { url: string; bytes: number }[]
  /** The list that it was saved from. */
  revision: string
  lockedTopics: number
  onlineOnly: number
  /** ms since 1970; null until it is whole. */
  savedAt: number | null
}

export const percentDone = ({ doneBytes, bytes }: Pick<SavedCourse, 'doneBytes' | 'bytes'>): number =>
  bytes === 0 ? 0 : Math.min(100, Math.floor((doneBytes / bytes) * 100))

/** Files that no other course on this device shows. */
export const ownFiles = (course: SavedCourse, others: readonly SavedCourse[]): SavedCourse['files'] => {
  const shared = new Set(
    others
      .filter(({ courseId }) => courseId !== course.courseId)
      .flatMap(({ files }) => files.map(({ url }) => url)),
  )
  return course.files.filter(({ url }) => !shared.has(url))
}

const isRoom = (error: unknown) => error instanceof DOMException && error.name === 'QuotaExceededError'

/** What a person can do about a failure decides its name. */
export const problemOf = (error: unknown, online: boolean, status: number | null): SaveProblem => {
  if (isRoom(error)) return 'room'
  if (status === 403 || status === 404) return 'closed'
  return !online || error instanceof TypeError || status === null ? 'connection' : 'other'
}
