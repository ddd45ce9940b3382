/** Answers of a quiz until they are submitted: kept on the device, with the key under which they count once. */
import { v4 as uuid } from 'uuid'
import type { QuizItem } from '#contract/courses.ts'
import type { SafeStorage } from '#src/core/storage/safe-storage.ts'

export interface QuizDraft {
  /** Question id to choice id. */
  answers: Record<number, number>
  /** Sending the same answers again uses the same key; other answers are another attempt. */
  key: string
}

export const emptyDraft = (newKey: () => string = uuid): QuizDraft => ({ answers: {}, key: newKey() })

export const withAnswer = (
  draft: QuizDraft,
  questionId: number,
  choiceId: number,
  newKey: () => string = uuid,
): QuizDraft =>
  draft.answers[questionId] === choiceId
    ? draft
    : { answers: { ...draft.answers, [questionId]: choiceId }, key: newKey() }

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** What was kept, as far as it still fits the quiz: questions and choices may have changed since. */
export const readDraft = (
  storage: Pick<SafeStorage, 'get'>,
  key: string,
  questions: QuizItem['questions'],
): QuizDraft => {
  try {
    const kept = JSON.parse(storage.get(key) ?? 'null') as Partial<QuizDraft> | null
    if (!kept || typeof kept.key !== 'string' || !UUID.test(kept.key)) return emptyDraft()
    const answers: Record<number, number> = {}
    for (const question of questions) {
      const choice = kept.answers?.[question.id]
      if (question.choices.some((known) => known.id === choice)) answers[question.id] = choice as number
    }
    const whole = Object.keys(kept.answers ?? {}).length === Object.keys(answers).length
    return whole ? { answers, key: kept.key } : { ...emptyDraft(), answers }
  } catch {
    return emptyDraft()
  }
}

export const keepDraft = (storage: SafeStorage, key: string, draft: QuizDraft) => {
  if (Object.keys(draft.answers).length === 0) storage.remove(key)
  else storage.set(key, JSON.stringify(draft))
}
