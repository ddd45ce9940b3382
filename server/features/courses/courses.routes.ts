import type { FastifyInstance } from 'fastify'
import { listCourses } from '#contract/courses/catalogue.ts'
import * as enrolment from '#contract/courses/enrolment.ts'
import { getLearningHome } from '#contract/courses/learning-home.ts'
import { getCourse } from '#contract/courses/outline.ts'
import { answerPractice, getPractice } from '#contract/courses/practice.ts'
import * as progress from '#contract/courses/progress.ts'
import { getTopic } from '#contract/courses/topic-page.ts'
import { registerCatalogueRoutes } from './catalogue/catalogue.routes.ts'
import { searchCourse } from '#contract/courses/search.ts'
import * as lessons from '#contract/courses/learning.ts'
import { mount, type RequestPipeline } from '#server/core/http/pipeline.ts'
import type { CoursesContext } from './courses.cache.ts'
import { courseDetail } from './catalogue/detail.service.ts'
import { answerVideo } from './learning/video/video-questions.service.ts'
import { enrol, unenrol } from './enrolment/enrolment.service.ts'
import { learningHome, type HomeDependencies } from './catalogue/home.service.ts'
import { coursePage } from './catalogue/list.service.ts'
import { answerPractised, practice } from './learning/practice/practice.service.ts'
import { completeArticle, saveLocation, saveVideo } from './learning/progress.service.ts'
import { courseNotes, upsertNote, notesOf, removeNote } from './learning/notes.service.ts'
import { submitAttempt, updateDraft, quizAttempts, quizReview } from './learning/quiz/quiz.service.ts'
import { createSearchTexts, findInCourse } from './learning/search.service.ts'
import { topicPage } from './learning/topic.service.ts'

export const registerCourseRoutes = (
  app: FastifyInstance,
  pipeline: RequestPipeline,
  context: CoursesContext,
  dependencies: HomeDependencies,
): void => {
  mount(app, pipeline, listCourses, (scope, { query }) => coursePage(context, scope, query))
  registerCatalogueRoutes(app, pipeline, context)
  mount(app, pipeline, getCourse, (scope, { params }) => courseDetail(context, scope, params.courseId))
  mount(app, pipeline, enrolment.enrol, (scope, { params }) => enrol(context, scope, params.courseId))
  mount(app, pipeline, enrolment.unenrol, (scope, { params }) => unenrol(context, scope, params.courseId))
  mount(app, pipeline, getTopic, (scope, { params }) =>
    topicPage(context, scope, { courseId: params.courseId, topicId: params.submoduleId }),
  )
  mount(app, pipeline, progress.completeArticle, (scope, { params }) =>
    completeArticle(context, scope, params.itemId),
  )
  mount(app, pipeline, progress.saveVideoProgress, (scope, { params, body }) =>
    saveVideo(context, scope, params.itemId, body),
  )
  mount(app, pipeline, progress.submitQuiz, (scope, { params, body }) =>
    submitAttempt(context, scope, params.itemId, body),
  )
  mount(app, pipeline, lessons.savePlace, (scope, { params, body }) =>
    saveLocation(context, scope, params.itemId, body),
  )
  mount(app, pipeline, lessons.saveQuizDraft, (scope, { params, body }) =>
    updateDraft(scope, params.itemId, body),
  )
  mount(app, pipeline, lessons.listQuizAttempts, (scope, { params }) => quizAttempts(scope, params.itemId))
  mount(app, pipeline, lessons.getQuizAttempt, (scope, { params }) =>
    quizReview(scope, params.itemId, params.attemptId),
  )
  mount(app, pipeline, lessons.answerVideoQuestion, (scope, { params, body }) =>
    answerVideo(context, scope, { itemId: params.itemId, questionId: params.momentId }, body.answer),
  )
  mount(app, pipeline, lessons.listNotes, (scope, { params }) => notesOf(context, scope, params.itemId))
  mount(app, pipeline, lessons.listCourseNotes, (scope, { params }) =>
    courseNotes(context, scope, params.courseId),
  )
  mount(app, pipeline, lessons.saveNote, (scope, { params, body }) =>
    upsertNote(context, scope, { itemId: params.itemId, noteId: params.noteId }, body),
  )
  mount(app, pipeline, lessons.deleteNote, (scope, { params }) =>
    removeNote(scope, params.itemId, params.noteId),
  )
  mount(app, pipeline, getPractice, (scope) => practice(context, scope))
  mount(app, pipeline, answerPractice, (scope, { body }) => answerPractised(scope, body))
  const texts = createSearchTexts(context.changes)
  mount(app, pipeline, searchCourse, (scope, { params, query }) =>
    findInCourse({ ...context, texts }, scope, params.courseId, query.q ?? ''),
  )
  mount(app, pipeline, getLearningHome, (scope) => learningHome(context, scope, dependencies))
}
