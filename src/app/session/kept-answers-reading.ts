/** Reading what was kept begins with the page, before the code that shows it is there. */
import { idbGet } from '#src/core/storage/idb.ts'
import { keys } from '#src/core/storage/keys.ts'

let reading: Promise<unknown> | null = null

export const startReadingKeptAnswers = (): void => {
  reading ??= idbGet(keys.homeAnswers)
}

/** What was read at the start, once; whoever asks again reads anew. */
export const takeKeptAnswers = <T>(): Promise<T | null> => {
  const taken = reading ?? idbGet(keys.homeAnswers)
  reading = null
  return taken as Promise<T | null>
}
