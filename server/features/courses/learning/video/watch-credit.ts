/**
 * How much of what a device claims to have watched counts. Somebody can say to have watched anything; nobody can have
 * watched for longer than time went by. So each claim comes with the moments at which it was watched, a moment counts
 * for one video only, and a video counts at most twice its moments (double speed is the fastest) and 15 s for what
 * clocks and calls lose. What is claimed beyond that stays claimed and counts once time has passed for it.
 */
import { secondsOf, subtractRanges, unionOfRanges, type Range } from './watched-ranges.ts'

export const FASTEST_SPEED = 2
export const CLAIM_SLACK_SECONDS = 15
/** Moments older than this can no longer be claimed, and are kept as a sum only. */
export const CLAIM_DAYS = 31

export interface WatchCredit {
  /** All that was claimed. */
  claimed: [number, number][]
  /** What of it counts. */
  watched: [number, number][]
  /** Moments, in seconds since 1970; what is older than can be claimed lies as one stretch at 0. */
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
  facts: { durationSeconds: number; elsewhere: readonly Range[]; from: number; now: number },
): WatchCredit => {
  const { durationSeconds, elsewhere, from, now } = facts
  const possible = claim.clock.map(([began, ended]): Range => [Math.max(began, from), Math.min(ended, now)])
  const fresh = subtractRanges(unionOfMoments(possible), unionOfMoments(elsewhere))
  const clock = withOldAsSum(unionOfMoments([...before.clock, ...fresh]), now - CLAIM_DAYS * 86_400)
  const claimed = unionOfRanges([...before.claimed, ...before.watched, ...claim.ranges], durationSeconds)
  const watched = unionOfRanges(before.watched, durationSeconds)
  const room = FASTEST_SPEED * secondsOf(clock) + CLAIM_SLACK_SECONDS - secondsOf(watched)
  return {
    claimed,
    watched: unionOfRanges(
      [...watched, ...firstSeconds(subtractRanges(claimed, watched), room)],
      durationSeconds,
    ),
    clock,
  }
}

/** As much of the stretches as fits, from the beginning. */
const firstSeconds = (ranges: readonly Range[], seconds: number): Range[] => {
  let room = seconds
  const taken: Range[] = []
  for (const [from, to] of ranges) {
    if (room <= 0) break
    taken.push([from, Math.min(to, from + room)])
    room -= to - from
  }
  return taken
}

const withOldAsSum = (clock: readonly [number, number][], oldest: number): [number, number][] => {
  const old = clock.filter(([, to]) => to < oldest)
  if (old.length === 0) return [...clock]
  return [[0, secondsOf(old)], ...clock.slice(old.length)]
}
