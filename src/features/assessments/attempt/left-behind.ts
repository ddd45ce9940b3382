import { keptAttempts } from './disk.ts'
import { ownerNow, sendLeftBehind } from './live.ts'

let under: Promise<unknown> | null = null

/** Sends what attempts that are over left on this device: it does not count any more, but people can look at it. */
export const sendAllLeftBehind = (): Promise<unknown> => {
  under ??= (async () => {
    for (const id of await keptAttempts(ownerNow())) await sendLeftBehind(id)
  })()
    .catch(() => undefined)
    .finally(() => {
      under = null
    })
  return under
}
