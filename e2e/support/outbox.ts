import type { Page } from '@playwright/test'

/** What this device has not sent yet, as text. */
export const readOutbox = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string>((resolve, reject) => {
        const opening = indexedDB.open('lms-device')
        opening.onerror = () => reject(new Error('the store cannot be opened'))
        opening.onsuccess = () => {
          const db = opening.result
          const all = db.transaction('outbox').objectStore('outbox').getAll()
          all.onsuccess = () => {
            db.close()
            resolve(JSON.stringify(all.result))
          }
        }
      }),
  )
