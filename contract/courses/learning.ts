/** What a learner stores inside a lesson: position, quiz drafts and attempts, notes and highlights. */
import * as z from 'zod/mini'
import { id, idParam, timestamp } from '../common.ts'
import { progressResult } from './progress.ts'
import { endpoint } from '../endpoint.ts'
import { givenAnswer, givenAnswers, quizGrade, shownQuestion } from './quiz.ts'
import { videoAnswer } from './video-questions.ts'

const itemParams = z.object({ clientId: idParam, itemId: idParam })

export const savePlace = endpoint({
  name: 'lessons.place',
  method: 'PUT',
  path: '/api/clients/{clientId}/items/{itemId}/place/',
  access: 'member',
  feature: 'course',
  summary: 'Save where the learner stopped in an article or a quiz; the last device wins',
  params: itemParams,
  body: z.object({
    /** Block of an article, counted from 0. */
    paragraph: z.optional(z.int().check(z.minimum(0), z.maximum(100_000))),
    question_id: z.optional(id),
  }),
  response: progressResult,
})

/* ---- quiz ---- */

export const saveQuizDraft = endpoint({
  name: 'lessons.quizDraft',
  method: 'PUT',
  path: '/api/clients/{clientId}/items/{itemId}/quiz-draft/',
  access: 'member',
  feature: 'course',
  summary:
    'Save changed answers without handing them in; the others stay. Changes from before the last hand-in are ignored',
  params: itemParams,
  body: z.object({
    /** Number of attempts when this draft was started. */
    attempt: z.int().check(z.minimum(0), z.maximum(100_000)),
    answers: givenAnswers,
  }),
  response: z.object({ kept: z.boolean() }),
})

export const quizAttemptSummary = z.object({
  id,
  percent: z.int(),
  passed: z.boolean(),
  created_at: timestamp,
})
export type QuizAttemptSummary = z.infer<typeof quizAttemptSummary>

export const ATTEMPTS_SHOWN = 100
export const listQuizAttempts = endpoint({
  name: 'lessons.quizAttempts',
  method: 'GET',
  path: '/api/clients/{clientId}/items/{itemId}/quiz-attempts/',
  access: 'member',
  feature: 'course',
  offline: 'cache',
  summary: "List the caller's attempts at a quiz, newest first",
  params: itemParams,
  response: z.object({ results: z.array(quizAttemptSummary) }),
})

/** An attempt with the questions as they were when answered. */
export const quizReview = z.extend(quizAttemptSummary, {
  grade: quizGrade,
  shown: z.array(shownQuestion),
  answers: givenAnswers,
})
export type QuizReview = z.infer<typeof quizReview>

export const getQuizAttempt = endpoint({
  name: 'lessons.quizAttempt',
  method: 'GET',
  path: '/api/clients/{clientId}/items/{itemId}/quiz-attempts/{attemptId}/',
  access: 'member',
  feature: 'course',
  summary:
    "Get one of the caller's attempts with questions, answers and marks; solutions only once they may be seen",
  params: z.object({ clientId: idParam, itemId: idParam, attemptId: idParam }),
  response: quizReview,
})

/* ---- video questions ---- */

export const answerVideoQuestion = endpoint({
  name: 'lessons.filmAnswer',
  method: 'PUT',
  path: '/api/clients/{clientId}/items/{itemId}/film-questions/{momentId}/',
  access: 'member',
  feature: 'course',
  summary: 'Answer a video question and get the solution; the first answer stays, a repeat returns it',
  params: z.object({ clientId: idParam, itemId: idParam, momentId: z.uuid() }),
  body: z.object({ answer: givenAnswer }),
  response: z.extend(videoAnswer, { progress: progressResult }),
})

/* ---- notes ---- */

export const noteColours = ['yellow', 'green', 'blue', 'pink'] as const
export type NoteColour = (typeof noteColours)[number]
export const NOTE_MAX = 5000
export const NOTES_PER_ITEM_MAX = 500
const contextText = z.string().check(z.maxLength(64))

/**
 * In an article: the quoted text with its context, so that it is found after the article was edited and stays
 * readable when it is gone. In a video: a second. Neither: the whole item.
 */
export const noteAnchor = z.object({
  paragraph: z.optional(z.int().check(z.minimum(0), z.maximum(100_000))),
  quote: z.optional(z.string().check(z.maxLength(1000))),
  before: z.optional(contextText),
  after: z.optional(contextText),
  second: z.optional(z.number().check(z.minimum(0), z.maximum(86_400))),
})
export type NotePlace = z.infer<typeof noteAnchor>

export const lessonNote = z.object({
  /** Made on the device. */
  id: z.uuid(),
  item_id: id,
  /** Empty for a highlight without a note. */
  body: z.string(),
  colour: z.enum(noteColours),
  place: noteAnchor,
  created_at: timestamp,
  changed_at: timestamp,
})
export type LessonNote = z.infer<typeof lessonNote>

export const listNotes = endpoint({
  name: 'lessons.notes',
  method: 'GET',
  path: '/api/clients/{clientId}/items/{itemId}/notes/',
  access: 'member',
  feature: 'course',
  inSupportView: 'refused',
  offline: 'cache',
  summary: "List the caller's notes and highlights of one item, in the order of their positions",
  params: itemParams,
  response: z.object({ results: z.array(lessonNote) }),
})

export const listCourseNotes = endpoint({
  name: 'lessons.courseNotes',
  method: 'GET',
  path: '/api/clients/{clientId}/courses/{courseId}/notes/',
  access: 'member',
  feature: 'course',
  inSupportView: 'refused',
  offline: 'cache',
  summary: "List all the caller's notes of a course in course order, each with its lesson",
  params: z.object({ clientId: idParam, courseId: idParam }),
  response: z.object({
    results: z.array(z.extend(lessonNote, { topic_id: id, topic_title: z.string(), item_title: z.string() })),
  }),
})

const noteParams = z.object({ clientId: idParam, itemId: idParam, noteId: z.uuid() })
/** How long ago the person wrote it: of two devices the later change wins, whichever arrives last. */
const agoMs = z._default(z.optional(z.number().check(z.minimum(0), z.maximum(31 * 86_400_000))), 0)

export const saveNote = endpoint({
  name: 'lessons.saveNote',
  method: 'PUT',
  path: '/api/clients/{clientId}/items/{itemId}/notes/{noteId}/',
  access: 'member',
  feature: 'course',
  summary: 'Create or update a note; safe to repeat. A change older than the stored one is ignored',
  params: noteParams,
  body: z.object({
    body: z.string().check(z.maxLength(NOTE_MAX), z.regex(/^[^\0]*$/)),
    colour: z.enum(noteColours),
    place: noteAnchor,
    changed_ago_ms: agoMs,
  }),
  response: lessonNote,
  alsoFails: [409],
})

export const deleteNote = endpoint({
  name: 'lessons.deleteNote',
  method: 'DELETE',
  path: '/api/clients/{clientId}/items/{itemId}/notes/{noteId}/',
  access: 'member',
  feature: 'course',
  summary: 'Delete a note; safe to repeat',
  params: noteParams,
  response: z.undefined(),
  status: 204,
})
