/** Practising one's own mistakes: questions of lesson quizzes that come back over days (rules: Learning). */
import * as z from 'zod/mini'
import { clientParams, day, id, language } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { givenAnswer, markedQuestion, shownQuestion } from './quiz.ts'

/** After the first, second, third and fourth right answer in a row a question comes back after so many days. */
export const PRACTICE_DAYS = [1, 3, 7, 16] as const
/** At most so many questions in one round. */
export const PRACTICE_ROUND = 10

const practiceQuestion = z.object({
  /** Without its answer key; options in the order of this round. */
  question: shownQuestion,
  /** Set if the question is not translated into the requested language: the language it is in. */
  language: z.optional(language),
  course_id: id,
  course_title: z.string(),
  topic_id: id,
  item_id: id,
  item_title: z.string(),
  /** Right answers in a row. */
  streak: z.int(),
})
export type PracticeQuestion = z.infer<typeof practiceQuestion>

const counts = {
  /** Due today or before. */
  due: z.int(),
  /** Due on a later day. */
  later: z.int(),
  /** Answered right often enough; they do not come back. */
  learned: z.int(),
  /** The next day with questions after today; null without one. */
  next_on: z.nullable(day),
}

export const getPractice = endpoint({
  name: 'courses.practice',
  method: 'GET',
  path: '/api/clients/{clientId}/student/practice/',
  access: 'member',
  feature: 'course',
  summary:
    "Get the questions that are due today among the caller's mistakes in lesson quizzes, longest due first",
  params: clientParams,
  response: z.object({ ...counts, questions: z.array(practiceQuestion) }),
})
export type Practice = z.infer<(typeof getPractice)['response']>

export const answerPractice = endpoint({
  name: 'courses.answerPractice',
  method: 'POST',
  path: '/api/clients/{clientId}/student/practice/answers/',
  access: 'member',
  feature: 'course',
  idempotency: 'key',
  summary: 'Answer a due question; a repeated answer id returns the first response, 409 if it is not due',
  params: clientParams,
  body: z.object({ idempotency_key: z.uuid(), answer: givenAnswer }),
  response: z.object({
    marked: markedQuestion,
    streak: z.int(),
    /** When it comes back; null once learned. */
    due_on: z.nullable(day),
  }),
  alsoFails: [409],
})
export type PracticeResult = z.infer<(typeof answerPractice)['response']>
