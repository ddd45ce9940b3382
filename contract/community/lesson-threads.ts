/** Questions about a lesson, shown below it. */
import * as z from 'zod/mini'
import { id, idParam, pageOf, pageQuery, timestamp } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { FORUM_BASE, author, mention, thread } from './community.ts'

export const listLessonThreads = endpoint({
  name: 'community.lessonThreads',
  method: 'GET',
  path: `${FORUM_BASE}/courses/{courseId}/topics/{submoduleId}/threads/`,
  access: 'member',
  feature: 'community_forum',
  offline: 'cache',
  summary: 'List the questions about one topic of a course, newest first, each with its accepted answer',
  params: z.object({ clientId: idParam, courseId: idParam, submoduleId: idParam }),
  query: z.object({ ...pageQuery }),
  response: pageOf(
    z.object({
      thread,
      accepted_answer: z.nullable(
        z.object({
          id,
          body: z.string(),
          author,
          created_at: timestamp,
          upvotes: z.int(),
          mentions: z.array(mention),
        }),
      ),
    }),
  ),
})
