/** A seeded generator: the same numbers for the same seed. */
const mulberry = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
}

export interface Step {
  act: 'stay' | 'blur' | 'hide' | 'freeze' | 'offline' | 'reload' | 'close'
  seconds: number
}
const ACTS: readonly Step['act'][] = ['stay', 'blur', 'hide', 'freeze', 'offline', 'reload', 'close']
/** Random steps of a person with a tab, the same for the same seed. */
export const schedule = (seed: number): Step[] => {
  const random = mulberry(seed)
  return Array.from({ length: 4 + Math.floor(random() * 5) }, () => ({
    act: ACTS[Math.floor(random() * ACTS.length)] ?? 'stay',
    seconds: 5 + Math.floor(random() * 240),
  }))
}
