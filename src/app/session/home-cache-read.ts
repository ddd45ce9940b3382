/** Starts reading the cached home data with the page, before the code that shows it is loaded. */
import { keys } from '#src/core/storage/keys.ts'

let reading: Promise<unknown> | null = null

const read = async (): Promise<unknown> =>
  (await import('#src/core/offline/db.ts')).readValue('personal', keys.homeAnswers)

export const startHomeCacheRead = (): void => {
  reading ??= read().catch(() => null)
}

/** Returns the data of the early read once; later calls read again. */
export const readHomeCache = <T>(): Promise<T | null> => {
  const result = reading ?? read()
  reading = null
  return result as Promise<T | null>
}
