/** A small generator of our own, so that a history is its number. */
export type Random = (max: number) => number

/** Whole numbers from 0 to `max`. */
export const randomOf = (seed: number): Random => {
  let state = (seed * 2_654_435_761 + 1) >>> 0
  return (max) => {
    state ^= state << 13
    state >>>= 0
    state ^= state >>> 17
    state ^= state << 5
    state >>>= 0
    return Math.floor((state / 2 ** 32) * (max + 1))
  }
}

export const shuffled = <T>(list: readonly T[], random: Random): T[] => {
  const copy = [...list]
  for (let index = copy.length - 1; index > 0; index -= 1) {
    const other = random(index)
    ;[copy[index], copy[other]] = [copy[other]!, copy[index]!]
  }
  return copy
}
