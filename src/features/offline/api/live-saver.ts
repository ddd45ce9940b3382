/** The one saver of the tab, bound to the person it belongs to. */
import { listCourseNotes, listNotes } from '#contract/courses/learning.ts'
import { getCourse, getTopic } from '#contract/courses/courses.ts'
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
import { askToLast, keptByWorker, removeFile, roomOnDevice, saveFile } from '#src/core/storage/saved-files.ts'
import { planOf, type RuntimeFile } from '../model/plan.ts'
import { problemOf, type SavedCourse } from '../model/saved-course.ts'
import { createSaver, type Saver } from '../model/saver.ts'

type Language = CourseOffline['languages'][number]
/** Written into the build by build/runtimes.ts. */
declare const __RUNTIMES__: Record<
  Language,
  { base: string; files: readonly { name: string; bytes: number }[] }
>

/** Calls at a time: saving should not keep the person's own pages waiting. */
const AT_ONCE = 3

const runtimesOf = (language: Language): RuntimeFile[] =>
  __RUNTIMES__[language].files.map(({ name, bytes }) => ({ path: __RUNTIMES__[language].base + name, bytes }))

/** `canPlayType` says "", "maybe" or "probably". */
const plays = (mime: string) => document.createElement('video').canPlayType(mime) !== ''

/** What is planned for a course on this device. */
export const planHere = (course: CourseOffline) => planOf(course, plays, runtimesOf)

const inTurns = async (works: readonly (() => Promise<unknown>)[]) => {
  const left = [...works]
  const one = async () => {
    for (let work = left.shift(); work; work = left.shift()) await work()
  }
  await Promise.all(Array.from({ length: AT_ONCE }, one))
}

interface Read {
  endpoint: EndpointSpec
  options: { params: Record<string, number> }
}
const read = (endpoint: EndpointSpec, params: Record<string, number>): Read => ({
  endpoint,
  options: { params },
})

/** Every address that the pages of the course ask. */
const readsOf = ({ course_id: courseId, topics }: CourseOffline): Read[] => [
  read(getCourseOffline, { courseId }),
  read(getCourse, { courseId }),
  read(listCourseNotes, { courseId }),
  ...topics.flatMap(({ id, items, problems }) => [
    read(getTopic, { courseId, submoduleId: id }),
    ...problems.map((itemId) => read(getProblem, { itemId })),
    ...items.map((itemId) => read(listNotes, { itemId })),
  ]),
]

const saveTexts = (owner: string) => async (course: CourseOffline, signal: AbortSignal) => {
  const keep = async ({ endpoint, options }: Read) => {
    signal.throwIfAborted()
    const answer: unknown = await authedCall(endpoint as typeof listNotes, options as never).catch(
      (error: unknown) => {
        // Not every item has notes; a lesson without them is whole all the same.
        if (endpoint.name === listNotes.name && isApiError(error) && error.status !== null) return undefined
        throw error
      },
    )
    if (answer === undefined) return
    signal.throwIfAborted()
    await saveResponse(owner, addressOf(endpoint, options), answer, course.course_id)
  }
  await inTurns(readsOf(course).map((each) => () => keep(each)))
}

/** The worker keeps what passes through it; without one nothing would be kept. */
const saveRuntime = async (path: string, signal: AbortSignal) => {
  await navigator.serviceWorker.ready
  if (await keptByWorker(path)) return
  const answer = await fetch(path, { signal })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
  await answer.arrayBuffer()
  for (let look = 0; look < 20; look += 1) {
    if (await keptByWorker(path)) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new DOMException(`${path} was not kept`, 'QuotaExceededError')
}

const alone = async (name: string, work: () => Promise<void>): Promise<boolean> => {
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

/** A reload that nobody asked for would cut the saving short. */
const whileBusy = async (name: string, work: () => Promise<void>) => {
  const free = registerBusy(name)
  try {
    return await alone(name, work)
  } finally {
    free()
  }
}

const saverOf = (owner: string): Saver =>
  createSaver({
    list: (courseId) => authedCall(getCourseOffline, { params: { courseId } }),
    plan: planHere,
    free: async () => {
      const room = await roomOnDevice()
      return room && room.totalBytes - room.usedBytes
    },
    askToLast,
    saveTexts: saveTexts(owner),
    saveRuntime,
    saveFile: (file, how) => saveFile(owner, file, how),
    removeFile: (file) => removeFile(owner, file),
    removeTexts: (courseId) => deleteResponses(owner, courseId),
    load: () => readSavedCourses<SavedCourse>(owner),
    keep: (course) => writeSavedCourse(owner, course.courseId, course),
    drop: (courseId) => deleteSavedCourse(owner, courseId),
    problemOf: (error) => problemOf(error, isReachable(), isApiError(error) ? error.status : null),
    alone: (name, work) => whileBusy(`${owner}:${name}`, work),
    now: Date.now,
  })

/** Nothing is saved under it: pages with courses are for who is signed in. */
const NOBODY = ''

let live: { owner: string; saver: Saver } | null = null

/** The signed-in person's; another person gets another one. */
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
