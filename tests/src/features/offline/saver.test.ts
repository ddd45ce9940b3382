import { describe, expect, it, vi } from 'vitest'
import type { CourseOffline } from '#contract/offline/offline.ts'
import { planOf } from '#src/features/offline/model/plan.ts'
import { exclusiveFiles, problemOf, type SavedCourse } from '#src/features/offline/model/saved-course.ts'
import { AddressRefused } from '#src/core/storage/saved-files.ts'
import { createSaver, type SaverOptions } from '#src/features/offline/model/saver.ts'

const video = (url: string, itemId: number, mime: string, bytes = 1000) => ({
  url,
  bytes,
  kind: 'film' as const,
  mime,
  item_id: itemId,
})
const aCourse = (overrides: Partial<CourseOffline> = {}): CourseOffline => ({
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
  ...overrides,
})
const runtimes = () => [{ path: '/runtimes/python-1/a.wasm', bytes: 300 }]

interface Environment {
  free?: number | null
  list?: () => Promise<CourseOffline>
  saveFile?: SaverOptions['saveFile']
  stored?: readonly SavedCourse[]
}
const createTestSaver = (environment: Environment = {}) => {
  const store = new Map((environment.stored ?? []).map((course) => [course.courseId, course]))
  const files = new Set<string>()
  const removed: string[] = []
  const saver = createSaver({
    list: environment.list ?? (async () => aCourse()),
    plan: (course) => planOf(course, (mime) => mime === 'video/mp4', runtimes),
    freeBytes: async () => environment.free ?? null,
    requestPersistence: async () => true,
    saveTexts: async () => undefined,
    saveRuntime: async () => undefined,
    saveFile:
      environment.saveFile ??
      (async (file, { onBytes }) => {
        files.add(file.url)
        onBytes(file.bytes)
      }),
    isExpired: (error) => error instanceof AddressRefused,
    removeFile: async ({ url }) => {
      files.delete(url)
      removed.push(url)
    },
    removeTexts: async () => undefined,
    load: async () => [...store.values()],
    saveRecord: async (course) => store.set(course.courseId, course),
    deleteRecord: async (courseId) => store.delete(courseId),
    problemOf: (error) => problemOf(error, true, null),
    withLock: async (_, work) => {
      await work()
      return true
    },
    now: () => 1_000,
  })
  return { saver, store, files, removed }
}

describe('planOf', () => {
  it('downloads and counts only the playable video format', () => {
    const plan = planOf(aCourse(), (mime) => mime === 'video/mp4', runtimes)

    expect(plan.files.map(({ url }) => url)).toEqual(['/files/7/p.webp', '/files/7/a.mp4'])
    expect(plan.bytes).toBe(50 + 500 + 300 + 100)
  })

  it('downloads the first format when none is playable', () => {
    expect(planOf(aCourse(), () => false, runtimes).files.map(({ url }) => url)).toContain('/files/7/a.webm')
  })
})

describe('createSaver', () => {
  it('counts a course as saved only when it is complete and stored', async () => {
    const { saver, store, files } = createTestSaver()
    const states: string[] = []
    saver.subscribe(() => states.push(saver.courses()[0]?.state ?? 'none'))

    await saver.start(5)

    expect(files).toEqual(new Set(['/files/7/p.webp', '/files/7/a.mp4']))
    expect(store.get(5)).toMatchObject({ state: 'saved', bytes: 950, doneBytes: 950, savedAt: 1_000 })
    expect(states.slice(0, -1)).not.toContain('saved')
  })

  it('downloads nothing without enough storage and says what is missing', async () => {
    const { saver, files } = createTestSaver({ free: 500 })

    await saver.start(5)

    expect(files.size).toBe(0)
    expect(saver.courses()[0]).toMatchObject({ state: 'failed', problem: 'room', missingBytes: 498 })
  })

  it('reports a full disk and completes on a second try', async () => {
    let isFull = true
    const files: string[] = []
    const { saver } = createTestSaver({
      saveFile: async (file, { onBytes }) => {
        if (isFull && file.url.endsWith('.mp4')) throw new DOMException('full', 'QuotaExceededError')
        files.push(file.url)
        onBytes(file.bytes)
      },
    })

    await saver.start(5)
    expect(saver.courses()[0]).toMatchObject({ state: 'failed', problem: 'room', savedAt: null })

    isFull = false
    await saver.start(5)
    expect(saver.courses()[0]).toMatchObject({ state: 'saved', problem: null })
  })

  it('completes a video after a pause', async () => {
    let inVideo: () => void = () => undefined
    const videoStarted = new Promise<void>((resolve) => (inVideo = resolve))
    let isHanging = true
    const { saver } = createTestSaver({
      saveFile: (file, { signal, onBytes }) =>
        new Promise((resolve, reject) => {
          if (!isHanging || !file.url.endsWith('.mp4')) {
            onBytes(file.bytes)
            return resolve()
          }
          inVideo()
          signal.addEventListener('abort', () => reject(signal.reason as Error))
        }),
    })

    const first = saver.start(5)
    await videoStarted
    saver.pause(5)
    await first
    expect(saver.courses()[0]).toMatchObject({ state: 'paused', problem: null })

    isHanging = false
    await saver.start(5)
    expect(saver.courses()[0]?.state).toBe('saved')
  })

  /** A download whose video never arrives until it is aborted; `release` lets later ones complete. */
  const hangingSaver = () => {
    let inVideo: () => void = () => undefined
    const videoStarted = new Promise<void>((resolve) => (inVideo = resolve))
    let isHanging = true
    const environment = createTestSaver({
      saveFile: (file, { signal, onBytes }) =>
        new Promise((resolve, reject) => {
          if (!isHanging || !file.url.endsWith('.mp4')) {
            onBytes(file.bytes)
            return resolve()
          }
          inVideo()
          signal.addEventListener('abort', () => setTimeout(() => reject(signal.reason as Error)))
        }),
    })
    return { ...environment, videoStarted, release: () => (isHanging = false) }
  }

  it('resumes right after a pause, before the paused download has ended', async () => {
    const { saver, store, videoStarted, release } = hangingSaver()
    const first = saver.start(5)
    await videoStarted
    release()

    saver.pause(5)
    const resumed = saver.start(5)
    await saver.ready()
    expect(saver.courses()[0]?.state).toBe('saving')
    await Promise.all([first, resumed])

    expect(store.get(5)?.state).toBe('saved')
  })

  it('fetches a file by a new address when its address was refused, and counts its bytes once', async () => {
    let lists = 0
    const fetched: string[] = []
    const { saver } = createTestSaver({
      list: async () => {
        lists += 1
        return aCourse({
          files: aCourse().files.map((file) => ({ ...file, address: `${file.url}#${lists}` })),
        })
      },
      saveFile: async ({ bytes, address = '' }, { onBytes }) => {
        fetched.push(address)
        onBytes(bytes / 2)
        if (address.startsWith('/files/7/a.mp4') && lists === 1) throw new AddressRefused('expired')
        onBytes(bytes / 2)
      },
    })
    await saver.start(5)
    expect(fetched).toEqual(['/files/7/p.webp#1', '/files/7/a.mp4#1', '/files/7/a.mp4#2'])
    const [course] = saver.courses()
    expect([course?.state, course?.doneBytes]).toEqual(['saved', 950])
    // The record names the stable path only.
    expect(course?.files).toEqual([
      { url: '/files/7/p.webp', bytes: 50 },
      { url: '/files/7/a.mp4', bytes: 500 },
    ])
  })

  it('gives up when the new address is refused too', async () => {
    const { saver } = createTestSaver({
      saveFile: async () => {
        throw new AddressRefused('gone')
      },
    })
    await saver.start(5)
    expect(saver.courses()[0]?.state).toBe('failed')
  })

  it('stays paused when it is paused, resumed and paused at once', async () => {
    const { saver, store, videoStarted, release } = hangingSaver()
    const first = saver.start(5)
    await videoStarted
    release()

    saver.pause(5)
    const resumed = saver.start(5)
    await saver.ready()
    saver.pause(5)
    await Promise.all([first, resumed])

    expect(saver.courses()[0]?.state).toBe('paused')
    expect(store.get(5)?.state).toBe('paused')
  })

  it('removes a course during its resumed download without an error', async () => {
    const { saver, store, videoStarted } = hangingSaver()
    const download = saver.start(5)
    await videoStarted

    await saver.remove(5)
    await expect(download).resolves.toBeUndefined()

    expect(saver.courses()).toEqual([])
    expect(store.has(5)).toBe(false)
  })

  it('does not bring a course back that is removed while its list loads', async () => {
    const { saver: before, store: stored } = createTestSaver()
    await before.start(5)
    let answer: (course: CourseOffline) => void = () => undefined
    const { saver, store } = createTestSaver({
      stored: [...stored.values()],
      list: () => new Promise((resolve) => (answer = resolve)),
    })
    const resumed = saver.start(5)
    await vi.waitFor(() => expect(saver.courses()[0]?.state).toBe('saving'))

    await saver.remove(5)
    answer(aCourse())
    await expect(resumed).resolves.toBeUndefined()

    expect(saver.courses()).toEqual([])
    expect(store.has(5)).toBe(false)
  })

  it('pauses a download that was interrupted by the end of the page', async () => {
    const { saver: before, store } = createTestSaver()
    await before.start(5)
    const interrupted = { ...(store.get(5) as SavedCourse), state: 'saving' as const, savedAt: null }

    const { saver } = createTestSaver({ stored: [interrupted] })
    await saver.ready()

    expect(saver.courses()[0]?.state).toBe('paused')
  })

  it('keeps a shared file when one course is removed', async () => {
    const { saver, store, files } = createTestSaver()
    await saver.start(5)
    const other: SavedCourse = {
      ...(store.get(5) as SavedCourse),
      courseId: 6,
      files: [{ url: '/files/7/p.webp', bytes: 50 }],
    }
    const both = createTestSaver({ stored: [store.get(5) as SavedCourse, other] })
    for (const url of files) both.files.add(url)

    await both.saver.remove(5)

    expect(both.removed).toEqual(['/files/7/a.mp4'])
    expect(both.store.has(5)).toBe(false)
    expect(exclusiveFiles(other, [other])).toEqual(other.files)
  })

  it('removes files that a new revision no longer has', async () => {
    const lists = [aCourse(), aCourse({ revision: 'r2', files: [video('/files/7/b.mp4', 10, 'video/mp4')] })]
    const { saver, files } = createTestSaver({ list: async () => lists.shift() as CourseOffline })

    await saver.start(5)
    await saver.start(5)

    expect(files).toEqual(new Set(['/files/7/b.mp4']))
    expect(saver.courses()[0]?.revision).toBe('r2')
  })

  it('rejects when the first request fails', async () => {
    const { saver } = createTestSaver({
      list: vi.fn<() => Promise<CourseOffline>>().mockRejectedValue(new TypeError('gone')),
    })

    await expect(saver.start(5)).rejects.toThrow('gone')
    expect(saver.courses()).toEqual([])
  })
})
