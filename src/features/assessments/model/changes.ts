/** What a regrade changed between two versions of a result. */
import type { Result, TopicRef } from '#contract/assessments/shapes.ts'

export interface ResultChange {
  readonly right: readonly [before: number, after: number] | null
  readonly scholarship: readonly [before: number, after: number] | null
  /** The new value if it changed. */
  readonly passed: boolean | null
  readonly topics: readonly { topic: TopicRef; before: number; after: number; questions: number }[]
}

const changeOf = (before: number, after: number) => (before === after ? null : ([before, after] as const))

export const resultChange = (before: Result, after: Result): ResultChange => ({
  right: changeOf(before.right, after.right),
  scholarship: changeOf(before.scholarship_percent, after.scholarship_percent),
  passed: before.passed === after.passed ? null : after.passed,
  topics: after.topics.flatMap(({ topic, right, questions }) => {
    const previousRight = before.topics.find((each) => each.topic.id === topic.id)?.right
    return previousRight === undefined || previousRight === right
      ? []
      : [{ topic, before: previousRight, after: right, questions }]
  }),
})
