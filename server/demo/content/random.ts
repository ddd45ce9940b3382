/** Numbers that look thrown but are the same in each run (mulberry32), so that the demo can be described and tested. */
export interface Dice {
  /** From 0 up to, not including, 1. */
  share: () => number
  /** A whole number, both ends included. */
  whole: (from: number, to: number) => number
  /** True with this probability. */
  chance: (probability: number) => boolean
  /** A version 4 UUID. */
  uuid: () => string
}

export const dice = (seed: number): Dice => {
  let state = seed | 0
  const share = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const hex = (digits: number) =>
    Array.from({ length: digits }, () => Math.floor(share() * 16).toString(16)).join('')
  return {
    share,
    whole: (from, to) => from + Math.floor(share() * (to - from + 1)),
    chance: (probability) => share() < probability,
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`,
  }
}
