/** What a result leads to. */
import type { Result } from '#contract/assessments/shapes.ts'

/** Below this a comparison with others discourages and helps nobody. */
const HELPFUL_PERCENTILE = 50

export const isHelpfulPercentile = (percentile: number | null): percentile is number =>
  percentile !== null && percentile >= HELPFUL_PERCENTILE

/** The topic with the lowest percentage, of equal ones the larger; null when everything is right. */
export const weakestTopic = (topics: Result['topics']): Result['topics'][number] | null =>
  topics
    .filter(({ right, questions }) => right < questions)
    .toSorted((a, b) => a.percent - b.percent || b.questions - a.questions)[0] ?? null
