import type { FastifyInstance } from 'fastify'
import * as access from '#contract/courses/enrolment.ts'
import * as catalogue from '#contract/courses/catalogue.ts'
import { getCompletion } from '#contract/courses/completion.ts'
import { getPaymentInstructions, setPaymentInstructions } from '#contract/courses/payment-instructions.ts'
import * as reviews from '#contract/courses/reviews.ts'
import { mount, type RequestPipeline } from '#server/core/http/pipeline.ts'
import { courseAccess } from '../enrolment/access.service.ts'
import type { CoursesContext } from '../courses.cache.ts'
import { courseCompletion } from './completion.service.ts'
import { courseFacets } from './list.service.ts'
import { setNotice } from './notices.service.ts'
import { paymentInstructions, savePaymentInstructions } from '../enrolment/payment-instructions.service.ts'
import { grantAccess, setOffer, type PurchaseLedger } from '../enrolment/purchases.service.ts'
import { askRefund, reverseRefund, settleRefund } from '../enrolment/refunds.service.ts'
import {
  instructorProfile,
  recommendedLearning,
  relatedCourses,
  type RecommendDependencies,
} from './recommend.service.ts'
import { deleteReview, hideReview, reviewsOf, saveReview } from '../reviews/reviews.service.ts'
import { courseRoster } from '../enrolment/roster.service.ts'
import { bookSeat, confirmSeat, joinWaitingList, releaseSeat } from '../enrolment/seats.service.ts'

/** Routes around a course: facets, recommendations, reviews, seats and paid access. */
export const registerCatalogueRoutes = (
  app: FastifyInstance,
  pipeline: RequestPipeline,
  context: CoursesContext,
): void => {
  mount(app, pipeline, catalogue.getCourseFacets, (scope, { query }) => courseFacets(context, scope, query))
  mount(app, pipeline, catalogue.getRelated, (scope, { params }) =>
    relatedCourses(context, scope, params.courseId),
  )
  mount(app, pipeline, getCompletion, (scope, { params }) =>
    courseCompletion(context, scope, params.courseId),
  )
  mount(app, pipeline, catalogue.getInstructor, (scope, { params }) =>
    instructorProfile(context, scope, params.instructorId),
  )
  mount(app, pipeline, catalogue.setCourseNotice, (scope, { params, body }) =>
    setNotice(context, scope, params.courseId, body),
  )
  mount(app, pipeline, reviews.listReviews, (scope, { params, query }) =>
    reviewsOf(context, scope, params.courseId, query),
  )
  mount(app, pipeline, reviews.saveReview, (scope, { params, body }) =>
    saveReview(context, scope, params.courseId, body),
  )
  mount(app, pipeline, reviews.deleteReview, (scope, { params }) =>
    deleteReview(context, scope, params.courseId),
  )
  mount(app, pipeline, reviews.hideReview, (scope, { params, body }) =>
    hideReview(context, scope, params.reviewId, body),
  )
  mount(app, pipeline, access.getCourseAccess, (scope, { params }) =>
    courseAccess(context, scope, params.courseId),
  )
  mount(app, pipeline, access.bookSeat, (scope, { params }) => bookSeat(context, scope, params.courseId))
  mount(app, pipeline, access.confirmSeat, (scope, { params }) =>
    confirmSeat(context, scope, params.courseId),
  )
  mount(app, pipeline, access.releaseSeat, (scope, { params }) =>
    releaseSeat(context, scope, params.courseId),
  )
  mount(app, pipeline, access.joinWaitingList, (scope, { params }) =>
    joinWaitingList(context, scope, params.courseId),
  )
  mount(app, pipeline, access.askRefund, (scope, { params, body }) =>
    askRefund(context, scope, params.courseId, body),
  )
  mount(app, pipeline, access.getRoster, (scope, { params }) => courseRoster(context, scope, params.courseId))
  mount(app, pipeline, access.setOffer, (scope, { params, body }) =>
    setOffer(context, scope, params.courseId, body),
  )
  mount(app, pipeline, getPaymentInstructions, paymentInstructions)
  mount(app, pipeline, setPaymentInstructions, (scope, { body }) =>
    savePaymentInstructions(context, scope, body),
  )
}

/** Recommendations depend on the learner's interests, which another feature stores. */
export const registerRecommended = (
  app: FastifyInstance,
  pipeline: RequestPipeline,
  context: CoursesContext,
  dependencies: RecommendDependencies,
): void =>
  mount(app, pipeline, catalogue.getRecommended, (scope) => recommendedLearning(context, scope, dependencies))

/** What moves money is posted to the ledger, which another feature keeps. */
export const registerPurchases = (
  app: FastifyInstance,
  pipeline: RequestPipeline,
  courses: CoursesContext,
  ledger: PurchaseLedger,
): void => {
  const context = { ...courses, ledger }
  mount(app, pipeline, access.grantAccess, (scope, { params, body }) =>
    grantAccess(context, scope, params.courseId, body),
  )
  mount(app, pipeline, access.settleRefund, (scope, { params, body }) =>
    settleRefund(context, scope, params.purchaseId, body),
  )
  mount(app, pipeline, access.reverseRefund, (scope, { params }) =>
    reverseRefund(context, scope, params.purchaseId),
  )
}
