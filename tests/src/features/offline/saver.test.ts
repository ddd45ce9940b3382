import { describe, expect, it, vi } from 'vitest'
import type { CourseOffline } from '#contract/offline/offline.ts'
import { planOf } from '#src/features/offline/model/plan.ts'
import { ownFiles, problemOf, type SavedCourse } from '#src/features/offline/model/saved-course.ts'
import { createSaver, type SaverParts } from '#src/features/offline/model/saver.ts'

const video = (url: string, itemId: number, mime: string, bytes = 1000) => ({
  url,
  bytes,
  kind: 'film' as const,
  mime,
  item_id: itemId,
})
const aCourse = (given: Partial<CourseOffline> = {}): CourseOffline => ({
  course_id: 5,
  title: 'Python Foundations',
  revision: 'r1',
  topics: [{ id: 1, items: [10, 11], problems: [] }],
  locked_topics: 0,
  languages: ['python'],
  files: [
    video('/files/7/a.webm', 10, 'video/webm', 600),
    video('/files/7/a.mp4', 10, 'video/mp4', 500),
    { url: '/files/7/p.webp', bytes: 50, kind: 'picture', mime: 'image/*', item_id: 10 },
  ],
  online_only: [],
  text_bytes: 100,
  ...given,
})
const runtimes = () => [{ path: '/runtimes/python-1/a.wasm', bytes: 300 }]

interface World {
  free?: number | null
  list?: () => Promise<CourseOffline>
  saveFile?: SaverParts['saveFile']
  kept?: readonly SavedCourse[]
}
const aSaver = (world: World = {}) => {
  const store = new Map((world.kept ?? []).map((course) => [course.courseId, course]))
  const files = new Set<string>()
  const removed: string[] = []
  const saver = createSaver({
    list: world.list ?? (async () => aCourse()),
    plan: (course) => planOf(course, (mime) => mime === 'video/mp4', runtimes),
    free: async () => world.free ?? null,
    askToLast: async () => true,
    saveTexts: async () => undefined,
    saveRuntime: async () => undefined,
    saveFile:
      world.saveFile ??
      (async (file, { onBytes }) => {
        files.add(file.url)
        onBytes(file.bytes)
      }),
    removeFile: async ({ url }) => {
      files.delete(url)
      removed.push(url)
    },
    removeTexts: async () => undefined,
    load: async () => [...store.values()],
    keep: async (course) => store.set(course.courseId, course),
    drop: async (courseId) => store.delete(courseId),
    problemOf: (error) => problemOf(error, true, null),
    alone: async (_, work) => {
      await work()
      return true
    },
    now: () => 1_000,
  })
  return { saver, store, files, removed }
}

describe('the plan of a course', () => {
  it('given a film in two formats, when only one plays here, then only that one is fetched and counted', () => {
    const plan = planOf(aCourse(), (mime) => mime === 'video/mp4', runtimes)

    expect(plan.files.map(({ url }) => url)).toEqual(['/files/7/p.webp', '/files/7/a.mp4'])
    expect(plan.bytes).toBe(50 + 500 + 300 + 100)
  })

  it('given a film that plays nowhere for certain, when it is planned, then its first format comes along', () => {
    expect(planOf(aCourse(), () => false, runtimes).files.map(({ url }) => url)).toContain('/files/7/a.webm')
  })
})

describe('saving a course', () => {
  it('given a course, when it is saved, then it counts as saved only with all of it, and so it lies on disk', async () => {
    const { saver, store, files } = aSaver()
    const states: string[] = []
    saver.subscribe(() => states.push(saver.courses()[0]?.state ?? 'none'))

    await saver.start(5)

    expect(files).toEqual(new Set(['/files/7/p.webp', '/files/7/a.mp4']))
    expect(store.get(5)).toMatchObject({ state: 'saved', bytes: 950, doneBytes: 950, savedAt: 1_000 })
    expect(states.slice(0, -1)).not.toContain('saved')
  })

  it('given too little room, when it begins, then nothing is fetched and what is missing is said', async () => {
    const { saver, files } = aSaver({ free: 500 })

    await saver.start(5)

    expect(files.size).toBe(0)
    expect(saver.courses()[0]).toMatchObject({ state: 'failed', problem: 'room', missingBytes: 498 })
  })

  it('given a full disk in the middle, when the browser refuses, then it is said, and a second try goes on', async () => {
    let full = true
    const files: string[] = []
    const { saver } = aSaver({
      saveFile: async (file, { onBytes }) => {
        if (full && file.url.endsWith('.mp4')) throw new DOMException('full', 'QuotaExceededError')
        files.push(file.url)
        onBytes(file.bytes)
      },
    })

    await saver.start(5)
    expect(saver.courses()[0]).toMatchObject({ state: 'failed', problem: 'room', savedAt: null })

    full = false
    await saver.start(5)
    expect(saver.courses()[0]).toMatchObject({ state: 'saved', problem: null })
  })

  it('given a pause in the middle of a film, when it is gone on with, then it is whole in the end', async () => {
    let inVideo: () => void = () => undefined
    const reached = new Promise<void>((resolve) => (inVideo = resolve))
    let hang = true
    const { saver } = aSaver({
      saveFile: (file, { signal, onBytes }) =>
        new Promise((resolve, reject) => {
          if (!hang || !file.url.endsWith('.mp4')) {
            onBytes(file.bytes)
            return resolve()
          }
          inVideo()
          signal.addEventListener('abort', () => reject(signal.reason as Error))
        }),
    })

    const first = saver.start(5)
    await reached
    saver.pause(5)
    await first
    expect(saver.courses()[0]).toMatchObject({ state: 'paused', problem: null })

    hang = false
    await saver.start(5)
    expect(saver.courses()[0]?.state).toBe('saved')
  })

  it('given a page that ended while saving, when the next one loads, then the course is paused and not saved', async () => {
    const { saver: before, store } = aSaver()
    await before.start(5)
    const cut = { ...(store.get(5) as SavedCourse), state: 'saving' as const, savedAt: null }

    const { saver } = aSaver({ kept: [cut] })
    await saver.ready()

    expect(saver.courses()[0]?.state).toBe('paused')
  })

  it('given a picture that two courses show, when one is removed, then the other keeps it', async () => {
    const { saver, store, files } = aSaver()
    await saver.start(5)
    const other: SavedCourse = {
      ...(store.get(5) as SavedCourse),
      courseId: 6,
      files: [{ url: '/files/7/p.webp', bytes: 50 }],
    }
    const both = aSaver({ kept: [store.get(5) as SavedCourse, other] })
    for (const url of files) both.files.add(url)

    await both.saver.remove(5)

    expect(both.removed).toEqual(['/files/7/a.mp4'])
    expect(both.store.has(5)).toBe(false)
    expect(ownFiles(other, [other])).toEqual(other.files)
  })

  it('given a course whose list changed, when it is saved again, then files that left it go', async () => {
    const lists = [aCourse(), aCourse({ revision: 'r2', files: [video('/files/7/b.mp4', 10, 'video/mp4')] })]
    const { saver, files } = aSaver({ list: async () => lists.shift() as CourseOffline })

    await saver.start(5)
    await saver.start(5)

    expect(files).toEqual(new Set(['/files/7/b.mp4']))
    expect(saver.courses()[0]?.revision).toBe('r2')
  })

  it('given a list that cannot be had, when it is the first try, then whoever pressed is told', async () => {
    const { saver } = aSaver({
      list: vi.fn<() => Promise<CourseOffline>>().mockRejectedValue(new TypeError('gone')),
    })

    await expect(saver.start(5)).rejects.toThrow('gone')
    expect(saver.courses()).toEqual([])
  })
})
