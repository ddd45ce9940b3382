/** Time as an argument: whatever decides by time takes a Clock, so tests move it. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
