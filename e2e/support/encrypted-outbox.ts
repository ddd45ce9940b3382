/** The encrypted outbox in a browser and the keys of the signed-in person (docs/decisions/offline/encrypt-the-outbox-at-sign-out.md). */
import type { Page } from '@playwright/test'

interface EncryptedOutbox {
  /** People whose keys are on the device. */
  people: string[]
  /** Number of keys that a script could export. */
  readable: number
  pieces: { owner: string; place: string; damaged: boolean }[]
}

export const encryptedIn = (page: Page): Promise<EncryptedOutbox> =>
  page.evaluate(async () => {
    const empty: EncryptedOutbox = { people: [], readable: 0, pieces: [] }
    if (!(await indexedDB.databases()).some(({ name }) => name === 'lms-sealed')) return empty
    const answer = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error ?? new Error('idb'))
      })
    const db = await answer(indexedDB.open('lms-sealed'))
    const all = (store: string) => answer(db.transaction(store).objectStore(store).getAll())
    const keys = (await all('keys')) as { person: string; keys: { key: CryptoKey }[] }[]
    const pieces = (await all('pieces')) as { owner: string; place: string; damaged?: boolean }[]
    db.close()
    return {
      people: keys.map(({ person }) => person),
      readable: keys.flatMap((entry) => entry.keys).filter(({ key }) => key.extractable).length,
      pieces: pieces.map(({ owner, place, damaged = false }) => ({ owner, place, damaged })),
    }
  })

/** Changes one byte of every encrypted piece, as somebody who holds the device could. */
export const tamper = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.open('lms-sealed')
        request.onerror = () => reject(request.error ?? new Error('idb'))
        request.onsuccess = () => {
          const change = request.result.transaction('pieces', 'readwrite')
          const cursor = change.objectStore('pieces').openCursor()
          cursor.onsuccess = () => {
            const row = cursor.result
            if (!row) return
            const piece = row.value as { data: ArrayBuffer }
            const bytes = new Uint8Array(piece.data)
            bytes[0] = (bytes[0] ?? 0) ^ 1
            row.update(piece)
            row.continue()
          }
          change.oncomplete = () => {
            request.result.close()
            resolve()
          }
        }
      }),
  )
