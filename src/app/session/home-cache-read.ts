/** Starts reading the cached home data with the page, before the code that shows it is loaded. */
import { idbGet } from '#src/core/storage/idb.ts'
import { keys } from '#src/core/storage/keys.ts'

let reading: Promise<unknown> | null = null

export const startHomeCacheRead = (): void => {
  reading ??= idbGet(keys.homeAnswers)
}

/** Returns the data of the early read once; later calls read again. */
export const readHomeCache = <T>(): Promise<T | null> => {
  const result = reading ?? idbGet(keys.homeAnswers)
  reading = null
  return result as Promise<T | null>
}
