/**
 * Brings courses onto the device: texts first, then languages, then files. Can be paused, goes on where it stopped, and
 * a course counts as saved only when all of it is there.
 */
import type { CourseOffline } from '#contract/offline/offline.ts'
import type { Plan } from './plan.ts'
import { ownFiles, type SavedCourse, type SaveProblem } from './saved-course.ts'

export interface SaverParts {
  list: (courseId: number) => Promise<CourseOffline>
  plan: (course: CourseOffline) => Plan
  /** Bytes that are free here; null where nobody knows. */
  free: () => Promise<number | null>
  askToLast: () => Promise<unknown>
  /** Everything that the pages of the course ask the server for. */
  saveTexts: (course: CourseOffline, signal: AbortSignal) => Promise<void>
  saveRuntime: (path: string, signal: AbortSignal) => Promise<void>
  saveFile: (
    file: { url: string; bytes: number },
    how: { signal: AbortSignal; onBytes: (bytes: number) => void },
  ) => Promise<void>
  removeFile: (file: { url: string; bytes: number }) => Promise<void>
  removeTexts: (courseId: number) => Promise<unknown>
  load: () => Promise<readonly SavedCourse[]>
  keep: (course: SavedCourse) => Promise<unknown>
  drop: (courseId: number) => Promise<unknown>
  problemOf: (error: unknown) => SaveProblem
  /** Runs one work of a name at a time, in all tabs; false when another tab has it. */
  alone: (name: string, work: () => Promise<void>) => Promise<boolean>
  now: () => number
}

/** Browsers want some air. */
const ROOM_FACTOR = 1.05

export type Saver = ReturnType<typeof createSaver>

export const createSaver = (parts: SaverParts) => {
  let courses: readonly SavedCourse[] = []
  let closed = false
  const running = new Map<number, AbortController>()
  const listeners = new Set<() => void>()

  const set = (next: readonly SavedCourse[]) => {
    courses = next
    for (const listener of listeners) listener()
  }
  const find = (courseId: number) => courses.find((course) => course.courseId === courseId)
  const show = (course: SavedCourse) =>
    set([...courses.filter(({ courseId }) => courseId !== course.courseId), course])
  const change = (courseId: number, part: Partial<SavedCourse>): SavedCourse | undefined => {
    const course = find(courseId)
    if (!course || closed) return course
    const next = { ...course, ...part }
    show(next)
    return next
  }
  const keep = async (course: SavedCourse | undefined) => {
    if (course && !closed) await parts.keep(course)
  }

  const ready = parts.load().then(
    // What was under way when the page ended stands still until somebody goes on with it.
    (kept) =>
      set(kept.map((course) => (course.state === 'saving' ? { ...course, state: 'paused' } : course))),
    () => undefined,
  )

  const roomFor = async (bytes: number) => {
    const free = await parts.free()
    return free === null ? 0 : Math.max(0, Math.ceil(bytes * ROOM_FACTOR - free))
  }

  /** Files of an older list that the new one does not name. */
  const dropOldFiles = async (before: SavedCourse | undefined, plan: Plan) => {
    const wanted = new Set(plan.files.map(({ url }) => url))
    const old = (before ? ownFiles(before, courses) : []).filter(({ url }) => !wanted.has(url))
    for (const file of old) await parts.removeFile(file)
  }

  const bring = async (courseId: number, signal: AbortSignal) => {
    const before = find(courseId)
    const course = await parts.list(courseId)
    const plan = parts.plan(course)
    await dropOldFiles(before, plan)
    show({
      courseId,
      title: course.title,
      state: 'saving',
      problem: null,
      missingBytes: 0,
      bytes: plan.bytes,
      doneBytes: 0,
      files: plan.files.map(({ url, bytes }) => ({ url, bytes })),
      revision: course.revision,
      lockedTopics: course.locked_topics,
      onlineOnly: course.online_only.length,
      savedAt: null,
    })
    await keep(find(courseId))
    const done = (bytes: number) =>
      change(courseId, { doneBytes: Math.min(plan.bytes, (find(courseId)?.doneBytes ?? 0) + bytes) })
    const missing = before && before.doneBytes > 0 ? 0 : await roomFor(plan.bytes)
    if (missing > 0) {
      await keep(change(courseId, { state: 'failed', problem: 'room', missingBytes: missing }))
      return
    }
    await parts.askToLast()
    await parts.saveTexts(course, signal)
    done(course.text_bytes)
    for (const { path, bytes } of plan.runtimes) {
      signal.throwIfAborted()
      await parts.saveRuntime(path, signal)
      done(bytes)
    }
    for (const file of plan.files) {
      signal.throwIfAborted()
      await parts.saveFile(file, { signal, onBytes: done })
    }
    signal.throwIfAborted()
    await keep(change(courseId, { state: 'saved', doneBytes: plan.bytes, savedAt: parts.now() }))
  }

  const start = async (courseId: number): Promise<void> => {
    await ready
    if (closed || running.has(courseId)) return
    const stop = new AbortController()
    running.set(courseId, stop)
    const known = find(courseId)
    if (known) change(courseId, { state: 'saving', problem: null })
    try {
      const mine = await parts.alone(`save:${courseId}`, () => bring(courseId, stop.signal))
      if (!mine && known) change(courseId, { state: known.state })
    } catch (error) {
      if (stop.signal.aborted) await keep(change(courseId, { state: 'paused' }))
      else await keep(change(courseId, { state: 'failed', problem: parts.problemOf(error) }))
      if (!find(courseId)) throw error
    } finally {
      running.delete(courseId)
    }
  }

  const pause = (courseId: number) => {
    running.get(courseId)?.abort()
    if (find(courseId)?.state === 'saving') change(courseId, { state: 'paused' })
  }

  const remove = async (courseId: number): Promise<void> => {
    await ready
    pause(courseId)
    const course = find(courseId)
    set(courses.filter((other) => other.courseId !== courseId))
    await parts.drop(courseId)
    if (course) for (const file of ownFiles(course, courses)) await parts.removeFile(file)
    await parts.removeTexts(courseId)
  }

  return {
    courses: () => courses,
    ready: () => ready,
    start,
    pause,
    remove,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    /** The person leaves: nothing more is written. */
    close: () => {
      closed = true
      for (const stop of running.values()) stop.abort()
    },
  }
}
