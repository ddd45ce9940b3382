/** Search in the lessons of one course. */
import * as z from 'zod/mini'
import { id, idParam } from '../common.ts'
import { contentType, progressStatus } from './shapes.ts'
import { endpoint } from '../endpoint.ts'

export const SEARCH_MIN_CHARS = 2
export const SEARCH_MAX_CHARS = 100
export const FINDS_MAX = 50

const searchHit = z.object({
  topic_id: id,
  topic_title: z.string(),
  item_id: id,
  item_title: z.string(),
  type: contentType,
  /** Only the title of a locked item is searched. */
  state: progressStatus,
  /** The text around the matches, in order; null if only the title matches. `hit`: a matching part. */
  excerpt: z.nullable(z.array(z.object({ text: z.string(), hit: z.boolean() }))),
})
export type Find = z.infer<typeof searchHit>

export const searchCourse = endpoint({
  name: 'courses.search',
  method: 'GET',
  path: '/api/clients/{clientId}/courses/{courseId}/search/',
  access: 'member',
  feature: 'course',
  summary:
    'Find items whose title or text contains all words, title matches first; a query that is too short finds nothing',
  params: z.object({ clientId: idParam, courseId: idParam }),
  query: z.object({ q: z.optional(z.string().check(z.maxLength(SEARCH_MAX_CHARS))) }),
  response: z.object({ results: z.array(searchHit), more: z.boolean() }),
})
