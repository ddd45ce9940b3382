/** Everything that a page's origin keeps in this browser, as one text: what a person left behind can be looked for in it. */
import type { BrowserContext, Page } from '@playwright/test'

/** Cookies, storage, caches with their bodies, databases with their keys, notifications shown, and what the page shows. */
export const everythingKept = async (page: Page): Promise<string> => {
  const cookies = await page.context().cookies()
  return `${JSON.stringify(cookies)}\n${await keptInPage(page)}`
}

/** Those of these words that are found somewhere. */
export const leaks = async (page: Page, words: readonly string[]): Promise<string[]> => {
  const kept = await everythingKept(page)
  return words.filter((word) => kept.includes(word))
}

/** The same before the app has run at all, as somebody finds it who looks at a browser that was killed. */
export const leaksAtRest = async (context: BrowserContext, words: readonly string[]): Promise<string[]> => {
  const page = await context.newPage()
  await page.addInitScript(() => window.stop())
  // Stopped before its first script: the browser calls that a failed load.
  await page.goto('/login', { waitUntil: 'commit' }).catch(() => undefined)
  const found = await leaks(page, words)
  await page.close()
  return found
}

/** `database/store/key` of every entry that holds one of these words. */
export const placesOf = async (page: Page, words: readonly string[]): Promise<string[]> => {
  const kept = await everythingKept(page)
  return kept
    .split('\n')
    .filter((line) => line.startsWith('idb ') && words.some((word) => line.includes(word)))
    .map((line) => line.slice('idb '.length, line.indexOf(' = ')))
}

const keptInPage = (page: Page) =>
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
    // Bytes are no part of JSON: words that lie there as they are must be found too.
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
    // A field's content is no part of the markup.
    const typed = [...document.querySelectorAll('input, textarea')].map(
      (field) => (field as HTMLInputElement).value,
    )
    return [...found, ...typed, document.documentElement?.outerHTML ?? ''].join('\n')
  })
