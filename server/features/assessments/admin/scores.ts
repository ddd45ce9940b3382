/** Averages, charts and ranks out of how many attempts have each score. Pure. */
import type { ScoreCount } from './rows.repository.ts'
import { toPercentile } from '../results/result.mapper.ts'

const twoDecimals = (value: number) => Math.round(value * 100) / 100

interface Finished {
  percent: number
  attempts: number
}
/** Lowest score first. */
const finishedOf = (counts: readonly ScoreCount[]): Finished[] =>
  counts
    .flatMap(({ percent, attempts }) => (percent === null ? [] : [{ percent, attempts }]))
    .toSorted((a, b) => a.percent - b.percent)

const atPlace = (scores: readonly Finished[], place: number): number => {
  let passed = 0
  for (const { percent, attempts } of scores) {
    passed += attempts
    if (place < passed) return percent
  }
  return scores.at(-1)?.percent ?? 0
}

export interface ScoreSummary {
  finished: number
  average: number | null
  median: number | null
  distribution: number[]
  bands: { scholarship_percent: number; attempts: number }[]
}

export const summaryOf = (counts: readonly ScoreCount[]): ScoreSummary => {
  const scores = finishedOf(counts)
  const finished = scores.reduce((sum, each) => sum + each.attempts, 0)
  const total = scores.reduce((sum, each) => sum + each.percent * each.attempts, 0)
  const distribution = Array.from({ length: 10 }, () => 0)
  for (const { percent, attempts } of scores) {
    const column = Math.min(9, Math.floor(percent / 10))
    distribution[column] = (distribution[column] ?? 0) + attempts
  }
  const bands = new Map<number, number>()
  for (const { percent, scholarship_percent: band, attempts } of counts)
    if (percent !== null && band !== null) bands.set(band, (bands.get(band) ?? 0) + attempts)
  return {
    finished,
    average: finished === 0 ? null : twoDecimals(total / finished),
    median:
      finished === 0
        ? null
        : twoDecimals(
            (atPlace(scores, Math.floor((finished - 1) / 2)) + atPlace(scores, Math.floor(finished / 2))) / 2,
          ),
    distribution,
    bands: [...bands]
      .toSorted(([a], [b]) => b - a)
      .map(([scholarship_percent, attempts]) => ({ scholarship_percent, attempts })),
  }
}

/** The percentile of each score among all finished attempts, as a learner sees it. */
export const percentilesOf = (counts: readonly ScoreCount[]): ((percent: number | null) => number | null) => {
  const scores = finishedOf(counts)
  const all = scores.reduce((sum, each) => sum + each.attempts, 0)
  const known = new Map<number, { below: number; equal: number }>()
  let below = 0
  for (const { percent, attempts } of scores) {
    const before = known.get(percent)
    if (before) before.equal += attempts
    else known.set(percent, { below, equal: attempts })
    below += attempts
  }
  return (percent) => {
    const rank = percent === null ? undefined : known.get(percent)
    return rank ? toPercentile({ ...rank, all }) : null
  }
}
