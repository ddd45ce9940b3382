/** Search inside one course: where in its lessons words stand. */
import * as z from 'zod/mini'
import { id, idParam } from '../common.ts'
import { contentType, progressState } from './courses.ts'
import { endpoint } from '../endpoint.ts'

export const SEARCH_MIN_CHARS = 2
export const SEARCH_MAX_CHARS = 100
export const FINDS_MAX = 50

const find = z.object({
  topic_id: id,
  topic_title: z.string(),
  item_id: id,
  item_title: z.string(),
  type: contentType,
  /** A locked item is found by its title alone. */
  state: progressState,
  /** Where the words stand, in order; null when the title alone has them. `hit`: this is what was looked for. */
  excerpt: z.nullable(z.array(z.object({ text: z.string(), hit: z.boolean() }))),
})
export type Find = z.infer<typeof find>

export const searchCourse = endpoint({
  name: 'courses.search',
  method: 'GET',
  path: '/api/clients/{clientId}/courses/{courseId}/search/',
  access: 'member',
  summary: 'Items whose title or text has all of the words, titles first; too short a search finds nothing',
  params: z.object({ clientId: idParam, courseId: idParam }),
  query: z.object({ q: z.optional(z.string().check(z.maxLength(SEARCH_MAX_CHARS))) }),
  response: z.object({ results: z.array(find), more: z.boolean() }),
})
