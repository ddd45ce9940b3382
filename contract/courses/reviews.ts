/** Stars and words about a course, by people who learned in it. */
import * as z from 'zod/mini'
import { id, idParam, pageOf, pageQuery, timestamp } from '../common.ts'
import { endpoint } from '../endpoint.ts'

export const REVIEW_TEXT_MAX = 3000
export const REVIEW_HIDE_REASON_MAX = 500
export const REVIEWS_PER_PAGE = 10

export const courseReview = z.object({
  id,
  stars: z.int(),
  /** Plain text; empty for stars alone, and for hidden words where the caller may not read them. */
  text: z.string(),
  author: z.object({ name: z.string(), picture: z.nullable(z.string()) }),
  created_at: timestamp,
  edited: z.boolean(),
  own: z.boolean(),
  /** Words that the staff took down: their reason, for the author and the staff. */
  hidden: z.nullable(z.object({ reason: z.nullable(z.string()) })),
})
export type CourseReview = z.infer<typeof courseReview>

/** Why the caller may not write one. */
export const reviewBars = ['not_enrolled', 'no_progress', 'teaches'] as const

const courseParams = z.object({ clientId: idParam, courseId: idParam })

export const listReviews = endpoint({
  name: 'courses.reviews',
  method: 'GET',
  path: '/api/clients/{clientId}/courses/{courseId}/reviews/',
  access: 'member',
  summary: 'Reviews of a course, newest first, with their average, their distribution and one’s own',
  params: courseParams,
  query: z.object(pageQuery),
  response: z.extend(pageOf(courseReview), {
    average: z.number(),
    /** How many gave 5, 4, 3, 2 and 1 stars. */
    distribution: z.array(z.int()),
    own: z.nullable(courseReview),
    /** Null when the caller may write or change a review. */
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
  summary: 'Write or change one’s own review; one a person and course',
  params: courseParams,
  body: z.object({
    stars: z.int().check(z.minimum(1), z.maximum(5)),
    text: z.pipe(
      z.string(),
      z.pipe(
        z.transform((text: string) =>
          text
            .normalize('NFC')
            // Line breaks stay; other control characters have no place in what people read.
            .replace(/\r\n?/g, '\n')
            .replace(/[^\P{Cc}\n\t]/gu, '')
            .trim(),
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
  summary: 'Take back one’s own review; harmless to repeat',
  params: courseParams,
  response: z.undefined(),
  status: 204,
})

export const hideReview = endpoint({
  name: 'courses.hideReview',
  method: 'PUT',
  path: '/api/clients/{clientId}/reviews/{reviewId}/hidden/',
  access: 'staff',
  summary: 'Take the words of a review down with a reason, or show them again; the stars go on counting',
  params: z.object({ clientId: idParam, reviewId: idParam }),
  body: z.object({
    /** Null shows the words again. */
    reason: z.nullable(
      z.pipe(
        z.string(),
        z.pipe(
          z.transform((text: string) => text.normalize('NFC').replace(/\s+/gu, ' ').trim()),
          z.string().check(z.minLength(1), z.maxLength(REVIEW_HIDE_REASON_MAX)),
        ),
      ),
    ),
  }),
  response: courseReview,
})
