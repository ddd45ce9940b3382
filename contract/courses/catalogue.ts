/** The catalogue: the list with its filters, counts per filter, recommendations, and instructors. */
import * as z from 'zod/mini'
import { clientParams, id, idParam, pageOf, pageQuery, timestamp } from '../common.ts'
import { contentTypes, courseSummary, difficulties, difficulty, prices } from './shapes.ts'
import { endpoint } from '../endpoint.ts'
import { listOf, splitList } from '../list-parameter.ts'

/** 4 and up, 3 and up (spec 9). */
export const ratingFloors = [4, 3] as const
/** The caller's relation to a course; `enrolled` includes the other two. */
export const enrolmentStates = ['not_enrolled', 'enrolled', 'in_progress', 'completed'] as const
/** `recommended` is the tenant's order. */
export const courseSorts = ['recommended', 'newest', 'students', 'rating', 'title'] as const
const TAGS_MAX = 10
const TAG_LENGTH_MAX = 100

/** Catalogue filters: any value within one filter, all filters together. */
export const courseFilters = {
  search: z.optional(z.string().check(z.maxLength(200))),
  difficulty: z.optional(listOf(difficulties)),
  price: z.optional(z.enum(prices)),
  /** Minimum number of stars. */
  rating: z.optional(z.coerce.number().check(z.int(), z.minimum(3), z.maximum(4))),
  type: z.optional(listOf(contentTypes)),
  tag: z.optional(
    z.pipe(
      z.string().check(z.maxLength(TAGS_MAX * TAG_LENGTH_MAX)),
      z.transform((text: string) => splitList(text).slice(0, TAGS_MAX)),
    ),
  ),
  progress: z.optional(z.enum(enrolmentStates)),
} as const

export const listCourses = endpoint({
  name: 'courses.list',
  method: 'GET',
  path: '/api/clients/{clientId}/courses/',
  access: 'member',
  feature: 'course',
  offline: 'cache',
  summary:
    "List the client's published courses. The list is the same for every learner, so `enrolled_students` is empty; `progress` limits it to the caller’s courses",
  params: clientParams,
  query: z.object({ ...pageQuery, ...courseFilters, sort: z.optional(z.enum(courseSorts)) }),
  response: pageOf(courseSummary),
})

const countsOf = <T extends z.ZodMiniType>(value: T) => z.array(z.object({ value, count: z.int() }))

/** Number of courses for each option, with the other filters unchanged. */
export const courseFacets = z.object({
  count: z.int(),
  difficulty: countsOf(z.enum(difficulties)),
  price: countsOf(z.enum(prices)),
  rating: countsOf(z.int()),
  type: countsOf(z.enum(contentTypes)),
  /** Most frequent first; at most thirty, always including the selected ones. */
  tag: countsOf(z.string()),
  progress: countsOf(z.enum(enrolmentStates)),
})
export type CourseFacets = z.infer<typeof courseFacets>

export const getCourseFacets = endpoint({
  name: 'courses.facets',
  method: 'GET',
  path: '/api/clients/{clientId}/course-facets/',
  access: 'member',
  feature: 'course',
  offline: 'cache',
  summary: 'Count the courses for each option of every catalogue filter',
  params: clientParams,
  query: z.object(courseFilters),
  response: courseFacets,
})

/** Why a course is recommended (rules: Learning). Facts only; the app has the texts. */
export const recommendationReason = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('same_tag'), tag: z.string(), course_title: z.string() }),
  z.object({ kind: z.literal('next_difficulty'), difficulty, course_title: z.string() }),
  z.object({ kind: z.literal('interest'), tag: z.string() }),
  z.object({ kind: z.literal('level'), difficulty }),
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
  feature: 'course',
  offline: 'cache',
  summary:
    "List recommended courses, best first, each with its reason, without sold-out ones and the caller's own",
  params: clientParams,
  response: z.object({ results: z.array(recommendation) }),
})

const courseParams = z.object({ clientId: idParam, courseId: idParam })

export const getRelated = endpoint({
  name: 'courses.related',
  method: 'GET',
  path: '/api/clients/{clientId}/courses/{courseId}/related/',
  access: 'member',
  feature: 'course',
  offline: 'cache',
  summary: 'List similar courses, each with its reason',
  params: courseParams,
  response: z.object({ results: z.array(recommendation) }),
})

export const instructorPage = z.object({
  id,
  name: z.string(),
  picture: z.nullable(z.string()),
  bio: z.string(),
  /** Distinct learners in the courses below. */
  students: z.int(),
  /** Average rating of the courses below; 0 without ratings. */
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
  feature: 'course',
  offline: 'cache',
  summary: 'Get an instructor of a published course, with their courses',
  params: z.object({ clientId: idParam, instructorId: idParam }),
  response: instructorPage,
})

/** "Notify me" for an announced course. */
export const setCourseNotice = endpoint({
  name: 'courses.notice',
  method: 'PUT',
  path: '/api/clients/{clientId}/courses/{courseId}/notice/',
  access: 'member',
  feature: 'course',
  summary: 'Turn the notice for the opening of an announced course on or off; safe to repeat',
  params: courseParams,
  body: z.object({ wanted: z.boolean() }),
  response: z.object({ wanted: z.boolean(), opens_at: z.nullable(timestamp) }),
})
