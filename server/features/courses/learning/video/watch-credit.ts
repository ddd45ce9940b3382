/**
 * Decides how much of a device's claimed watching counts. A client can claim anything, but nobody can watch for
 * longer than time passes. So each claim comes with the moments at which it was watched. A moment counts for one
 * video only. A video counts at most twice its moments (double speed is the fastest), plus 15 s for what clocks and
 * calls lose. The rest of a claim is kept and counts once enough time has passed.
 */
import { secondsOf, subtractRanges, unionOfRanges, type Range } from '#server/core/watched-ranges.ts'

export const FASTEST_SPEED = 2
export const CLAIM_SLACK_SECONDS = 15
/** Moments older than this cannot be claimed any more; only their sum is kept. */
export const CLAIM_DAYS = 31

export interface WatchCredit {
  /** Everything claimed. */
  claimed: [number, number][]
  /** The part of it that counts. */
  watched: [number, number][]
  /** Moments, in Unix time in seconds. Moments too old to be claimed are summed up as one range from 0. */
  clock: [number, number][]
}
export interface WatchClaim {
  ranges: readonly Range[]
  clock: readonly Range[]
}

const unionOfMoments = (ranges: readonly Range[]) => unionOfRanges(ranges, Number.POSITIVE_INFINITY)

export const creditWatch = (
  before: { claimed: readonly Range[]; watched: readonly Range[]; clock: readonly Range[] },
  claim: WatchClaim,
  facts: { durationSeconds: number; otherVideos: readonly Range[]; from: number; now: number },
): WatchCredit => {
  const { durationSeconds, otherVideos, from, now } = facts
  const claimable = claim.clock.map(([start, end]): Range => [Math.max(start, from), Math.min(end, now)])
  const newMoments = subtractRanges(unionOfMoments(claimable), unionOfMoments(otherVideos))
  const clock = sumOldMoments(unionOfMoments([...before.clock, ...newMoments]), now - CLAIM_DAYS * 86_400)
  const claimed = unionOfRanges([...before.claimed, ...before.watched, ...claim.ranges], durationSeconds)
  const watched = unionOfRanges(before.watched, durationSeconds)
  const allowance = FASTEST_SPEED * secondsOf(clock) + CLAIM_SLACK_SECONDS - secondsOf(watched)
  return {
    claimed,
    watched: unionOfRanges(
      [...watched, ...firstSeconds(subtractRanges(claimed, watched), allowance)],
      durationSeconds,
    ),
    clock,
  }
}

/** The first `seconds` of the ranges. */
const firstSeconds = (ranges: readonly Range[], seconds: number): Range[] => {
  let allowance = seconds
  const result: Range[] = []
  for (const [from, to] of ranges) {
    if (allowance <= 0) break
    result.push([from, Math.min(to, from + allowance)])
    allowance -= to - from
  }
  return result
}

const sumOldMoments = (clock: readonly [number, number][], oldest: number): [number, number][] => {
  const old = clock.filter(([, to]) => to < oldest)
  if (old.length === 0) return [...clock]
  return [[0, secondsOf(old)], ...clock.slice(old.length)]
}
