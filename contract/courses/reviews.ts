/** Ratings and reviews of a course by its learners. */
import * as z from 'zod/mini'
import { changeUpTo, id, idParam, pageOf, pageQuery, timestamp } from '../common.ts'
import { endpoint } from '../endpoint.ts'

export const REVIEW_TEXT_MAX = 3000
export const REVIEW_HIDE_REASON_MAX = 500
export const REVIEWS_PER_PAGE = 10

export const courseReview = z.object({
  id,
  stars: z.int(),
  /** Plain text; empty for a rating without text, and for hidden text that the caller may not read. */
  text: z.string(),
  author: z.object({ name: z.string(), picture: z.nullable(z.string()) }),
  created_at: timestamp,
  edited: z.boolean(),
  own: z.boolean(),
  /** Text hidden by staff, with their reason for the author and the staff. */
  hidden: z.nullable(z.object({ reason: z.nullable(z.string()) })),
})
export type CourseReview = z.infer<typeof courseReview>

/** Why the caller may not write a review. */
export const reviewBars = ['not_enrolled', 'no_progress', 'teaches'] as const

const courseParams = z.object({ clientId: idParam, courseId: idParam })

export const listReviews = endpoint({
  name: 'courses.reviews',
  method: 'GET',
  path: '/api/clients/{clientId}/courses/{courseId}/reviews/',
  access: 'member',
  feature: 'course',
  offline: 'cache',
  summary:
    "List reviews of a course, newest first, with the average, the distribution and the caller's review",
  params: courseParams,
  query: z.object(pageQuery),
  response: z.extend(pageOf(courseReview), {
    average: z.number(),
    /** Number of ratings with 5, 4, 3, 2 and 1 stars. */
    distribution: z.array(z.int()),
    own: z.nullable(courseReview),
    /** Null if the caller may write or change a review. */
    barred: z.nullable(z.enum(reviewBars)),
    may_hide: z.boolean(),
  }),
})
export type ReviewPage = z.infer<(typeof listReviews)['response']>

export const saveReview = endpoint({
  name: 'courses.saveReview',
  method: 'PUT',
  path: '/api/clients/{clientId}/courses/{courseId}/review/',
  access: 'member',
  feature: 'course',
  summary: "Write or change the caller's review, one per person and course",
  params: courseParams,
  body: z.object({
    stars: z.int().check(z.minimum(1), z.maximum(5)),
    text: z.pipe(
      z.string(),
      z.pipe(
        z.transform(
          changeUpTo(REVIEW_TEXT_MAX, (text) =>
            text
              .normalize('NFC')
              // Keep line breaks and tabs; remove other control characters.
              .replace(/\r\n?/g, '\n')
              .replace(/[^\P{Cc}\n\t]/gu, '')
              .trim(),
          ),
        ),
        z.string().check(z.maxLength(REVIEW_TEXT_MAX)),
      ),
    ),
  }),
  response: courseReview,
})

export const deleteReview = endpoint({
  name: 'courses.deleteReview',
  method: 'DELETE',
  path: '/api/clients/{clientId}/courses/{courseId}/review/',
  access: 'member',
  feature: 'course',
  summary: "Delete the caller's review; safe to repeat",
  params: courseParams,
  response: z.undefined(),
  status: 204,
})

export const hideReview = endpoint({
  name: 'courses.hideReview',
  method: 'PUT',
  path: '/api/clients/{clientId}/reviews/{reviewId}/hidden/',
  access: 'staff',
  feature: 'course',
  summary: 'Hide the text of a review with a reason, or show it again; its rating still counts',
  params: z.object({ clientId: idParam, reviewId: idParam }),
  body: z.object({
    /** Null shows the text again. */
    reason: z.nullable(
      z.pipe(
        z.string(),
        z.pipe(
          z.transform(
            changeUpTo(REVIEW_HIDE_REASON_MAX, (text) => text.normalize('NFC').replace(/\s+/gu, ' ').trim()),
          ),
          z.string().check(z.minLength(1), z.maxLength(REVIEW_HIDE_REASON_MAX)),
        ),
      ),
    ),
  }),
  response: courseReview,
})
