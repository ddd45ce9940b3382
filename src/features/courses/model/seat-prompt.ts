/** "Maybe Later" hides the booking prompt of a course for a week on this device. */
import { SEAT_PROMPT_HIDDEN_MS } from '#contract/courses/enrolment.ts'
import { keys } from '#src/core/storage/keys.ts'
import type { SafeStorage } from '#src/core/storage/safe-storage.ts'

type Storage = Pick<SafeStorage, 'get' | 'set'>

/** Maps the course id to the time it was hidden (epoch ms). */
const readHidden = (storage: Storage): Record<string, number> => {
  try {
    const stored: unknown = JSON.parse(storage.get(keys.seatPrompts) ?? '{}')
    return typeof stored === 'object' && stored !== null ? (stored as Record<string, number>) : {}
  } catch {
    return {}
  }
}

/** A time in the future does not count: setting the clock back must not hide the prompt for longer. */
const isStillHidden = (hiddenAt: number | undefined, now: number) =>
  hiddenAt !== undefined && hiddenAt <= now && now - hiddenAt < SEAT_PROMPT_HIDDEN_MS

export const isSeatPromptHidden = (storage: Storage, courseId: number, now: number): boolean =>
  isStillHidden(readHidden(storage)[courseId], now)

export const hideSeatPrompt = (storage: Storage, courseId: number, now: number): void => {
  const others = Object.entries(readHidden(storage)).filter(([, hiddenAt]) => isStillHidden(hiddenAt, now))
  storage.set(keys.seatPrompts, JSON.stringify({ ...Object.fromEntries(others), [courseId]: now }))
}
