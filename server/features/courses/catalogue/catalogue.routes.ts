import type { FastifyInstance } from 'fastify'
import * as access from '#contract/courses/enrolment.ts'
import * as catalogue from '#contract/courses/catalogue.ts'
import * as reviews from '#contract/courses/reviews.ts'
import { mount, type Border } from '#server/core/http/pipeline.ts'
import { courseAccess } from '../enrolment/access.service.ts'
import type { CoursesContext } from '../courses.cache.ts'
import { courseFacets } from './list.service.ts'
import { setNotice } from './notices.service.ts'
import { askRefund, grantAccess, setOffer, settleRefund } from '../enrolment/purchases.service.ts'
import { instructorProfile, recommendedLearning, relatedCourses } from './recommend.service.ts'
import { deleteReview, hideReview, reviewsOf, saveReview } from '../reviews/reviews.service.ts'
import { courseRoster } from '../enrolment/roster.service.ts'
import { bookSeat, confirmSeat, joinWaitingList, releaseSeat } from '../enrolment/seats.service.ts'

/** What stands around a course: counts, recommendations, reviews, seats and paid access. */
export const registerCatalogueRoutes = (
  app: FastifyInstance,
  border: Border,
  context: CoursesContext,
): void => {
  mount(app, border, catalogue.getCourseFacets, (scope, { query }) => courseFacets(context, scope, query))
  mount(app, border, catalogue.getRecommended, (scope) => recommendedLearning(context, scope))
  mount(app, border, catalogue.getRelated, (scope, { params }) =>
    relatedCourses(context, scope, params.courseId),
  )
  mount(app, border, catalogue.getInstructor, (scope, { params }) =>
    instructorProfile(context, scope, params.instructorId),
  )
  mount(app, border, catalogue.setCourseNotice, (scope, { params, body }) =>
    setNotice(context, scope, params.courseId, body),
  )
  mount(app, border, reviews.listReviews, (scope, { params, query }) =>
    reviewsOf(context, scope, params.courseId, query),
  )
  mount(app, border, reviews.saveReview, (scope, { params, body }) =>
    saveReview(context, scope, params.courseId, body),
  )
  mount(app, border, reviews.deleteReview, (scope, { params }) =>
    deleteReview(context, scope, params.courseId),
  )
  mount(app, border, reviews.hideReview, (scope, { params, body }) =>
    hideReview(context, scope, params.reviewId, body),
  )
  mount(app, border, access.getCourseAccess, (scope, { params }) =>
    courseAccess(context, scope, params.courseId),
  )
  mount(app, border, access.bookSeat, (scope, { params }) => bookSeat(context, scope, params.courseId))
  mount(app, border, access.confirmSeat, (scope, { params }) => confirmSeat(context, scope, params.courseId))
  mount(app, border, access.releaseSeat, (scope, { params }) => releaseSeat(context, scope, params.courseId))
  mount(app, border, access.joinWaitingList, (scope, { params }) =>
    joinWaitingList(context, scope, params.courseId),
  )
  mount(app, border, access.askRefund, (scope, { params, body }) =>
    askRefund(context, scope, params.courseId, body),
  )
  mount(app, border, access.getRoster, (scope, { params }) => courseRoster(context, scope, params.courseId))
  mount(app, border, access.setOffer, (scope, { params, body }) =>
    setOffer(context, scope, params.courseId, body),
  )
  mount(app, border, access.grantAccess, (scope, { params, body }) =>
    grantAccess(context, scope, params.courseId, body),
  )
  mount(app, border, access.settleRefund, (scope, { params, body }) =>
    settleRefund(context, scope, params.purchaseId, body),
  )
}
