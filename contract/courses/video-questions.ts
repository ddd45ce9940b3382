/**
 * Questions that pause a video: as an author writes them, as a learner sees them, and the answer.
 */
import * as z from 'zod/mini'
import { language } from '../common.ts'
import { givenAnswer, markedQuestion, shownQuestion, type DraftQuestion } from './quiz.ts'

/** Per video. */
export const VIDEO_QUESTIONS_MAX = 30
/** Each question is shown alone, so all of them can have the same id within their kind. */
export const VIDEO_QUESTION_ID = 1

export const videoSecond = z.number().check(z.minimum(0), z.maximum(86_400))
const videoQuestionFields = {
  /**
   * Made where the question is created; it stays when the question is edited or moved, and the answers stay
   * with it.
   */
  id: z.uuid(),
  second: videoSecond,
  /** True: the video continues only after an answer. False: it can be skipped. */
  required: z.boolean(),
}
/** Incomplete questions are stored as they are; publishing requires the full schema of a question. */
export const writtenVideoQuestion = z.object({
  ...videoQuestionFields,
  question: z.record(z.string(), z.unknown()),
})
export type WrittenVideoQuestion = z.infer<typeof writtenVideoQuestion>
/** The question as the editor uses it. */
export const questionOf = (videoQuestion: Pick<WrittenVideoQuestion, 'question'>) =>
  videoQuestion.question as unknown as DraftQuestion

/** The answer and at once the solution, because a question can be answered only once. */
export const videoAnswer = z.object({
  /** As it was shown. */
  question: shownQuestion,
  given: givenAnswer,
  mark: markedQuestion,
})
export type VideoAnswer = z.infer<typeof videoAnswer>

/** Contains nothing of the answer key before the answer (E8). */
const shownVideoQuestion = z.object({
  ...videoQuestionFields,
  question: shownQuestion,
  /** Language of its texts, if not the reader's. */
  language: z.optional(language),
  answer: z.nullable(videoAnswer),
})
export type ShownVideoQuestion = z.infer<typeof shownVideoQuestion>
/** In ascending order; absent without questions, and in previews. */
export const shownVideoQuestions = z.optional(z.array(shownVideoQuestion))
