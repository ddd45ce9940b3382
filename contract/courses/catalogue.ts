/** Around the catalogue: counts per filter, what to learn next, and who teaches. */
import * as z from 'zod/mini'
import { clientParams, id, idParam, timestamp } from '../common.ts'
import {
  contentTypes,
  courseFilters,
  courseSummary,
  difficulties,
  difficulty,
  enrolmentStates,
  prices,
} from './courses.ts'
import { endpoint } from '../endpoint.ts'

const counted = <T extends z.ZodMiniType>(value: T) => z.array(z.object({ value, count: z.int() }))

/** How many courses each option would leave, the other filters as they are. */
export const courseFacets = z.object({
  count: z.int(),
  difficulty: counted(z.enum(difficulties)),
  price: counted(z.enum(prices)),
  rating: counted(z.int()),
  type: counted(z.enum(contentTypes)),
  /** Most frequent first; at most thirty, the chosen ones always among them. */
  tag: counted(z.string()),
  progress: counted(z.enum(enrolmentStates)),
})
export type CourseFacets = z.infer<typeof courseFacets>

export const getCourseFacets = endpoint({
  name: 'courses.facets',
  method: 'GET',
  path: '/api/clients/{clientId}/course-facets/',
  access: 'member',
  summary: 'For each filter of the catalogue: how many courses every option would leave',
  params: clientParams,
  query: z.object(courseFilters),
  response: courseFacets,
})

/** Why a course is recommended (RULES "Learning"). Facts only: the app words them. */
export const recommendationReason = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('same_tag'), tag: z.string(), course_title: z.string() }),
  z.object({ kind: z.literal('next_difficulty'), difficulty, course_title: z.string() }),
  z.object({ kind: z.literal('most_enrolled'), students: z.int() }),
])
export type RecommendationReason = z.infer<typeof recommendationReason>
export const recommendation = z.object({ course: courseSummary, reason: recommendationReason })
export type Recommendation = z.infer<typeof recommendation>

export const getRecommended = endpoint({
  name: 'courses.recommended',
  method: 'GET',
  path: '/api/clients/{clientId}/student/recommended-learning/',
  access: 'member',
  summary: 'What to learn next, best first, each with its reason; never what one is enrolled in',
  params: clientParams,
  response: z.object({ results: z.array(recommendation) }),
})

const courseParams = z.object({ clientId: idParam, courseId: idParam })

export const getRelated = endpoint({
  name: 'courses.related',
  method: 'GET',
  path: '/api/clients/{clientId}/courses/{courseId}/related/',
  access: 'member',
  summary: 'Courses like this one, each with its reason',
  params: courseParams,
  response: z.object({ results: z.array(recommendation) }),
})

export const instructorPage = z.object({
  id,
  name: z.string(),
  picture: z.nullable(z.string()),
  bio: z.string(),
  /** Learners in all of the courses below, each counted once. */
  students: z.int(),
  /** Mean of all stars of the courses below; 0 while there are none. */
  rating: z.number(),
  ratings: z.int(),
  courses: z.array(courseSummary),
})
export type InstructorPage = z.infer<typeof instructorPage>

export const getInstructor = endpoint({
  name: 'courses.instructor',
  method: 'GET',
  path: '/api/clients/{clientId}/instructors/{instructorId}/',
  access: 'member',
  summary: 'Somebody who teaches a published course, with their courses',
  params: z.object({ clientId: idParam, instructorId: idParam }),
  response: instructorPage,
})

/** "Notify me" for a course that is announced. */
export const setCourseNotice = endpoint({
  name: 'courses.notice',
  method: 'PUT',
  path: '/api/clients/{clientId}/courses/{courseId}/notice/',
  access: 'member',
  summary: 'Ask to be told when an announced course opens, or no longer; harmless to repeat',
  params: courseParams,
  body: z.object({ wanted: z.boolean() }),
  response: z.object({ wanted: z.boolean(), opens_at: z.nullable(timestamp) }),
})
