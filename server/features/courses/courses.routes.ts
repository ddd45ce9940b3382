import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/courses/courses.ts'
import { registerCatalogueRoutes } from './catalogue/catalogue.routes.ts'
import { searchCourse } from '#contract/courses/search.ts'
import * as lessons from '#contract/courses/learning.ts'
import { mount, type Border } from '#server/core/http/pipeline.ts'
import type { CoursesContext } from './courses.cache.ts'
import { courseDetail } from './catalogue/detail.service.ts'
import { answerFilm } from './learning/video/video-questions.service.ts'
import { enrol, unenrol } from './enrolment/enrolment.service.ts'
import { learningHome } from './catalogue/home.service.ts'
import { coursePage } from './catalogue/list.service.ts'
import { completeArticle, keepPlace, saveVideo } from './learning/progress.service.ts'
import { courseNotes, keepNote, notesOf, removeNote } from './learning/notes.service.ts'
import { handInQuiz, keepDraft, quizAttempts, quizReview } from './learning/quiz/quiz.service.ts'
import { createSearchTexts, findInCourse } from './learning/search.service.ts'
import { topicPage } from './learning/topic.service.ts'

export const registerCourseRoutes = (app: FastifyInstance, border: Border, context: CoursesContext): void => {
  mount(app, border, contract.listCourses, (scope, { query }) => coursePage(context, scope, query))
  registerCatalogueRoutes(app, border, context)
  mount(app, border, contract.getCourse, (scope, { params }) => courseDetail(context, scope, params.courseId))
  mount(app, border, contract.enrol, (scope, { params }) => enrol(context, scope, params.courseId))
  mount(app, border, contract.unenrol, (scope, { params }) => unenrol(context, scope, params.courseId))
  mount(app, border, contract.getTopic, (scope, { params }) =>
    topicPage(context, scope, { courseId: params.courseId, topicId: params.submoduleId }),
  )
  mount(app, border, contract.completeArticle, (scope, { params }) =>
    completeArticle(context, scope, params.itemId),
  )
  mount(app, border, contract.saveVideoProgress, (scope, { params, body }) =>
    saveVideo(context, scope, params.itemId, body),
  )
  mount(app, border, contract.submitQuiz, (scope, { params, body }) =>
    handInQuiz(context, scope, params.itemId, body),
  )
  mount(app, border, lessons.savePlace, (scope, { params, body }) =>
    keepPlace(context, scope, params.itemId, body),
  )
  mount(app, border, lessons.saveQuizDraft, (scope, { params, body }) =>
    keepDraft(scope, params.itemId, body),
  )
  mount(app, border, lessons.listQuizAttempts, (scope, { params }) => quizAttempts(scope, params.itemId))
  mount(app, border, lessons.getQuizAttempt, (scope, { params }) =>
    quizReview(scope, params.itemId, params.attemptId),
  )
  mount(app, border, lessons.answerFilmQuestion, (scope, { params, body }) =>
    answerFilm(context, scope, { itemId: params.itemId, questionId: params.momentId }, body.answer),
  )
  mount(app, border, lessons.listNotes, (scope, { params }) => notesOf(context, scope, params.itemId))
  mount(app, border, lessons.listCourseNotes, (scope, { params }) =>
    courseNotes(context, scope, params.courseId),
  )
  mount(app, border, lessons.saveNote, (scope, { params, body }) =>
    keepNote(context, scope, { itemId: params.itemId, noteId: params.noteId }, body),
  )
  mount(app, border, lessons.deleteNote, (scope, { params }) =>
    removeNote(scope, params.itemId, params.noteId),
  )
  const texts = createSearchTexts(context.changes)
  mount(app, border, searchCourse, (scope, { params, query }) =>
    findInCourse({ ...context, texts }, scope, params.courseId, query.q ?? ''),
  )
  mount(app, border, contract.getLearningHome, (scope) => learningHome(context, scope))
}
