/** What a regrade changed, told from two versions of a result. Pure. */
import type { Result, TopicRef } from '#contract/assessments/shapes.ts'

export interface ResultChange {
  readonly right: readonly [before: number, after: number] | null
  readonly scholarship: readonly [before: number, after: number] | null
  /** What it is now, when it was something else before. */
  readonly passed: boolean | null
  readonly topics: readonly { topic: TopicRef; before: number; after: number; questions: number }[]
}

const differing = (before: number, after: number) => (before === after ? null : ([before, after] as const))

export const resultChange = (before: Result, after: Result): ResultChange => ({
  right: differing(before.right, after.right),
  scholarship: differing(before.scholarship_percent, after.scholarship_percent),
  passed: before.passed === after.passed ? null : after.passed,
  topics: after.topics.flatMap(({ topic, right, questions }) => {
    const was = before.topics.find((each) => each.topic.id === topic.id)?.right
    return was === undefined || was === right ? [] : [{ topic, before: was, after: right, questions }]
  }),
})
