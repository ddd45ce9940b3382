/** Which stored question a written one is, when it came without its id: drafts learn ids only when they are made anew. */
import type { AuthoredQuestion } from '#contract/courses/quiz.ts'

export interface StoredQuestion {
  readonly id: number
  readonly authored: unknown
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
/** Ids of options, items and pairs: random, and kept when words change. */
const partsOf = (question: unknown): string[] => JSON.stringify(question).match(UUID) ?? []
const wordsOf = (question: unknown): string => {
  const { kind, prompt } = question as { kind?: unknown; prompt?: unknown }
  return JSON.stringify([kind, prompt])
}

/**
 * The questions with the ids that they have for learners: by their own id, else by a part they share, else by the same
 * words. Each stored question is taken once, so that drafts, places and marks keep their meaning (RULES "Learning").
 */
export const withKnownIds = (
  questions: readonly AuthoredQuestion[],
  stored: readonly StoredQuestion[],
): AuthoredQuestion[] => {
  const free = new Map(stored.map(({ id, authored }) => [id, authored]))
  const named = questions.map((question) => {
    const { id, ...rest } = question
    if (id !== undefined && free.delete(id)) return question
    return rest as AuthoredQuestion
  })
  const claim = (question: AuthoredQuestion, same: (authored: unknown) => boolean): AuthoredQuestion => {
    if (question.id !== undefined) return question
    const found = [...free].find(([, authored]) => same(authored))
    if (!found) return question
    free.delete(found[0])
    return { ...question, id: found[0] }
  }
  const byParts = named.map((question) => {
    const parts = new Set(partsOf(question))
    return claim(question, (authored) => partsOf(authored).some((part) => parts.has(part)))
  })
  return byParts.map((question) => claim(question, (authored) => wordsOf(authored) === wordsOf(question)))
}
