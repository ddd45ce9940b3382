import { currentOwner } from '#src/core/offline/owner.ts'
import { storedAttempts, type StoredAttempt } from './disk.ts'

/** Something that the server may not have, or an attempt that is over by this device's reckoning: it is asked. */
export const isLeftBehind = ({ record }: Pick<StoredAttempt, 'record'>, now: number): boolean =>
  record.hold !== null &&
  (record.entries.length > 0 ||
    record.events.length > 0 ||
    record.submitting ||
    record.time === null ||
    record.time.at.wall + record.time.leftMs < now)

const leftBehind = async () =>
  (await storedAttempts(currentOwner())).filter((kept) => isLeftBehind(kept, Date.now()))

let under: Promise<unknown> | null = null

/** Sends what earlier visits left on this device; the code for it is fetched only where something is. */
export const sendAllLeftBehind = (): Promise<unknown> => {
  under ??= (async () => {
    const left = await leftBehind()
    if (left.length === 0) return
    const { sendLeftBehind } = await import('./live.ts')
    // One that cannot be sent holds up no other.
    for (const { id } of left) await sendLeftBehind(id).catch(() => undefined)
  })()
    .catch(() => undefined)
    .finally(() => {
      under = null
    })
  return under
}
