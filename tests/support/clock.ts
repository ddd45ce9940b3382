import type { Clock } from '#server/core/clock.ts'

export interface TestClock extends Clock {
  advance(ms: number): void
  set(at: Date | string): void
}

/** A clock that moves only when told to. Starts at the real time unless a time is given. */
export const createTestClock = (start: Date | string = new Date()): TestClock => {
  let at = new Date(start).getTime()
  return {
    now: () => new Date(at),
    advance: (ms) => {
      at += ms
    },
    set: (time) => {
      at = new Date(time).getTime()
    },
  }
}
