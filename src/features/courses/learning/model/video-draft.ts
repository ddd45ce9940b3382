/** What was chosen for questions of a film and not marked yet, as the device keeps it. Pure. */
import type { GivenAnswer } from '#contract/courses/quiz.ts'
import type { ShownVideoQuestion } from '#contract/courses/video-questions.ts'
import { mergeAnswers } from './quiz-draft.ts'

/** By the id of the question in the film. */
export type DraftAnswers = Readonly<Record<string, GivenAnswer>>

export const videoDraftKey = (itemId: number): string => `film:${itemId}`

/** What still waits to be marked and fits the question as it is now. */
export const parseVideoDraft = (
  kept: string | null,
  questions: readonly ShownVideoQuestion[],
): DraftAnswers => {
  try {
    const all = (JSON.parse(kept ?? 'null') ?? {}) as Record<string, GivenAnswer | undefined>
    return Object.fromEntries(
      questions.flatMap(({ id, question, answer }) => {
        const given = all[id]
        const fitting = answer === null && given && mergeAnswers([question], [given])[question.id]
        return fitting ? [[id, fitting]] : []
      }),
    )
  } catch {
    return {}
  }
}
