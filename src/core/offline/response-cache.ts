/**
 * Responses of the server by the address they came from, and the courses that somebody saved, for the time without a
 * connection. All of it belongs to one person of one client and is cleared when they sign out. Nothing here throws for
 * want of a working IndexedDB, but for a saved course that does not fit.
 */
import { inStore } from './db.ts'
import type { CachedResponse } from './schema.ts'

/** Visited pages beyond these go, the oldest first. */
export const VISITED_MAX = 150

const orElse = <T>(work: Promise<T>, fallback: T): Promise<T> => work.catch(() => fallback)
const keyOf = (owner: string, address: string) => `${owner} ${address}`
const ofOwner = (owner: string) => IDBKeyRange.bound(`${owner} `, `${owner} \uffff`)

/** Null when nothing from there is cached. */
export const readResponse = (owner: string, address: string): Promise<CachedResponse | null> =>
  orElse(
    inStore('responses', 'readonly', async (store) => (await store.get(keyOf(owner, address))) ?? null),
    null,
  )

/** Where a response came from: its address, and the client's feature that it belongs to. */
export interface Origin {
  address: string
  feature: string | null
}

const putResponse = (owner: string, { address, feature }: Origin, answer: unknown, course: number) =>
  inStore(
    'responses',
    'readwrite',
    async (store) => {
      const key = keyOf(owner, address)
      const before = course === 0 ? await store.get(key) : undefined
      await store.put({
        key,
        owner,
        at: Date.now(),
        course: course || (before?.course ?? 0),
        feature,
        answer,
      })
    },
    'relaxed',
  )

/** A visited page; where the response belongs to a saved course, it goes on doing so. */
export const cacheResponse = (owner: string, origin: Origin, answer: unknown): Promise<void> =>
  orElse(putResponse(owner, origin, answer, 0), undefined)

/** Rejects where there is no room for it. */
export const saveResponse = (owner: string, origin: Origin, answer: unknown, course: number): Promise<void> =>
  putResponse(owner, origin, answer, course)

/** Every cached response whose address matches, the newest last. */
export const findResponses = (owner: string, address: RegExp): Promise<readonly unknown[]> =>
  orElse(
    inStore('responses', 'readonly', async (store) => {
      const all = await store.getAll(ofOwner(owner))
      return all
        .filter(({ key }) => address.test(key))
        .toSorted((a, b) => a.at - b.at)
        .map(({ answer }) => answer)
    }),
    [],
  )

const deleteBut = (owner: string, course: number, keep: number): Promise<void> =>
  orElse(
    inStore(
      'responses',
      'readwrite',
      async (store) => {
        const all = await store.index('course').getAll(IDBKeyRange.only([owner, course]))
        const old = all.toSorted((a, b) => b.at - a.at).slice(keep)
        await Promise.all(old.map(({ key }) => store.delete(key)))
      },
      'relaxed',
    ),
    undefined,
  )

/** Rows of older versions do not say what they belong to, so they go as well. Rejects when the disk cannot be read. */
export const deleteResponsesOfFeatures = (owner: string, features: readonly string[]): Promise<unknown> =>
  inStore('responses', 'readwrite', async (store) => {
    const all = await store.getAll(ofOwner(owner))
    const gone = all.filter(
      ({ feature }) => feature === undefined || (feature !== null && features.includes(feature)),
    )
    await Promise.all(gone.map(({ key }) => store.delete(key)))
  })

/** Of the pages that were only visited the newest stay. */
export const trimVisited = (owner: string) => deleteBut(owner, 0, VISITED_MAX)
export const deleteResponses = (owner: string, course: number) => deleteBut(owner, course, 0)

/** Saved courses of this person, as their feature wrote them. */
export const readSavedCourses = <T>(owner: string): Promise<T[]> =>
  orElse(
    inStore('courses', 'readonly', (store) => store.getAll(ofOwner(owner)) as Promise<T[]>),
    [],
  )
export const writeSavedCourse = (owner: string, course: number, record: unknown): Promise<unknown> =>
  inStore('courses', 'readwrite', (store) => store.put(record, keyOf(owner, String(course))))
export const deleteSavedCourse = (owner: string, course: number): Promise<void> =>
  orElse(
    inStore('courses', 'readwrite', (store) => store.delete(keyOf(owner, String(course)))),
    undefined,
  )
