/** What a learner did in a course: shown once it is finished. */
import * as z from 'zod/mini'
import { id, idParam, timestamp } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { recommendation } from './catalogue.ts'
import { fallbackLanguage, progressStatus } from './shapes.ts'

export const completion = z.object({
  course_id: id,
  title: z.string(),
  language: fallbackLanguage,
  /** What the course promised to teach. */
  objectives: z.array(z.string()),
  state: progressStatus,
  percent: z.int(),
  enrolled_at: timestamp,
  /** Null until the course is finished. */
  completed_at: z.nullable(timestamp),
  lessons: z.int(),
  activities: z.int(),
  /** Length of everything in the course. */
  minutes: z.int(),
  /** Different days on which the learner finished something, in their time zone. */
  days: z.int(),
  /** Average of the best attempts; null without a quiz. */
  quiz_percent: z.nullable(z.int()),
  /** One course to go on with; null if there is none. */
  next: z.nullable(recommendation),
})
export type Completion = z.infer<typeof completion>

export const getCompletion = endpoint({
  name: 'courses.completion',
  method: 'GET',
  path: '/api/clients/{clientId}/courses/{courseId}/completion/',
  access: 'member',
  feature: 'course',
  offline: 'cache',
  summary: 'Get what the caller did in a course that they are enrolled in, and one course to go on with',
  params: z.object({ clientId: idParam, courseId: idParam }),
  response: completion,
})
