import './enrolment/access.tables.ts'
import type { FastifyInstance } from 'fastify'
import type { Core } from '#server/core/core.ts'
import type { RequestPipeline } from '#server/core/http/pipeline.ts'
import type { Notifier } from '#server/core/notifier.ts'
import { createCoursesCaches, type CoursesContext } from './courses.cache.ts'
import { createCovers } from './catalogue/covers.ts'
import { registerPurchases, registerRecommended } from './catalogue/catalogue.routes.ts'
import type { HomeDependencies } from './catalogue/home.service.ts'
import type { RecommendDependencies } from './catalogue/recommend.service.ts'
import { registerCourseRoutes } from './courses.routes.ts'
import { courseEvidence } from './learning/evidence.ts'
import { itemActions } from './learning/item-actions.ts'
import { courseParts } from './learning/offline.service.ts'
import { reachedSince } from './learning/reached.ts'
import { roadmapCourses } from './catalogue/roadmap-courses.ts'
import { findCourses } from './search/find-courses.ts'
import { findLessons } from './search/find-lessons.ts'
import { accessEndOf, setAccessEnd } from './enrolment/access-end.ts'
import { endEnrolments, enrolMember, enrolMembers, unenrolMember } from './enrolment/enrol-member.ts'
import { courseForPayment, courseRefunded, courseToPay, sellCourse } from './enrolment/online-purchases.ts'
import { closeForProgramme, openForProgramme, setReadOnly } from './enrolment/programme-access.ts'
import type { PurchaseLedger } from './enrolment/purchases.service.ts'
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
export {
  paymentInstructionsIn,
  writePaymentInstructions,
} from './enrolment/payment-instructions.repository.ts'
export { openRefunds } from './enrolment/open-refunds.ts'
export { completedCourses } from './catalogue/completed-courses.ts'
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
  courseStatusOf,
  topicsOf,
  topicState,
  type ItemNode,
  type ItemStatus,
  type Outline,
} from './progress.ts'
export { languageOf } from './language-of.ts'
export { mayReadItemFiles } from './learning/file-right.ts'
export { completeProblem, markPreview, markPreviewVideo, previewOf } from './authoring/preview.ts'
export { quizWithKey, storeQuestions } from './learning/quiz/quiz.repository.ts'
export { outlineOf } from './structure.repository.ts'

const contextOf = (core: Core, notifier: Notifier): CoursesContext => ({
  audit: core.audit,
  outbox: core.outbox,
  publicUrl: core.config.publicUrl,
  changes: core.changes,
  notifier,
  caches: createCoursesCaches(core.changes, core.clock),
})

/** Courses, enrolment and learning progress. Whoever changes a course announces `{ kind: 'courses' }`. */
export const coursesFeature = (
  core: Core,
  notifier: Notifier,
  dependencies: RecommendDependencies & HomeDependencies & { ledger: PurchaseLedger },
) => {
  const context = contextOf(core, notifier)
  return {
    register: (app: FastifyInstance, pipeline: RequestPipeline): void => {
      registerCourseRoutes(app, pipeline, context, dependencies)
      registerRecommended(app, pipeline, context, dependencies)
      registerPurchases(app, pipeline, context, dependencies.ledger)
    },
    items: itemActions(context, 'problem'),
    packages: itemActions(context, 'scorm'),
    roadmap: roadmapCourses(context.caches),
    reached: reachedSince(context.caches),
    /** What a device needs to keep a course offline. */
    parts: courseParts(context),
    isCover: createCovers(core),
    evidence: courseEvidence(context.caches),
    /** Both on behalf of staff. */
    enrolMember: enrolMember(context),
    unenrolMember: unenrolMember(context),
    accessEnd: { of: accessEndOf, set: setAccessEnd(context) },
    search: { courses: findCourses(context.caches), lessons: findLessons },
  }
}

/** For people who pay a programme. */
export const programmeAccess = (core: Core, notifier: Notifier) => ({
  openCourses: openForProgramme(contextOf(core, notifier)),
  closeCourse: closeForProgramme(contextOf(core, notifier)),
  setReadOnly,
})

/** For people who pay a course online. */
export const coursePayments = (core: Core, notifier: Notifier) => {
  const context = contextOf(core, notifier)
  return {
    courseToPay: courseToPay(context),
    courseForPayment: courseForPayment(context),
    sellCourse: sellCourse(context),
    courseRefunded: courseRefunded(context),
  }
}

/** For jobs that act on many people. */
export const courseMembership = (core: Core, notifier: Notifier) => {
  const context = contextOf(core, notifier)
  return {
    enrol: enrolMember(context),
    unenrol: unenrolMember(context),
    accessEnd: { of: accessEndOf, set: setAccessEnd(context) },
    enrolMany: enrolMembers(context),
    endEnrolments: endEnrolments(context),
  }
}

/** Background job: expires seats, moves waiting lists on, and announces opened courses. */
export const seatsJob = (core: Core, notifier: Notifier) => createSeatsJob(core, contextOf(core, notifier))
