/** What was changed and has not reached the server, on this device: it outlives a crash, and sealed a sign-out (core/seal). */
import type { Operation } from '#contract/course-builder/draft.ts'
import { clientId } from '#src/core/client-config/runtime-config.ts'
import { storedUser } from '#src/core/session/session.ts'
import { idbDelete, idbGet, idbPut } from '#src/core/storage/idb.ts'
import { keys } from '#src/core/storage/keys.ts'
import type { Kept } from '../model/autosave.ts'

type Courses = Record<string, Kept<Operation>>
interface Stored {
  owner: string
  courses: Courses
}

/** Writing for every letter would cost more than the letters; who types without a pause loses no more than this. */
export const WRITE_AFTER_MS = 300
export const WRITE_AT_LATEST_MS = 2000

const owner = () => `${clientId()}:${storedUser()?.id ?? ''}`

const read = async (): Promise<Courses> => {
  const stored = await idbGet<Stored>(keys.builderChanges)
  return stored?.owner === owner() ? stored.courses : {}
}

export const keptChanges = async (courseId: number): Promise<Kept<Operation> | null> =>
  (await read())[courseId] ?? null

/** Writes the latest state of one course, one after the other; `flush` at once, such as when the page is left. */
export const changesKeeper = (courseId: number) => {
  let latest: { kept: Kept<Operation> | null } | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  /** When the first change came that is not written yet. */
  let since: number | null = null
  let writing = Promise.resolve()
  const write = async ({ kept }: { kept: Kept<Operation> | null }) => {
    const { [courseId]: _, ...others } = await read()
    const courses = kept ? { ...others, [courseId]: kept } : others
    if (Object.keys(courses).length === 0) await idbDelete(keys.builderChanges)
    else await idbPut(keys.builderChanges, { owner: owner(), courses } satisfies Stored)
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
