/** The tab's course saver, bound to its owner. */
import { listCourseNotes, listNotes } from '#contract/courses/learning.ts'
import { getCourse } from '#contract/courses/outline.ts'
import { getTopic } from '#contract/courses/topic-page.ts'
import { getCourseOffline, type CourseOffline } from '#contract/offline/offline.ts'
import type { EndpointSpec } from '#contract/endpoint.ts'
import { getProblem } from '#contract/problems/endpoints.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import { addressOf } from '#src/core/api/cached-responses.ts'
import { isApiError } from '#src/core/http/api-error.ts'
import { isReachable } from '#src/core/http/connectivity.ts'
import { registerBusy } from '#src/core/session/busy.ts'
import { onClearUserData } from '#src/core/session/sign-out-hooks.ts'
import { currentOwner } from '#src/core/offline/owner.ts'
import {
  deleteResponses,
  deleteSavedCourse,
  readSavedCourses,
  saveResponse,
  writeSavedCourse,
} from '#src/core/offline/response-cache.ts'
import {
  AddressRefused,
  requestPersistentStorage,
  isCachedByWorker,
  removeFile,
  estimateStorage,
  saveFile,
} from '#src/core/storage/saved-files.ts'
import { planOf, type RuntimeFile } from '../model/plan.ts'
import { problemOf, type SavedCourse } from '../model/saved-course.ts'
import { createSaver, type Saver } from '../model/saver.ts'

type Language = CourseOffline['languages'][number]
/** Defined at build time by build/runtimes.ts. */
declare const __RUNTIMES__: Record<
  Language,
  { base: string; files: readonly { name: string; bytes: number }[] }
>

/** Parallel requests: few, so that saving does not slow down the person's own pages. */
const CONCURRENCY = 3

const runtimesOf = (language: Language): RuntimeFile[] =>
  __RUNTIMES__[language].files.map(({ name, bytes }) => ({ path: __RUNTIMES__[language].base + name, bytes }))

/** `canPlayType` returns "", "maybe" or "probably". */
const canPlay = (mime: string) => document.createElement('video').canPlayType(mime) !== ''

/** The download plan of a course for this device. */
export const planForDevice = (course: CourseOffline) => planOf(course, canPlay, runtimesOf)

const runConcurrently = async (tasks: readonly (() => Promise<unknown>)[]) => {
  const queue = [...tasks]
  const runNext = async () => {
    for (let work = queue.shift(); work; work = queue.shift()) await work()
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, runNext))
}

interface ServerCall {
  endpoint: EndpointSpec
  options: { params: Record<string, number> }
}
const serverCall = (endpoint: EndpointSpec, params: Record<string, number>): ServerCall => ({
  endpoint,
  options: { params },
})

/** Every request that the pages of the course make. */
const callsOf = ({ course_id: courseId, topics }: CourseOffline): ServerCall[] => [
  serverCall(getCourseOffline, { courseId }),
  serverCall(getCourse, { courseId }),
  serverCall(listCourseNotes, { courseId }),
  ...topics.flatMap(({ id, items, problems }) => [
    serverCall(getTopic, { courseId, submoduleId: id }),
    ...problems.map((itemId) => serverCall(getProblem, { itemId })),
    ...items.map((itemId) => serverCall(listNotes, { itemId })),
  ]),
]

const saveTexts = (owner: string) => async (course: CourseOffline, signal: AbortSignal) => {
  const saveAnswer = async ({ endpoint, options }: ServerCall) => {
    signal.throwIfAborted()
    const response: unknown = await authedCall(endpoint as typeof listNotes, options as never).catch(
      (error: unknown) => {
        // Not every item has notes; a lesson is complete without them.
        if (endpoint.name === listNotes.name && isApiError(error) && error.status !== null) return undefined
        throw error
      },
    )
    if (response === undefined) return
    signal.throwIfAborted()
    const origin = { address: addressOf(endpoint, options), feature: endpoint.feature }
    await saveResponse(owner, origin, response, course.course_id)
  }
  await runConcurrently(callsOf(course).map((call) => () => saveAnswer(call)))
}

/** The service worker stores what passes through it; without one nothing would be stored. */
const saveRuntime = async (path: string, signal: AbortSignal) => {
  await navigator.serviceWorker.ready
  if (await isCachedByWorker(path)) return
  const response = await fetch(path, { signal })
  if (!response.ok) throw new Error(`${path} answered ${response.status}`)
  await response.arrayBuffer()
  for (let attempt = 0; attempt < 20; attempt += 1) {
    if (await isCachedByWorker(path)) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new DOMException(`${path} was not stored`, 'QuotaExceededError')
}

const withTabLock = async (name: string, work: () => Promise<void>): Promise<boolean> => {
  if (!('locks' in navigator)) {
    await work()
    return true
  }
  return navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
    if (!lock) return false
    await work()
    return true
  })
}

/** An automatic reload would interrupt the saving. */
const whileBusy = async (name: string, work: () => Promise<void>) => {
  const release = registerBusy(name)
  try {
    return await withTabLock(name, work)
  } finally {
    release()
  }
}

const saverOf = (owner: string): Saver =>
  createSaver({
    list: (courseId) => authedCall(getCourseOffline, { params: { courseId } }),
    plan: planForDevice,
    freeBytes: async () => {
      const storage = await estimateStorage()
      return storage && storage.totalBytes - storage.usedBytes
    },
    requestPersistence: requestPersistentStorage,
    saveTexts: saveTexts(owner),
    saveRuntime,
    saveFile: (file, options) => saveFile(owner, file, options),
    isExpired: (error) => error instanceof AddressRefused,
    removeFile: (file) => removeFile(owner, file),
    removeTexts: (courseId) => deleteResponses(owner, courseId),
    load: () => readSavedCourses<SavedCourse>(owner),
    saveRecord: (course) => writeSavedCourse(owner, course.courseId, course),
    deleteRecord: (courseId) => deleteSavedCourse(owner, courseId),
    problemOf: (error) => problemOf(error, isReachable(), isApiError(error) ? error.status : null),
    withLock: (name, work) => whileBusy(`${owner}:${name}`, work),
    now: Date.now,
  })

/** Nothing is saved under it: pages with courses are for who is signed in. */
const NOBODY = ''

let live: { owner: string; saver: Saver } | null = null

/** The signed-in person's saver; each person has their own. */
export const saver = (): Saver => {
  const owner = currentOwner() ?? NOBODY
  if (live?.owner === owner) return live.saver
  live?.saver.close()
  live = { owner, saver: saverOf(owner) }
  return live.saver
}

onClearUserData(() => {
  live?.saver.close()
  live = null
})

/** Frees the device of every saved course of the signed-in person. */
export const removeAll = async (): Promise<void> => {
  await saver().ready()
  for (const { courseId } of saver().courses()) await saver().remove(courseId)
}
