/** Averages, charts and percentiles from the number of attempts with each score. */
import type { ScoreCount } from './rows.repository.ts'
import { toPercentile } from '../results/result.mapper.ts'

const twoDecimals = (value: number) => Math.round(value * 100) / 100

interface FinishedScore {
  percent: number
  attempts: number
}
/** Sorted by score, lowest first. */
const finishedScores = (counts: readonly ScoreCount[]): FinishedScore[] =>
  counts
    .flatMap(({ percent, attempts }) => (percent === null ? [] : [{ percent, attempts }]))
    .toSorted((a, b) => a.percent - b.percent)

const scoreAt = (scores: readonly FinishedScore[], index: number): number => {
  let covered = 0
  for (const { percent, attempts } of scores) {
    covered += attempts
    if (index < covered) return percent
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
  const scores = finishedScores(counts)
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
            (scoreAt(scores, Math.floor((finished - 1) / 2)) + scoreAt(scores, Math.floor(finished / 2))) / 2,
          ),
    distribution,
    bands: [...bands]
      .toSorted(([a], [b]) => b - a)
      .map(([scholarship_percent, attempts]) => ({ scholarship_percent, attempts })),
  }
}

/** The percentile of each score among all finished attempts, as learners see it. */
export const percentilesOf = (counts: readonly ScoreCount[]): ((percent: number | null) => number | null) => {
  const scores = finishedScores(counts)
  const all = scores.reduce((sum, each) => sum + each.attempts, 0)
  const countsByScore = new Map<number, { below: number; equal: number }>()
  let below = 0
  for (const { percent, attempts } of scores) {
    const before = countsByScore.get(percent)
    if (before) before.equal += attempts
    else countsByScore.set(percent, { below, equal: attempts })
    below += attempts
  }
  return (percent) => {
    const rank = percent === null ? undefined : countsByScore.get(percent)
    return rank ? toPercentile({ ...rank, all }) : null
  }
}
