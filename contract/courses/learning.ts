/** What a learner leaves inside a lesson: the place where one stopped, quiz drafts and attempts, notes and highlights. */
import * as z from 'zod/mini'
import { id, idParam, timestamp } from '../common.ts'
import { progressResult } from './courses.ts'
import { endpoint } from '../endpoint.ts'
import { givenAnswer, givenAnswers, quizGrade, shownQuestion } from './quiz.ts'
import { videoAnswer } from './video-questions.ts'

const itemParams = z.object({ clientId: idParam, itemId: idParam })

export const savePlace = endpoint({
  name: 'lessons.place',
  method: 'PUT',
  path: '/api/clients/{clientId}/items/{itemId}/place/',
  access: 'member',
  summary: 'Where the learner stopped in an article or a quiz; the last device wins',
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
  summary:
    'Answers that changed, not handed in; the others stay. What comes from before the last hand-in is dropped',
  params: itemParams,
  body: z.object({
    /** How many attempts had been made when this draft was begun. */
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
  summary: 'The own attempts of a quiz, newest first',
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
  summary: 'One own attempt with questions, answers and marks; right answers only once they may be seen',
  params: z.object({ clientId: idParam, itemId: idParam, attemptId: idParam }),
  response: quizReview,
})

/* ---- a question inside a film ---- */

export const answerVideoQuestion = endpoint({
  name: 'lessons.filmAnswer',
  method: 'PUT',
  path: '/api/clients/{clientId}/items/{itemId}/film-questions/{momentId}/',
  access: 'member',
  summary:
    'Answer a question inside a film and learn what is right; the first answer stays, a repeat reads it back',
  params: z.object({ clientId: idParam, itemId: idParam, momentId: z.uuid() }),
  body: z.object({ answer: givenAnswer }),
  response: z.extend(videoAnswer, { progress: progressResult }),
})

/* ---- notes ---- */

export const noteColours = ['yellow', 'green', 'blue', 'pink'] as const
export type NoteColour = (typeof noteColours)[number]
export const NOTE_MAX = 5000
export const NOTES_PER_ITEM_MAX = 500
const around = z.string().check(z.maxLength(64))

/**
 * In an article the quoted text with what stands around it: it is found again when the article was edited, and stays
 * readable when it is gone. In a video a second. Neither: the whole item.
 */
export const notePlace = z.object({
  paragraph: z.optional(z.int().check(z.minimum(0), z.maximum(100_000))),
  quote: z.optional(z.string().check(z.maxLength(1000))),
  before: z.optional(around),
  after: z.optional(around),
  second: z.optional(z.number().check(z.minimum(0), z.maximum(86_400))),
})
export type NotePlace = z.infer<typeof notePlace>

export const lessonNote = z.object({
  /** Made on the device. */
  id: z.uuid(),
  item_id: id,
  /** Empty for a bare highlight. */
  body: z.string(),
  colour: z.enum(noteColours),
  place: notePlace,
  created_at: timestamp,
  changed_at: timestamp,
})
export type LessonNote = z.infer<typeof lessonNote>

export const listNotes = endpoint({
  name: 'lessons.notes',
  method: 'GET',
  path: '/api/clients/{clientId}/items/{itemId}/notes/',
  access: 'member',
  summary: 'The own notes and highlights of one item, in the order of their places',
  params: itemParams,
  response: z.object({ results: z.array(lessonNote) }),
})

export const listCourseNotes = endpoint({
  name: 'lessons.courseNotes',
  method: 'GET',
  path: '/api/clients/{clientId}/courses/{courseId}/notes/',
  access: 'member',
  summary: 'All own notes of a course in course order, each with its lesson',
  params: z.object({ clientId: idParam, courseId: idParam }),
  response: z.object({
    results: z.array(z.extend(lessonNote, { topic_id: id, topic_title: z.string(), item_title: z.string() })),
  }),
})

const noteParams = z.object({ clientId: idParam, itemId: idParam, noteId: z.uuid() })
/** How long ago the person wrote it: of two devices the later change stays, whichever arrives last. */
const agoMs = z._default(z.optional(z.number().check(z.minimum(0), z.maximum(31 * 86_400_000))), 0)

export const saveNote = endpoint({
  name: 'lessons.saveNote',
  method: 'PUT',
  path: '/api/clients/{clientId}/items/{itemId}/notes/{noteId}/',
  access: 'member',
  summary: 'Write or change a note; harmless to repeat. An older change than the kept one changes nothing',
  params: noteParams,
  body: z.object({
    body: z.string().check(z.maxLength(NOTE_MAX), z.regex(/^[^\0]*$/)),
    colour: z.enum(noteColours),
    place: notePlace,
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
  summary: 'Remove a note; harmless to repeat',
  params: noteParams,
  response: z.undefined(),
  status: 204,
})
