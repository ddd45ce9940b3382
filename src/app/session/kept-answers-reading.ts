/** Reading what was kept begins with the page, before the code that shows it is there. */
import { keys } from '#src/core/storage/keys.ts'

let reading: Promise<unknown> | null = null

const readKeptAnswers = async (): Promise<unknown> =>
  (await import('#src/core/offline/db.ts')).readValue('personal', keys.homeAnswers)

export const startReadingKeptAnswers = (): void => {
  reading ??= readKeptAnswers().catch(() => null)
}

/** What was read at the start, once; whoever asks again reads anew. */
export const takeKeptAnswers = <T>(): Promise<T | null> => {
  const taken = reading ?? readKeptAnswers()
  reading = null
  return taken as Promise<T | null>
}
