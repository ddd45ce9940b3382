/** Intervals of a video, [from, to) in seconds, as the server stores them. */
export type Range = [from: number, to: number]

/** Shorter intervals are noise of the media clock. */
const MIN_SECONDS = 0.05
const PRECISION = 1000

const rounded = (seconds: number) => Math.round(seconds * PRECISION) / PRECISION

/** Sorts the intervals and joins overlapping and adjacent ones. */
export const union = (ranges: readonly Range[]): Range[] => {
  const sorted = ranges
    .filter(([from, to]) => Number.isFinite(from) && Number.isFinite(to) && to > from)
    .toSorted((a, b) => a[0] - b[0])
  const joined: Range[] = []
  for (const [from, to] of sorted) {
    const last = joined.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else joined.push([from, to])
  }
  return joined
}

/** The part of `ranges` that is not in `removed`. */
export const subtract = (ranges: readonly Range[], removed: readonly Range[]): Range[] => {
  let rest = union(ranges)
  for (const [from, to] of union(removed))
    rest = rest.flatMap(([start, end]): Range[] => {
      const parts: Range[] = [
        [start, Math.min(end, from)],
        [Math.max(start, to), end],
      ]
      return parts.filter((part) => part[1] > part[0])
    })
  return rest
}

export const totalSeconds = (ranges: readonly Range[]): number =>
  union(ranges).reduce((sum, [from, to]) => sum + to - from, 0)

/** The intervals that a media element reports as played. */
export const fromTimeRanges = (played: Pick<TimeRanges, 'length' | 'start' | 'end'>): Range[] =>
  union(
    Array.from({ length: played.length }, (_, index): Range => [
      rounded(played.start(index)),
      rounded(played.end(index)),
    ]).filter(([from, to]) => to - from > MIN_SECONDS),
  )
