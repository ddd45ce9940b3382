/**
 * A whole percentage, rounded to the nearest: 2 of 3 is 67. Rounding never lifts a value to 100 or to a bound that it
 * missed: 99.6 is not done, and 59.97 does not pass at 60.
 */
export const wholePercent = (percent: number, bounds: readonly number[] = []): number => {
  const nearest = Math.round(percent)
  const isLifted = nearest > percent && (nearest === 100 || bounds.includes(nearest))
  return isLifted ? nearest - 1 : nearest
}

/** The share of a whole that is done. Nothing is done of an empty whole. */
export const percentDone = (part: number, whole: number): number =>
  whole === 0 ? 0 : wholePercent((100 * Math.min(part, whole)) / whole)
