/** Changes to a course that have not reached the server, on this device: they outlive a crash, and encrypted a sign-out. */
import type { Operation } from '#contract/course-builder/draft.ts'
import { readRow, writeRow } from '#src/core/offline/outbox-rows.ts'
import { currentOwner } from '#src/core/offline/owner.ts'
import type { Kept } from '../model/autosave.ts'

/** The part of the outbox; the app's list of parts has the same name. */
const COURSE_CHANGES = 'course-changes'

/** Writing for every letter would cost more than the letters; who types without a pause loses no more than this. */
export const WRITE_AFTER_MS = 300
export const WRITE_AT_LATEST_MS = 2000

export const keptChanges = async (courseId: number): Promise<Kept<Operation> | null> => {
  const owner = currentOwner()
  return owner === null ? null : readRow<Kept<Operation>>(owner, COURSE_CHANGES, String(courseId))
}

/** Writes the latest state of one course, one after the other; `flush` at once, such as when the page is left. */
export const changesKeeper = (courseId: number) => {
  let latest: { kept: Kept<Operation> | null } | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  /** When the first change came that is not written yet. */
  let since: number | null = null
  let writing: Promise<unknown> = Promise.resolve()
  const write = async ({ kept }: { kept: Kept<Operation> | null }) => {
    const owner = currentOwner()
    if (owner !== null) await writeRow(owner, COURSE_CHANGES, String(courseId), kept)
  }
  const flush = () => {
    clearTimeout(timer)
    const now = latest
    latest = null
    since = null
    if (now) writing = writing.then(() => write(now))
    return writing
  }
  return {
    keep: (kept: Kept<Operation> | null) => {
      latest = { kept }
      since ??= Date.now()
      clearTimeout(timer)
      const left = Math.max(0, since + WRITE_AT_LATEST_MS - Date.now())
      // Nothing to keep is told at once: an old change must not come back.
      timer = setTimeout(() => void flush(), kept ? Math.min(WRITE_AFTER_MS, left) : 0)
    },
    flush,
  }
}
