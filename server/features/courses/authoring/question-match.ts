/**
 * Matches drafted questions to stored ones. A question that is new in the draft has no id until the draft is read
 * again.
 */
import type { AuthoredQuestion } from '#contract/courses/quiz.ts'

export interface StoredQuestion {
  readonly id: number
  readonly authored: unknown
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
/** Ids of options, items and pairs: random, and unchanged when texts change. */
const partIdsOf = (question: unknown): string[] => JSON.stringify(question).match(UUID) ?? []
const textOf = (question: unknown): string => {
  const { kind, prompt } = question as { kind?: unknown; prompt?: unknown }
  return JSON.stringify([kind, prompt])
}

/**
 * Gives questions the ids that learners know them by: by their own id, else by a shared part, else by the same text.
 * Each stored question is matched once, so that drafts, locations and marks stay valid (rules: Learning).
 */
export const withKnownIds = (
  questions: readonly AuthoredQuestion[],
  stored: readonly StoredQuestion[],
): AuthoredQuestion[] => {
  const unmatched = new Map(stored.map(({ id, authored }) => [id, authored]))
  const withOwnIds = questions.map((question) => {
    const { id, ...rest } = question
    if (id !== undefined && unmatched.delete(id)) return question
    return rest as AuthoredQuestion
  })
  const match = (question: AuthoredQuestion, isSame: (authored: unknown) => boolean): AuthoredQuestion => {
    if (question.id !== undefined) return question
    const found = [...unmatched].find(([, authored]) => isSame(authored))
    if (!found) return question
    unmatched.delete(found[0])
    return { ...question, id: found[0] }
  }
  const byParts = withOwnIds.map((question) => {
    const parts = new Set(partIdsOf(question))
    return match(question, (authored) => partIdsOf(authored).some((part) => parts.has(part)))
  })
  return byParts.map((question) => match(question, (authored) => textOf(authored) === textOf(question)))
}
