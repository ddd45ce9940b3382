/** Draft answers to video questions that the server has not marked yet, as saved on this device. Pure. */
import type { GivenAnswer } from '#contract/courses/quiz.ts'
import type { ShownVideoQuestion } from '#contract/courses/video-questions.ts'
import { mergeAnswers } from './quiz-draft.ts'

/** Keyed by the id of the video question. */
export type DraftAnswers = Readonly<Record<string, GivenAnswer>>

export const videoDraftKey = (itemId: number): string => `film:${itemId}`

/** The saved answers of unmarked questions that are still valid for them. */
export const parseVideoDraft = (
  stored: string | null,
  questions: readonly ShownVideoQuestion[],
): DraftAnswers => {
  try {
    const all = (JSON.parse(stored ?? 'null') ?? {}) as Record<string, GivenAnswer | undefined>
    return Object.fromEntries(
      questions.flatMap(({ id, question, answer }) => {
        const given = all[id]
        const valid = answer === null && given && mergeAnswers([question], [given])[question.id]
        return valid ? [[id, valid]] : []
      }),
    )
  } catch {
    return {}
  }
}
