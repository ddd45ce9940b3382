/** "Maybe Later": the booking prompt of that course stays away for a week on this device. */
import { SEAT_PROMPT_HIDDEN_MS } from '#contract/courses/enrolment.ts'
import { keys } from '#src/core/storage/keys.ts'
import type { SafeStorage } from '#src/core/storage/safe-storage.ts'

type Storage = Pick<SafeStorage, 'get' | 'set'>

/** Course id → when it was put off, epoch ms. */
const read = (storage: Storage): Record<string, number> => {
  try {
    const kept: unknown = JSON.parse(storage.get(keys.seatPrompts) ?? '{}')
    return typeof kept === 'object' && kept !== null ? (kept as Record<string, number>) : {}
  } catch {
    return {}
  }
}

/** A clock set back does not hide it for longer. */
const isHidden = (at: number | undefined, now: number) =>
  at !== undefined && at <= now && now - at < SEAT_PROMPT_HIDDEN_MS

export const promptHidden = (storage: Storage, courseId: number, now: number): boolean =>
  isHidden(read(storage)[courseId], now)

export const hidePrompt = (storage: Storage, courseId: number, now: number): void => {
  const others = Object.entries(read(storage)).filter(([, at]) => isHidden(at, now))
  storage.set(keys.seatPrompts, JSON.stringify({ ...Object.fromEntries(others), [courseId]: now }))
}
