import type { Clock } from '#server/core/clock.ts'

export interface TestClock extends Clock {
  advance(ms: number): void
  set(time: Date | string): void
}

/** A clock that only moves by `advance` and `set`. Starts at the real time by default. */
export const createTestClock = (start: Date | string = new Date()): TestClock => {
  let now = new Date(start).getTime()
  return {
    now: () => new Date(now),
    advance: (ms) => {
      now += ms
    },
    set: (time) => {
      now = new Date(time).getTime()
    },
  }
}
