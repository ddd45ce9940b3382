import {
  listReviews,
  type CourseReview,
  type reviewBars,
  type ReviewPage,
} from '#contract/courses/reviews.ts'
import { pathFor, type BodyOf, type QueryOf } from '#contract/endpoint.ts'
import type { hideReview as hideReviewCall, saveReview as saveReviewCall } from '#contract/courses/reviews.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import { pageLinks } from '#server/core/http/page-links.ts'
import type { MemberScope, StaffScope } from '#server/core/http/scope.ts'
import type { CoursesContext, CourseStructure } from '../courses.cache.ts'
import { mayManage, requireManage } from '../courses.policy.ts'
import { learnerOf, visibleCourse } from '../learning.ts'
import * as rows from './reviews.repository.ts'

type Bar = (typeof reviewBars)[number]

/** Newest first, with average, distribution and the caller's own review. */
export const reviewsOf = (
  { caches }: CoursesContext,
  scope: MemberScope,
  courseId: number,
  query: QueryOf<typeof listReviews>,
): Promise<ReviewPage> =>
  scope.tx(async (db) => {
    const course = await visibleCourse(caches, db, scope, courseId)
    const learner = learnerOf(scope)
    const { clientId } = learner
    const manages = mayManage(scope.actor, course.instructors)
    const offset = (query.page - 1) * query.page_size
    const where = { clientId, courseId, withHidden: manages }
    const page = await rows.reviewPage(db, where, { limit: query.page_size, offset })
    const distribution = await rows.starCounts(db, clientId, courseId)
    const ownReview = await rows.reviewOf(db, learner, courseId)
    return {
      ...pageLinks(pathFor(listReviews, { clientId, courseId }), query, page.count),
      results: page.rows.map((row) => toReview(row, scope, manages)),
      average: averageOf(distribution),
      distribution,
      own: ownReview ? toReview(ownReview, scope, manages) : null,
      barred: await barFor(db, scope, course),
      may_hide: manages,
    }
  })

/** One review per person and course, from people who learned in it. */
export const saveReview = (
  { caches, changes }: CoursesContext,
  scope: MemberScope,
  courseId: number,
  body: BodyOf<typeof saveReviewCall>,
): Promise<CourseReview> =>
  scope.tx(async (db) => {
    const course = await visibleCourse(caches, db, scope, courseId)
    const bar = await barFor(db, scope, course)
    if (bar) throw new AppError('forbidden', BAR_TEXTS[bar])
    const learner = learnerOf(scope)
    await rows.writeReview(db, learner, { courseId, ...body, now: scope.clock.now() })
    // The course list shows the average rating.
    await changes.announce(db, { kind: 'courses', clientId: learner.clientId })
    const row = await rows.reviewOf(db, learner, courseId)
    if (!row) throw new Error(`the review of course ${courseId} vanished within its own transaction`)
    return toReview(row, scope, mayManage(scope.actor, course.instructors))
  })

/** Deletes the caller's review. Idempotent. */
export const deleteReview = (
  { caches, changes }: CoursesContext,
  scope: MemberScope,
  courseId: number,
): Promise<undefined> =>
  scope.tx(async (db) => {
    await visibleCourse(caches, db, scope, courseId)
    const learner = learnerOf(scope)
    if (await rows.removeReview(db, learner, courseId))
      await changes.announce(db, { kind: 'courses', clientId: learner.clientId })
    return undefined
  })

/** Hides or shows the text of a review. The stars stay: nobody can polish their own average. */
export const hideReview = (
  { caches, audit }: CoursesContext,
  scope: StaffScope,
  reviewId: number,
  { reason }: BodyOf<typeof hideReviewCall>,
): Promise<CourseReview> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    const row = await rows.reviewById(db, clientId, reviewId)
    if (!row) throw notFound()
    const course = await visibleCourse(caches, db, scope, row.course_id)
    requireManage(scope.actor, course.instructors)
    const { userId, sessionId } = scope.actor
    if (row.hidden_reason !== reason) {
      await rows.setHidden(
        db,
        clientId,
        reviewId,
        reason === null ? null : { at: scope.clock.now(), by: userId, reason },
      )
      await audit.record(db, {
        action: reason === null ? 'courses.showReview' : 'courses.hideReview',
        result: 'ok',
        actorId: userId,
        sessionId,
        object: `review:${reviewId}`,
        detail: { course: row.course_id, reason },
        requestId: scope.request.id,
        ip: scope.request.ip,
      })
    }
    return toReview({ ...row, hidden_reason: reason }, scope, true)
  })

const BAR_TEXTS: Record<Bar, string> = {
  not_enrolled: 'Enrol in this course first; reviews come from people who learned in it.',
  no_progress: 'Complete a first step of this course; then you can review it.',
  teaches: 'Instructors cannot review their own course.',
}

const barFor = async (db: TenantDb, scope: MemberScope, course: CourseStructure): Promise<Bar | null> => {
  if (course.instructors.some((person) => person.id === scope.actor.userId)) return 'teaches'
  const { enrolled, progressed } = await rows.learnedIn(db, learnerOf(scope), course.row.id)
  if (!enrolled) return 'not_enrolled'
  return progressed ? null : 'no_progress'
}

/** One decimal; 0 without ratings. */
export const averageOf = (distribution: readonly number[]): number => {
  const count = distribution.reduce((sum, n) => sum + n, 0)
  const stars = distribution.reduce((sum, n, index) => sum + n * (5 - index), 0)
  return count === 0 ? 0 : Math.round((10 * stars) / count) / 10
}

/** A hidden text is visible only to its author and to people who manage the course. */
const toReview = (row: rows.ReviewRow, scope: MemberScope, manages: boolean): CourseReview => {
  const own = row.user_id === scope.actor.userId
  const isVisible = row.hidden_reason === null || own || manages
  return {
    id: row.id,
    stars: row.stars,
    text: isVisible ? row.text : '',
    author: { name: row.name, picture: row.picture },
    created_at: row.created_at.toISOString(),
    edited: row.updated_at.getTime() > row.created_at.getTime(),
    own,
    hidden: row.hidden_reason === null ? null : { reason: isVisible ? row.hidden_reason : null },
  }
}
