/**
 * The draft of a course as a learner would meet it. Nothing is stored: places in the draft stand for ids (the first
 * topic is 1), and what is handed in is judged and forgotten.
 */
import * as z from 'zod/mini'
import { id, idParam, language } from '../common.ts'
import { nodeKey } from './draft.ts'
import { outlineSection, topicPage } from '../courses/courses.ts'
import { endpoint } from '../endpoint.ts'
import { problemAnswer, runOutput, shownProblem, submission, TESTS_MAX } from '../problems/problems.ts'
import { givenAnswer, givenAnswers, quizGrade, quizStatus } from '../courses/quiz.ts'
import { videoAnswer } from '../courses/video-questions.ts'

const COURSE = '/api/clients/{clientId}/admin/courses/{courseId}/preview/' as const
const courseParams = z.object({ clientId: idParam, courseId: idParam })

export const coursePreview = z.object({
  page: topicPage,
  sections: z.array(outlineSection),
  /** By item: what was made in the preview stays with its item when the order changes. */
  items: z.array(z.object({ id, key: nodeKey })),
  /** Of the topic's items. */
  problems: z.array(z.object({ item_id: id, problem: shownProblem })),
  /** Items of the topic that are half-written: their questions, or all of them, are left out here. */
  unfinished: z.array(id),
})
export type CoursePreview = z.infer<typeof coursePreview>

export const previewTopic = endpoint({
  name: 'builder.preview',
  method: 'GET',
  path: `${COURSE}topics/{topic}/`,
  access: 'staff',
  summary: 'One topic of the saved draft in the form learners get, in one language',
  params: z.extend(courseParams, { topic: idParam }),
  query: z.object({ language: z.optional(language) }),
  response: coursePreview,
})

export const previewQuiz = endpoint({
  name: 'builder.previewQuiz',
  method: 'POST',
  path: `${COURSE}quiz/`,
  access: 'staff',
  summary: 'Marks answers to a quiz of the draft; keeps nothing',
  params: courseParams,
  body: z.object({
    item: nodeKey,
    answers: givenAnswers,
    language: z.optional(language),
    /** What the preview remembers of earlier attempts. */
    attempts: z.int().check(z.minimum(0), z.maximum(1000)),
    best_percent: z.nullable(z.int().check(z.minimum(0), z.maximum(100))),
  }),
  response: z.extend(quizGrade, { standing: quizStatus }),
})

export const previewVideoQuestion = endpoint({
  name: 'builder.previewFilmQuestion',
  method: 'POST',
  path: `${COURSE}film-question/`,
  access: 'staff',
  summary: 'Marks an answer to a question inside a film of the draft; keeps nothing',
  params: courseParams,
  body: z.object({ item: nodeKey, question: z.uuid(), answer: givenAnswer, language: z.optional(language) }),
  response: videoAnswer,
})

export const previewTests = endpoint({
  name: 'builder.previewTests',
  method: 'GET',
  path: `${COURSE}problems/{item}/tests/`,
  access: 'staff',
  summary: 'The inputs of all tests of a problem of the draft',
  params: z.extend(courseParams, { item: nodeKey }),
  response: z.object({
    tests: z.array(z.object({ id: z.uuid(), hidden: z.boolean(), input: z.string() })),
  }),
})

export const previewProblem = endpoint({
  name: 'builder.previewProblem',
  method: 'POST',
  path: `${COURSE}problems/{item}/`,
  access: 'staff',
  summary: 'Judges an answer to a problem of the draft; keeps nothing',
  params: z.extend(courseParams, { item: nodeKey }),
  body: z.object({
    answer: problemAnswer,
    outputs: z._default(z.optional(z.array(runOutput).check(z.maxLength(TESTS_MAX))), []),
  }),
  response: submission,
  bodyLimitBytes: 8 * 1_048_576,
})
