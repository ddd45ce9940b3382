/** The learning home in one request. */
import * as z from 'zod/mini'
import { clientParams, id, timestamp } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { contentType, courseProgress } from './shapes.ts'

export const continueLearning = z.object({
  course_id: id,
  course_title: z.string(),
  cover_url: z.nullable(z.string()),
  percent: z.int(),
  topic_id: id,
  topic_title: z.string(),
  item_id: id,
  item_title: z.string(),
  item_type: contentType,
})
export type ContinueLearning = z.infer<typeof continueLearning>

/** A live session that is not over; it may be under way. */
const nextClass = z.object({ id, title: z.string(), starts_at: timestamp, ends_at: timestamp })
export type NextClass = z.infer<typeof nextClass>
/** How long before its start the home lists a class. Long enough for a page cached yesterday to show today's class. */
export const NEXT_CLASS_WITHIN_MS = 48 * 3_600_000

export const learningHome = z.object({
  overall: z.object({
    enrolled_courses: z.int(),
    completed_courses: z.int(),
    completed_items: z.int(),
    total_items: z.int(),
    percent: z.int(),
  }),
  /** Courses in progress, most recent first, each with the next item. */
  continue_learning: z.array(continueLearning),
  /** The first item of the latest course that is not started yet; null without one. */
  start: z.nullable(continueLearning),
  /** All enrolled courses, most recent first; also used for the status on course cards. */
  courses: z.array(z.extend(courseProgress, { title: z.string(), cover_url: z.nullable(z.string()) })),
  /** The caller's first session that is not over and begins within {@link NEXT_CLASS_WITHIN_MS}; null without one. */
  next_class: z.nullable(nextClass),
})
export type LearningHome = z.infer<typeof learningHome>

export const getLearningHome = endpoint({
  name: 'courses.learningHome',
  method: 'GET',
  path: '/api/clients/{clientId}/student/learning-home/',
  access: 'member',
  feature: null,
  offline: 'cache',
  summary: 'Get overall progress, the next items, the status of each enrolled course and the next live class',
  params: clientParams,
  response: learningHome,
})
