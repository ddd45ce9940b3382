/** Everything that an origin stores in this browser, as one text that tests search for personal data. */
import type { BrowserContext, Page } from '@playwright/test'

/** Cookies, storage, caches with bodies, databases with keys, shown notifications, and the page's content. */
export const readAllStorage = async (page: Page): Promise<string> => {
  const cookies = await page.context().cookies()
  return `${JSON.stringify(cookies)}\n${await readPageStorage(page)}`
}

/** The words that are found anywhere. */
export const leaks = async (page: Page, words: readonly string[]): Promise<string[]> => {
  const stored = await readAllStorage(page)
  return words.filter((word) => stored.includes(word))
}

/** The same before the app has run, as found in a browser that was killed. */
export const leaksAtRest = async (context: BrowserContext, words: readonly string[]): Promise<string[]> => {
  const page = await context.newPage()
  await page.addInitScript(() => window.stop())
  // The page stops before its first script, which the browser reports as a failed load.
  await page.goto('/login', { waitUntil: 'commit' }).catch(() => undefined)
  const found = await leaks(page, words)
  await page.close()
  return found
}

/** `database/store/key` of every entry that holds one of these words. */
export const placesOf = async (page: Page, words: readonly string[]): Promise<string[]> => {
  const stored = await readAllStorage(page)
  return stored
    .split('\n')
    .filter((line) => line.startsWith('idb ') && words.some((word) => line.includes(word)))
    .map((line) => line.slice('idb '.length, line.indexOf(' = ')))
}

const readPageStorage = (page: Page) =>
  page.evaluate(async () => {
    const found: string[] = [
      JSON.stringify(Object.entries(localStorage)),
      JSON.stringify(Object.entries(sessionStorage)),
      JSON.stringify([window.name, history.state, location.href]),
    ]
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      found.push(`cache ${name}`)
      for (const request of await cache.keys()) {
        found.push(request.url)
        if (!request.url.includes('/assets/')) found.push((await (await cache.match(request))?.text()) ?? '')
      }
    }
    const answer = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error ?? new Error('idb'))
      })
    // JSON leaves out bytes, but plain text in them must be found too.
    const bytesToo = (_key: string, value: unknown) => {
      const bytes = value instanceof ArrayBuffer ? new Uint8Array(value) : value
      return bytes instanceof Uint8Array ? new TextDecoder().decode(bytes) : bytes
    }
    for (const { name } of await indexedDB.databases()) {
      const db = await answer(indexedDB.open(name ?? ''))
      for (const store of db.objectStoreNames) {
        const objects = db.transaction(store).objectStore(store)
        const [names, rows] = [answer(objects.getAllKeys()), answer<unknown[]>(objects.getAll())]
        const entries = await rows
        for (const [index, key] of (await names).entries())
          found.push(
            `idb ${name}/${store}/${JSON.stringify(key)} = ${JSON.stringify(entries[index], bytesToo)}`,
          )
      }
      db.close()
    }
    const registration = await navigator.serviceWorker?.getRegistration()
    for (const { title, body } of (await registration?.getNotifications()) ?? []) found.push(title, body)
    // The value of a field is not part of the markup.
    const typed = [...document.querySelectorAll('input, textarea')].map(
      (field) => (field as HTMLInputElement).value,
    )
    return [...found, ...typed, document.documentElement?.outerHTML ?? ''].join('\n')
  })
