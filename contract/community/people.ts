/** People in the forum: suggestions for a mention, and the mentions of a person. */
import * as z from 'zod/mini'
import { clientParams, id, idParam, pageOf, pageQuery, timestamp } from '../common.ts'
import { author, FORUM_BASE } from './community.ts'
import { endpoint } from '../endpoint.ts'

/** Number of suggestions while somebody types a name after an @. */
export const PEOPLE_SUGGESTED = 8

export const suggestPeople = endpoint({
  name: 'community.people',
  method: 'GET',
  path: `${FORUM_BASE}/people/`,
  access: 'member',
  feature: 'community_forum',
  summary:
    'Suggest at most 8 people to mention whose name or user name starts with the search. Authors in `thread` come first, and alone without a search; never the caller',
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
  feature: 'community_forum',
  summary: 'List mentions of the caller by others, newest first',
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
  feature: 'community_forum',
  idempotency: 'natural',
  summary: 'Mark mentions as seen up to an id; returns the number of unseen ones',
  params: clientParams,
  body: z.object({ up_to: id }),
  response: z.object({ unseen: z.int() }),
})
