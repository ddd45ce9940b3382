/** Watched ranges of a video (rules: Learning): distinct seconds count, so skipping does not. */
import { VIDEO_COMPLETE_RATIO } from '#contract/limits.ts'

/** `[from, to)` in seconds. */
export type Range = readonly [number, number]

/** A tenth of a second is finer than players report, and limits the number of ranges per video. */
const STEP_SECONDS = 0.1
const toSteps = (seconds: number) => Math.round(seconds / STEP_SECONDS)
const fromSteps = (steps: number) => Number((steps * STEP_SECONDS).toFixed(1))

/** The union of all ranges within the video: sorted, without overlaps, adjacent ones joined. */
export const unionOfRanges = (ranges: readonly Range[], durationSeconds: number): [number, number][] => {
  const end = toSteps(durationSeconds)
  const inside = ranges
    .map(([from, to]): [number, number] => [Math.max(0, toSteps(from)), Math.min(end, toSteps(to))])
    .filter(([from, to]) => to > from)
    .sort((a, b) => a[0] - b[0])
  const union: [number, number][] = []
  for (const [from, to] of inside) {
    const last = union.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else union.push([from, to])
  }
  return union.map(([from, to]) => [fromSteps(from), fromSteps(to)])
}

/** The part of `ranges` that is not in `taken`; both are unions. */
export const subtractRanges = (ranges: readonly Range[], taken: readonly Range[]): [number, number][] => {
  let rest = ranges.map(([from, to]): [number, number] => [toSteps(from), toSteps(to)])
  for (const [from, to] of taken) {
    const [start, end] = [toSteps(from), toSteps(to)]
    rest = rest.flatMap(([a, b]): [number, number][] =>
      b <= start || a >= end
        ? [[a, b]]
        : [
            [a, Math.min(b, start)],
            [Math.max(a, end), b],
          ],
    )
  }
  return rest.filter(([a, b]) => b > a).map(([a, b]) => [fromSteps(a), fromSteps(b)])
}

/** Seconds covered by ranges that do not overlap. */
export const secondsOf = (union: readonly Range[]): number =>
  fromSteps(union.reduce((sum, [from, to]) => sum + toSteps(to) - toSteps(from), 0))

/** 90 % of the video's seconds, each counted once. */
export const isWatched = (watchedSeconds: number, durationSeconds: number): boolean =>
  toSteps(watchedSeconds) >= Math.floor(toSteps(durationSeconds) * VIDEO_COMPLETE_RATIO)
