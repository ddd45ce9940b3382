import './enrolment/access.tables.ts'
import type { FastifyInstance } from 'fastify'
import type { Core } from '#server/core/core.ts'
import type { Border } from '#server/core/http/pipeline.ts'
import type { Telling } from '#server/core/notifier.ts'
import { createCoursesCaches, type CoursesContext } from './courses.cache.ts'
import { registerCourseRoutes } from './courses.routes.ts'
import { itemDeeds } from './learning/item-work.ts'
import { courseParts } from './learning/offline.service.ts'
import { roadmapCourses } from './catalogue/roadmap-courses.ts'
import { createSeatsJob } from './enrolment/seats.job.ts'

export { isLive, readDocument } from './authoring/authoring-read.repository.ts'
export { setCourseStatus, writeDocument } from './authoring/authoring.repository.ts'
export {
  addPastOffer,
  addPastPurchase,
  addPastReview,
  pastLearners,
  type PastLearner,
} from './catalogue/catalogue-history.repository.ts'
export { addNotice } from './catalogue/notices.repository.ts'
export { addCourse, addRating, type NewCourse, type NewItem } from './authoring/content.repository.ts'
export { gradeOf, markQuiz } from './learning/quiz/grade.ts'
export {
  addAttempts,
  addEnrolments,
  addProgress,
  type PastAttempt,
  type PastEnrolment,
  type PastProgress,
} from './learning/history.repository.ts'
export {
  courseStanding,
  topicsOf,
  topicState,
  type ItemNode,
  type ItemStanding,
  type Outline,
} from './progress.ts'
export { languageOf } from './language-of.ts'
export { completeProblem, markPreview, markPreviewFilm, previewOf } from './authoring/preview.ts'
export { quizWithKey, storeQuestions } from './learning/quiz/quiz.repository.ts'
export { outlineOf } from './structure.repository.ts'

/** What the services of this feature work with. */
const contextOf = (core: Core, telling: Telling): CoursesContext => ({
  audit: core.audit,
  outbox: core.outbox,
  publicUrl: core.config.publicUrl,
  changes: core.changes,
  telling,
  caches: createCoursesCaches(core.changes, core.clock),
})

/** Courses, enrolment and learning progress. Whoever changes a course announces `{ kind: 'courses' }`. */
export const coursesFeature = (core: Core, telling: Telling) => {
  const context = contextOf(core, telling)
  return {
    register: (app: FastifyInstance, border: Border): void => registerCourseRoutes(app, border, context),
    items: itemDeeds(context, 'problem'),
    packages: itemDeeds(context, 'scorm'),
    roadmap: roadmapCourses(context.caches),
    /** What a device needs of a course to go on offline. */
    parts: courseParts(context),
  }
}

/** What works beside the requests: seats run out, waiting lists move on, announced courses open. */
export const seatsJob = (core: Core, telling: Telling) => createSeatsJob(core, contextOf(core, telling))
