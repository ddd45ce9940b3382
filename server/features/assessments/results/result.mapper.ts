import { PERCENTILE_FROM, type Appeal, type LateAnswer, type Result } from '#contract/assessments/shapes.ts'
import type { ResultPage } from '#contract/assessments/results.ts'
import { toTopic } from '../attempts/attempt.mapper.ts'
import type { AttemptRow, TopicRow } from '../attempts/attempts.repository.ts'
import type { LateRow, Rank, ResultVersionRow } from './results.repository.ts'

const twoDecimals = (value: number) => Math.round(value * 100) / 100

export const toResult = (row: ResultVersionRow, topics: readonly TopicRow[]): Result => ({
  version: row.version,
  right: row.right_answers,
  questions: row.questions,
  percent: row.percent,
  passed: row.passed,
  scholarship_percent: row.scholarship_percent,
  // In the tenant's order of topics.
  topics: topics.flatMap((topic) => {
    const stored = row.topics.find((each) => each.topic_id === topic.id)
    if (!stored) return []
    const { right, questions } = stored
    return [{ topic: toTopic(topic), right, questions, percent: twoDecimals((100 * right) / questions) }]
  }),
  reason: row.reason,
  at: row.at.toISOString(),
})

/**
 * Percentile rank: the share of finished attempts with a lower score, counting equal ones half. Null while there are
 * too few.
 */
export const toPercentile = ({ below, equal, all }: Rank): number | null =>
  all < PERCENTILE_FROM ? null : twoDecimals((100 * (below + equal / 2)) / all)

export const toLate = (row: LateRow): LateAnswer => ({
  id: row.id,
  position: row.position,
  choice: row.choice,
  given_at: row.given_at.toISOString(),
  received_at: row.received_at.toISOString(),
  why: row.why,
  counted: row.counted_at
    ? { reason: row.counted_reason ?? '', by: row.by ?? '', at: row.counted_at.toISOString() }
    : null,
})

export const toDecision = (row: AttemptRow): ResultPage['decision'] =>
  row.decision && row.decision_at
    ? {
        decision: row.decision,
        note: row.decision_note ?? '',
        by: row.decision_by ?? '',
        at: row.decision_at.toISOString(),
      }
    : null

export const toAppeal = (row: AttemptRow): Appeal | null =>
  row.appeal_text === null || row.appeal_at === null
    ? null
    : {
        text: row.appeal_text,
        at: row.appeal_at.toISOString(),
        answer:
          row.appeal_outcome && row.appeal_answered_at
            ? {
                outcome: row.appeal_outcome,
                text: row.appeal_answer ?? '',
                by: row.appeal_by ?? '',
                at: row.appeal_answered_at.toISOString(),
              }
            : null,
      }
