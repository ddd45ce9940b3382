/** The learning home in one request. */
import * as z from 'zod/mini'
import { clientParams, id } from '../common.ts'
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
})
export type LearningHome = z.infer<typeof learningHome>

export const getLearningHome = endpoint({
  name: 'courses.learningHome',
  method: 'GET',
  path: '/api/clients/{clientId}/student/learning-home/',
  access: 'member',
  feature: null,
  offline: 'cache',
  summary: 'Get overall progress, the next items and the status of each enrolled course',
  params: clientParams,
  response: learningHome,
})
