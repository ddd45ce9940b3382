/**
 * Saves courses on the device: texts first, then language runtimes, then files. Saving can be paused and
 * resumed; a course counts as saved only when it is complete.
 */
import type { CourseOffline } from '#contract/offline/offline.ts'
import type { Plan } from './plan.ts'
import { exclusiveFiles, type SavedCourse, type SaveProblem } from './saved-course.ts'

export interface SaverOptions {
  list: (courseId: number) => Promise<CourseOffline>
  plan: (course: CourseOffline) => Plan
  /** Free bytes on the device; null if unknown. */
  freeBytes: () => Promise<number | null>
  requestPersistence: () => Promise<unknown>
  /** Saves every response that the pages of the course need. */
  saveTexts: (course: CourseOffline, signal: AbortSignal) => Promise<void>
  saveRuntime: (path: string, signal: AbortSignal) => Promise<void>
  saveFile: (
    file: { url: string; bytes: number; address?: string | undefined },
    how: { signal: AbortSignal; onBytes: (bytes: number) => void },
  ) => Promise<void>
  /** Whether saving failed because the file's address has expired. */
  isExpired: (error: unknown) => boolean
  removeFile: (file: { url: string; bytes: number }) => Promise<void>
  removeTexts: (courseId: number) => Promise<unknown>
  load: () => Promise<readonly SavedCourse[]>
  saveRecord: (course: SavedCourse) => Promise<unknown>
  deleteRecord: (courseId: number) => Promise<unknown>
  problemOf: (error: unknown) => SaveProblem
  /** Runs one task per name at a time across all tabs; false when another tab runs it. */
  withLock: (name: string, work: () => Promise<void>) => Promise<boolean>
  now: () => number
}

/** Browsers need some free storage of their own. */
const STORAGE_FACTOR = 1.05

export type Saver = ReturnType<typeof createSaver>

interface Run {
  controller: AbortController
  /** Fulfilled when nothing of the run is under way any more. */
  ended: Promise<unknown>
}

export const createSaver = (options: SaverOptions) => {
  const store = createCourseStore(options)
  const { find, change, saveRecord } = store
  const running = new Map<number, Run>()

  const run = async (courseId: number, signal: AbortSignal, existing: SavedCourse | undefined) => {
    try {
      const hasRun = await options.withLock(`save:${courseId}`, () =>
        download(options, store, courseId, signal),
      )
      if (!hasRun && existing) change(courseId, { state: existing.state })
    } catch (error) {
      // Whoever paused or removed the course has shown that already.
      if (signal.aborted) return saveRecord(find(courseId))
      await saveRecord(change(courseId, { state: 'failed', problem: options.problemOf(error) }))
      if (!find(courseId)) throw error
    }
  }

  const start = async (courseId: number): Promise<void> => {
    await store.ready
    const existing = find(courseId)
    for (let current = running.get(courseId); current; current = running.get(courseId)) {
      if (!current.controller.signal.aborted) return
      if (!(await isPausedRunOver(store, courseId, current))) return
    }
    if (store.isClosed()) return
    if (existing) change(courseId, { state: 'saving', problem: null })
    const controller = new AbortController()
    const work = run(courseId, controller.signal, existing)
    const ended = work.catch(() => undefined).finally(() => running.delete(courseId))
    running.set(courseId, { controller, ended })
    await ended
    await work
  }

  const pause = (courseId: number) => {
    running.get(courseId)?.controller.abort()
    if (find(courseId)?.state === 'saving') change(courseId, { state: 'paused' })
  }

  const remove = async (courseId: number): Promise<void> => {
    await store.ready
    pause(courseId)
    const course = find(courseId)
    store.remove(courseId)
    await options.deleteRecord(courseId)
    if (course) for (const file of exclusiveFiles(course, store.courses())) await options.removeFile(file)
    await options.removeTexts(courseId)
  }

  return {
    courses: store.courses,
    ready: () => store.ready,
    start,
    pause,
    remove,
    subscribe: store.subscribe,
    /** Sign-out: nothing more is written. */
    close: () => {
      store.close()
      for (const { controller } of running.values()) controller.abort()
    },
  }
}

type CourseStore = ReturnType<typeof createCourseStore>

/** False when a paused run did not end before the person paused or removed the course again. */
const isPausedRunOver = async (
  { find, change }: CourseStore,
  courseId: number,
  paused: Run,
): Promise<boolean> => {
  const isKnown = change(courseId, { state: 'saving', problem: null }) !== undefined
  await paused.ended
  return !isKnown || find(courseId)?.state === 'saving'
}

/** The saved courses, as the pages show them and as their records are stored. */
const createCourseStore = (options: SaverOptions) => {
  let courses: readonly SavedCourse[] = []
  let isClosed = false
  const listeners = new Set<() => void>()

  const set = (next: readonly SavedCourse[]) => {
    courses = next
    for (const listener of listeners) listener()
  }
  const find = (courseId: number) => courses.find((course) => course.courseId === courseId)
  const replace = (course: SavedCourse) =>
    set([...courses.filter(({ courseId }) => courseId !== course.courseId), course])
  const change = (courseId: number, changes: Partial<SavedCourse>): SavedCourse | undefined => {
    const course = find(courseId)
    if (!course || isClosed) return course
    const next = { ...course, ...changes }
    replace(next)
    return next
  }
  const saveRecord = async (course: SavedCourse | undefined) => {
    if (course && !isClosed) await options.saveRecord(course)
  }

  const ready = options.load().then(
    // A download that was running when the page ended is paused until the person resumes it.
    (stored) =>
      set(stored.map((course) => (course.state === 'saving' ? { ...course, state: 'paused' } : course))),
    () => undefined,
  )

  return {
    courses: () => courses,
    ready,
    find,
    replace,
    change,
    saveRecord,
    remove: (courseId: number) => set(courses.filter((course) => course.courseId !== courseId)),
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    isClosed: () => isClosed,
    close: () => {
      isClosed = true
    },
  }
}

const missingBytesFor = async (options: SaverOptions, bytes: number) => {
  const free = await options.freeBytes()
  return free === null ? 0 : Math.max(0, Math.ceil(bytes * STORAGE_FACTOR - free))
}

/** Removes files of an older revision that the new one does not have. */
const dropOldFiles = async (
  options: SaverOptions,
  store: CourseStore,
  previous: SavedCourse | undefined,
  plan: Plan,
) => {
  const newUrls = new Set(plan.files.map(({ url }) => url))
  const old = (previous ? exclusiveFiles(previous, store.courses()) : []).filter(
    ({ url }) => !newUrls.has(url),
  )
  for (const file of old) await options.removeFile(file)
}

/** Texts first, then language runtimes, then files. */
const download = async (options: SaverOptions, store: CourseStore, courseId: number, signal: AbortSignal) => {
  const { find, change, saveRecord } = store
  const previous = find(courseId)
  const course = await options.list(courseId)
  // Paused or removed meanwhile: it must not come back.
  signal.throwIfAborted()
  const plan = options.plan(course)
  await dropOldFiles(options, store, previous, plan)
  signal.throwIfAborted()
  store.replace(startedCourse(course, plan))
  await saveRecord(find(courseId))
  const done = (bytes: number) =>
    change(courseId, { doneBytes: Math.min(plan.bytes, (find(courseId)?.doneBytes ?? 0) + bytes) })
  const missing = previous && previous.doneBytes > 0 ? 0 : await missingBytesFor(options, plan.bytes)
  if (missing > 0) {
    await saveRecord(change(courseId, { state: 'failed', problem: 'room', missingBytes: missing }))
    return
  }
  await options.requestPersistence()
  await options.saveTexts(course, signal)
  done(course.text_bytes)
  for (const { path, bytes } of plan.runtimes) {
    signal.throwIfAborted()
    await options.saveRuntime(path, signal)
    done(bytes)
  }
  for (const file of plan.files) {
    signal.throwIfAborted()
    await saveFileWithFreshAddress(options, file, { courseId, signal, done })
  }
  signal.throwIfAborted()
  await saveRecord(change(courseId, { state: 'saved', doneBytes: plan.bytes, savedAt: options.now() }))
}

/** A large course outlives its addresses: one that was refused is requested again once, and the file resumes. */
const saveFileWithFreshAddress = async (
  options: SaverOptions,
  file: Plan['files'][number],
  { courseId, signal, done }: { courseId: number; signal: AbortSignal; done: (bytes: number) => void },
) => {
  let savedBytes = 0
  const onBytes = (bytes: number) => {
    savedBytes += bytes
    done(bytes)
  }
  try {
    await options.saveFile(file, { signal, onBytes })
  } catch (error) {
    if (!options.isExpired(error)) throw error
    const fresh = (await options.list(courseId)).files.find(({ url }) => url === file.url)
    signal.throwIfAborted()
    // The parts that are there are counted again.
    done(-savedBytes)
    await options.saveFile(fresh ?? file, { signal, onBytes: done })
  }
}

const startedCourse = (course: CourseOffline, plan: Plan): SavedCourse => ({
  courseId: course.course_id,
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
