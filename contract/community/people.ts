/** People named in the forum: whom to suggest after an @, and where one was named. */
import * as z from 'zod/mini'
import { clientParams, id, idParam, pageOf, pageQuery, timestamp } from '../common.ts'
import { author, FORUM_BASE } from './community.ts'
import { endpoint } from '../endpoint.ts'

/** Who is offered while somebody types a name after an @. */
export const PEOPLE_SUGGESTED = 8

export const suggestPeople = endpoint({
  name: 'community.people',
  method: 'GET',
  path: `${FORUM_BASE}/people/`,
  access: 'member',
  summary:
    'Whom one may mean after an @: names and user names that begin so, at most 8; who wrote in `thread` comes first, and alone while nothing is typed. Never oneself',
  params: clientParams,
  query: z.object({
    search: z.optional(z.string().check(z.maxLength(100))),
    thread: z.optional(idParam),
  }),
  response: z.object({ results: z.array(author) }),
})
export const listMentions = endpoint({
  name: 'community.mentions',
  method: 'GET',
  path: `${FORUM_BASE}/mentions/`,
  access: 'member',
  summary: 'Where the caller was named by others, newest first',
  params: clientParams,
  query: z.object({ ...pageQuery, unseen: z.optional(z.enum(['true'])) }),
  response: pageOf(
    z.object({
      id,
      thread_id: id,
      /** Null: in the thread itself. */
      comment_id: z.nullable(id),
      title: z.string(),
      excerpt: z.string(),
      author,
      created_at: timestamp,
      seen_at: z.nullable(timestamp),
    }),
  ),
})
export const seeMentions = endpoint({
  name: 'community.seeMentions',
  method: 'POST',
  path: `${FORUM_BASE}/mentions/seen/`,
  access: 'member',
  summary: 'Marks mentions as seen up to an id (with all older ones); answers how many are left',
  params: clientParams,
  body: z.object({ up_to: id }),
  response: z.object({ unseen: z.int() }),
})
