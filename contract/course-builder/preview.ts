/**
 * The draft of a course as a learner would see it. Nothing is stored. Positions in the draft serve as ids
 * (the first
 * topic is 1); answers are marked and discarded.
 */
import * as z from 'zod/mini'
import { id, idParam, language } from '../common.ts'
import { nodeKey } from './draft.ts'
import { outlineSection } from '../courses/outline.ts'
import { topicPage } from '../courses/topic-page.ts'
import { endpoint } from '../endpoint.ts'
import { problemAnswer, runOutput, shownProblem, submission, TESTS_MAX } from '../problems/problems.ts'
import { givenAnswer, givenAnswers, quizGrade, quizStatus } from '../courses/quiz.ts'
import { videoAnswer } from '../courses/video-questions.ts'

const COURSE = '/api/clients/{clientId}/admin/courses/{courseId}/preview/' as const
const courseParams = z.object({ clientId: idParam, courseId: idParam })

export const coursePreview = z.object({
  page: topicPage,
  sections: z.array(outlineSection),
  /** Keys of the items, so that input in the preview stays with its item when the order changes. */
  items: z.array(z.object({ id, key: nodeKey })),
  /** Problems of the topic. */
  problems: z.array(
    z.object({
      item_id: id,
      problem: shownProblem,
      /** In full, for the author: the preview opens it by the learner's rule. */
      help: z.optional(
        z.object({
          hints: z.array(z.object({ id: z.uuid(), text: z.string(), after: z.int() })),
          solution: z.string(),
          solution_after: z.nullable(z.int()),
        }),
      ),
    }),
  ),
  /** Incomplete items of the topic: their incomplete questions, or all of their content, are left out. */
  unfinished: z.array(id),
})
export type CoursePreview = z.infer<typeof coursePreview>

export const previewTopic = endpoint({
  name: 'builder.preview',
  method: 'GET',
  path: `${COURSE}topics/{topic}/`,
  access: 'staff',
  feature: 'admin_course_builder',
  opensFiles: true,
  summary: 'Preview one topic of the saved draft in one language',
  params: z.extend(courseParams, { topic: idParam }),
  query: z.object({ language: z.optional(language) }),
  response: coursePreview,
})

export const previewQuiz = endpoint({
  name: 'builder.previewQuiz',
  method: 'POST',
  path: `${COURSE}quiz/`,
  access: 'staff',
  feature: 'admin_course_builder',
  idempotency: 'natural',
  summary: 'Mark answers to a quiz of the draft; stores nothing',
  params: courseParams,
  body: z.object({
    item: nodeKey,
    answers: givenAnswers,
    language: z.optional(language),
    /** Earlier attempts, as the preview page remembers them. */
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
  feature: 'admin_course_builder',
  idempotency: 'natural',
  summary: 'Mark an answer to a video question of the draft; stores nothing',
  params: courseParams,
  body: z.object({ item: nodeKey, question: z.uuid(), answer: givenAnswer, language: z.optional(language) }),
  response: videoAnswer,
})

export const previewTests = endpoint({
  name: 'builder.previewTests',
  method: 'GET',
  path: `${COURSE}problems/{item}/tests/`,
  access: 'staff',
  feature: 'admin_course_builder',
  summary: 'Get the inputs of all tests of a problem of the draft',
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
  feature: 'admin_course_builder',
  idempotency: 'natural',
  summary: 'Judge an answer to a problem of the draft; stores nothing',
  params: z.extend(courseParams, { item: nodeKey }),
  body: z.object({
    answer: problemAnswer,
    outputs: z._default(z.optional(z.array(runOutput).check(z.maxLength(TESTS_MAX))), []),
  }),
  response: submission,
  bodyLimitBytes: 8 * 1_048_576,
})
