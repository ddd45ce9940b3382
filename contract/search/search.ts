/** Search over courses, lessons, discussions and people. */
import * as z from 'zod/mini'
import { clientParams, id, language, timestamp } from '../common.ts'
import { endpoint, perMinute } from '../endpoint.ts'

/** A shorter query finds nothing. */
export const SEARCH_ALL_MIN_CHARS = 2
export const SEARCH_ALL_MAX_CHARS = 100
/** Results in each group while somebody types. */
export const GROUP_RESULTS = 5
/** Results of one group that was asked for by its name. */
export const GROUP_RESULTS_MAX = 50
/** Counting stops here: more than this shows as "1,000+". */
export const GROUP_COUNT_MAX = 1_000

export const searchGroups = ['courses', 'lessons', 'threads', 'people'] as const
export type SearchGroup = (typeof searchGroups)[number]

const courseHit = z.object({
  id,
  title: z.string(),
  language: z.optional(language),
  instructor: z.string(),
  lessons: z.int(),
})
const lessonHit = z.object({
  course_id: id,
  course_title: z.string(),
  topic_id: id,
  title: z.string(),
  /** The activity whose title matches; null where the lesson's own title does. */
  activity: z.nullable(z.string()),
})
const threadHit = z.object({
  id,
  title: z.string(),
  author: z.string(),
  comments_count: z.int(),
  is_solved: z.boolean(),
  created_at: timestamp,
})
const personHit = z.object({
  user_name: z.string(),
  name: z.string(),
  profile_pic_url: z.nullable(z.string()),
  /** Id of their instructor page; null for somebody who teaches no published course. */
  instructor_id: z.nullable(id),
})
export type CourseHit = z.infer<typeof courseHit>
export type LessonHit = z.infer<typeof lessonHit>
export type ThreadHit = z.infer<typeof threadHit>
export type PersonHit = z.infer<typeof personHit>

/** Null: the client does not use this part of the product, or another group was asked for. */
const groupOf = <T extends z.ZodMiniType>(hit: T) =>
  z.nullable(z.object({ count: z.int(), results: z.array(hit) }))

export const searchAll = endpoint({
  name: 'search.all',
  method: 'GET',
  path: '/api/clients/{clientId}/search/',
  access: 'member',
  feature: null,
  rateLimit: perMinute(120),
  summary:
    'Find published courses, lessons that the caller may open or learns, discussions and people by all words of `q`; 5 of each group, or 50 of the given one. `author` lists the discussions of one person',
  params: clientParams,
  query: z.object({
    q: z.optional(z.string().check(z.maxLength(SEARCH_ALL_MAX_CHARS))),
    group: z.optional(z.enum(searchGroups)),
    author: z.optional(z.string().check(z.maxLength(100))),
  }),
  response: z.object({
    courses: groupOf(courseHit),
    lessons: groupOf(lessonHit),
    threads: groupOf(threadHit),
    people: groupOf(personHit),
    /** The person named by `author`; null where there is none. */
    author: z.nullable(personHit),
  }),
})
