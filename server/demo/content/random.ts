/** Random numbers from a seed (mulberry32): the same in each run, so that the demo can be described and tested. */
export interface RandomSource {
  /** From 0 up to, not including, 1. */
  fraction: () => number
  /** A whole number, both ends included. */
  integer: (from: number, to: number) => number
  /** True with this probability. */
  chance: (probability: number) => boolean
  /** A version 4 UUID. */
  uuid: () => string
}

export const seededRandom = (seed: number): RandomSource => {
  let state = seed | 0
  const fraction = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const hex = (digits: number) =>
    Array.from({ length: digits }, () => Math.floor(fraction() * 16).toString(16)).join('')
  return {
    fraction,
    integer: (from, to) => from + Math.floor(fraction() * (to - from + 1)),
    chance: (probability) => fraction() < probability,
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`,
  }
}
