/**
 * Questions inside a film: it stops at their moment, asks, and goes on. As an author writes them, as a learner sees them,
 * and what came of an answer. No endpoint lives here.
 */
import * as z from 'zod/mini'
import { language } from '../common.ts'
import { givenAnswer, markedQuestion, shownQuestion, type AuthoredQuestionInput } from './quiz.ts'

/** In one film. */
export const VIDEO_QUESTIONS_MAX = 30
/** Each is asked alone: what it is called among the questions of its kind says nothing. */
export const VIDEO_QUESTION_ID = 1

export const videoSecond = z.number().check(z.minimum(0), z.maximum(86_400))
const head = {
  /** Made where the question is made; it stays while the question is rewritten or moved, and so do the answers. */
  id: z.uuid(),
  second: videoSecond,
  /** The film goes past it only once it was answered; else one may skip it. */
  required: z.boolean(),
}
/** Half-written ones are kept as they are; publishing asks for the full schema of a question. */
export const writtenVideoQuestion = z.object({ ...head, question: z.record(z.string(), z.unknown()) })
export type WrittenVideoQuestion = z.infer<typeof writtenVideoQuestion>
/** The question of one as the editor knows it. */
export const questionOf = (one: Pick<WrittenVideoQuestion, 'question'>) =>
  one.question as unknown as AuthoredQuestionInput

/** What was answered, and at once what is right: one answers once. */
export const videoAnswer = z.object({
  /** As it was asked. */
  question: shownQuestion,
  given: givenAnswer,
  mark: markedQuestion,
})
export type VideoAnswer = z.infer<typeof videoAnswer>

/** Nothing of the key (TRUST E8) before the answer is in. */
const shownVideoQuestion = z.object({
  ...head,
  question: shownQuestion,
  /** Of its words, where they are not in the reader's language. */
  language: z.optional(language),
  answer: z.nullable(videoAnswer),
})
export type ShownVideoQuestion = z.infer<typeof shownVideoQuestion>
/** Of one film, ascending; absent where it asks nothing, and for who only looks. */
export const shownVideoQuestions = z.optional(z.array(shownVideoQuestion))
