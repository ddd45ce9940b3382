/** The community forum (spec 7; rules: Community). */
import * as z from 'zod/mini'
import { clientParams, id, idParam, singleLine, pageOf, pageQuery, timestamp } from '../common.ts'
import { endpoint, perDay, perHour, perMinute } from '../endpoint.ts'

export const THREADS_PER_PAGE = 10
export const COMMENTS_PER_PAGE = 10
/** Longer bodies are collapsed (spec 9). */
export const COLLAPSE_AFTER_CHARS = 300
export const TITLE_MAX = 200
export const TAG_MAX = 40
export const TAGS_PER_THREAD = 10
/** Bodies contain images as data, 2 MB each (rules: Community). */
export const FORUM_BODY_LIMIT_BYTES = 8 * 1024 * 1024
export const BODY_MAX_CHARS = 7_500_000
/** (rules: Community) */
export const IMAGE_MAX_BYTES = 2 * 1024 * 1024
/** Characters of a body without its inlined pictures: sanitizing takes too long for more. */
export const PROSE_MAX_CHARS = 200_000
export const PICTURES_MAX = 40
/** How long the app offers to undo a delete. */
export const UNDO_MS = 10_000
/** (spec 9) */
export const PARTICIPANTS_MAX = 8
/** `count` stops here for searches and for the filters own, bookmarked and unanswered. */
export const SEARCH_COUNT_MAX = 1_000
/** People notified by one post. Further names stay plain text, so that nobody can notify everybody. */
export const MENTIONS_MAX = 10

/** Base path of all forum endpoints (spec 7). */
export const FORUM_BASE = '/community-forum/api/clients/{clientId}'

export const author = z.object({
  user_name: z.string(),
  name: z.string(),
  profile_pic_url: z.nullable(z.string()),
})
export const tag = z.object({ id, name: z.string() })
export type Tag = z.infer<typeof tag>

/** A person mentioned in a body as `@user_name`; the body keeps the text as typed. */
export const mention = z.object({ user_name: z.string(), name: z.string() })
export type Mention = z.infer<typeof mention>

/** The lesson a question is about; null also if the reader may not see its course. */
export const lesson = z.object({
  course_id: id,
  topic_id: id,
  /** The article, video, problem or quiz of the topic; null if the question is about the whole topic. */
  item_id: z.nullable(id),
  course_title: z.string(),
  topic_title: z.string(),
})
export type Lesson = z.infer<typeof lesson>

const callerVote = z.nullable(z.enum(['upvote', 'downvote']))

export const thread = z.object({
  id,
  title: z.string(),
  body: z.string(),
  tags: z.array(z.string()),
  author,
  created_at: timestamp,
  upvotes: z.int(),
  downvotes: z.int(),
  bookmarks_count: z.int(),
  comments_count: z.int(),
  /* In addition to the specification: */
  edited_at: z.nullable(timestamp),
  my_vote: callerVote,
  bookmarked: z.boolean(),
  following: z.boolean(),
  /** The server's decision; the app shows controls as the specification says. */
  can_edit: z.boolean(),
  accepted_comment_id: z.nullable(id),
  /** At most 8 people who wrote in the thread, newest first (spec 9). */
  participants: z.array(author),
  participants_count: z.int(),
  mentions: z.array(mention),
  lesson: z.nullable(lesson),
})
export type Thread = z.infer<typeof thread>

const commentFields = {
  id,
  body: z.string(),
  parent: z.nullable(id),
  author: z.nullable(author),
  created_at: timestamp,
  upvotes: z.int(),
  downvotes: z.int(),
  edited_at: z.nullable(timestamp),
  my_vote: callerVote,
  can_edit: z.boolean(),
  accepted: z.boolean(),
  /** A deleted comment keeps its replies: body empty, author null. */
  deleted: z.boolean(),
  mentions: z.array(mention),
}
export const reply = z.object({ ...commentFields, replies: z.array(z.never()) })
export const comment = z.object({ ...commentFields, replies: z.array(reply) })
export type Comment = z.infer<typeof comment>

const title = singleLine(1, TITLE_MAX)
const html = z.string().check(z.minLength(1), z.maxLength(BODY_MAX_CHARS))
const threadFields = { title, body: html, tags: z.array(id).check(z.maxLength(TAGS_PER_THREAD)) }
const threadBody = z.object(threadFields)
/** A repeated request with the same key gets the result of the first. */
const newThread = z.object({
  ...threadFields,
  idempotency_key: z.optional(z.uuid()),
  /** The lesson of the question; editing does not change it. */
  lesson: z.optional(
    z.nullable(z.object({ course_id: id, topic_id: id, item_id: z.optional(z.nullable(id)) })),
  ),
})
const threadParams = z.object({ clientId: idParam, threadId: idParam })
const commentParams = z.object({ clientId: idParam, commentId: idParam })
const vote = z.object({ vote_type: z.enum(['upvote', 'downvote']) })
export const voteResult = z.object({ upvotes: z.int(), downvotes: z.int(), my_vote: callerVote })
export const bookmarkResult = z.object({ bookmarked: z.boolean(), bookmarks_count: z.int() })

/** By creation, by latest comment, by votes. */
export const threadOrders = ['newest', 'active', 'votes'] as const
export type ThreadOrder = (typeof threadOrders)[number]

export const listThreads = endpoint({
  name: 'community.threads',
  method: 'GET',
  path: `${FORUM_BASE}/threads/`,
  access: 'member',
  feature: 'community_forum',
  offline: 'cache',
  summary:
    'List threads, newest first. Filters combine: search in title and body, exact tag name, bookmarked, own, unanswered',
  params: clientParams,
  query: z.object({
    ...pageQuery,
    search: z.optional(z.string().check(z.maxLength(200))),
    tag: z.optional(z.string().check(z.maxLength(TAG_MAX))),
    ordering: z.optional(z.enum(threadOrders)),
    bookmarked: z.optional(z.enum(['true'])),
    mine: z.optional(z.enum(['true'])),
    unanswered: z.optional(z.enum(['true'])),
  }),
  response: pageOf(thread),
})
export const createThread = endpoint({
  name: 'community.createThread',
  method: 'POST',
  path: `${FORUM_BASE}/threads/`,
  access: 'member',
  feature: 'community_forum',
  rateLimit: perHour(10),
  idempotency: 'key',
  summary:
    'Start a thread; the body is sanitized and inlined images are stored as files. 409 for the same text within ten minutes, with the id of the first in fields.body[0].params.id',
  alsoFails: [409],
  params: clientParams,
  body: newThread,
  response: thread,
  status: 201,
  bodyLimitBytes: FORUM_BODY_LIMIT_BYTES,
})
export const getThread = endpoint({
  name: 'community.thread',
  method: 'GET',
  path: `${FORUM_BASE}/threads/{threadId}/`,
  access: 'member',
  feature: 'community_forum',
  offline: 'cache',
  summary: 'Get one thread',
  params: threadParams,
  response: thread,
})
export const updateThread = endpoint({
  name: 'community.updateThread',
  method: 'PUT',
  path: `${FORUM_BASE}/threads/{threadId}/`,
  access: 'member',
  feature: 'community_forum',
  summary: 'Edit a thread, as its author or a moderator',
  params: threadParams,
  body: threadBody,
  response: thread,
  bodyLimitBytes: FORUM_BODY_LIMIT_BYTES,
})
export const deleteThread = endpoint({
  name: 'community.deleteThread',
  method: 'DELETE',
  path: `${FORUM_BASE}/threads/{threadId}/`,
  access: 'member',
  feature: 'community_forum',
  summary: 'Delete a thread, as its author or a moderator',
  params: threadParams,
  response: z.undefined(),
  status: 204,
})
export const restoreThread = endpoint({
  name: 'community.restoreThread',
  method: 'POST',
  path: `${FORUM_BASE}/threads/{threadId}/restore/`,
  access: 'member',
  feature: 'community_forum',
  idempotency: 'natural',
  summary: 'Undo a recent delete, as the person who deleted it',
  params: threadParams,
  response: thread,
})
/** Votes on threads and comments count together. */
const votesLimit = { ...perMinute(120), bucket: 'votes' }

export const voteThread = endpoint({
  name: 'community.voteThread',
  method: 'POST',
  path: `${FORUM_BASE}/threads/{threadId}/vote/`,
  access: 'member',
  feature: 'community_forum',
  rateLimit: votesLimit,
  summary: 'Vote, once per person: the same vote again removes it, the other one replaces it',
  params: threadParams,
  body: vote,
  response: voteResult,
})
export const bookmarkThread = endpoint({
  name: 'community.bookmark',
  method: 'POST',
  path: `${FORUM_BASE}/threads/{threadId}/bookmark/`,
  access: 'member',
  feature: 'community_forum',
  idempotency: 'natural',
  summary: 'Bookmark a thread; safe to repeat',
  params: threadParams,
  response: bookmarkResult,
})
export const unbookmarkThread = endpoint({
  name: 'community.unbookmark',
  method: 'DELETE',
  path: `${FORUM_BASE}/threads/{threadId}/bookmarks/`,
  access: 'member',
  feature: 'community_forum',
  summary: 'Remove the bookmark; safe to repeat',
  params: threadParams,
  response: bookmarkResult,
})
export const listComments = endpoint({
  name: 'community.comments',
  method: 'GET',
  path: `${FORUM_BASE}/threads/{threadId}/comments/`,
  access: 'member',
  feature: 'community_forum',
  offline: 'cache',
  summary: 'List top-level comments with their replies, newest first',
  params: threadParams,
  query: z.object({ ...pageQuery }),
  response: pageOf(comment),
})
export const createComment = endpoint({
  name: 'community.createComment',
  method: 'POST',
  path: `${FORUM_BASE}/threads/{threadId}/comments/`,
  access: 'member',
  feature: 'community_forum',
  rateLimit: perHour(60),
  idempotency: 'key',
  summary: 'Comment, or reply to a top-level comment; 409 for repeated text, as for threads',
  alsoFails: [409],
  params: threadParams,
  body: z.object({ body: html, parent: z.nullable(id), idempotency_key: z.optional(z.uuid()) }),
  response: comment,
  status: 201,
  bodyLimitBytes: FORUM_BODY_LIMIT_BYTES,
})
export const updateComment = endpoint({
  name: 'community.updateComment',
  method: 'PUT',
  path: `${FORUM_BASE}/comments/{commentId}/`,
  access: 'member',
  feature: 'community_forum',
  summary: 'Edit a comment, as its author or a moderator',
  params: commentParams,
  body: z.object({ body: html }),
  response: comment,
  bodyLimitBytes: FORUM_BODY_LIMIT_BYTES,
})
export const deleteComment = endpoint({
  name: 'community.deleteComment',
  method: 'DELETE',
  path: `${FORUM_BASE}/comments/{commentId}/`,
  access: 'member',
  feature: 'community_forum',
  summary: 'Delete a comment, as its author or a moderator; its replies stay',
  params: commentParams,
  response: z.undefined(),
  status: 204,
})
export const restoreComment = endpoint({
  name: 'community.restoreComment',
  method: 'POST',
  path: `${FORUM_BASE}/comments/{commentId}/restore/`,
  access: 'member',
  feature: 'community_forum',
  idempotency: 'natural',
  summary: 'Undo a recent delete',
  params: commentParams,
  response: comment,
})
export const voteComment = endpoint({
  name: 'community.voteComment',
  method: 'POST',
  path: `${FORUM_BASE}/comments/{commentId}/vote/`,
  access: 'member',
  feature: 'community_forum',
  rateLimit: votesLimit,
  summary: 'Vote on a comment, as for threads',
  params: commentParams,
  body: vote,
  response: voteResult,
})
export const acceptComment = endpoint({
  name: 'community.accept',
  method: 'POST',
  path: `${FORUM_BASE}/comments/{commentId}/accept/`,
  access: 'member',
  feature: 'community_forum',
  idempotency: 'natural',
  summary: 'Mark or unmark the accepted answer, as the thread’s author or a moderator',
  params: commentParams,
  body: z.object({ accepted: z.boolean() }),
  response: z.object({ accepted_comment_id: z.nullable(id) }),
})
export const listTags = endpoint({
  name: 'community.tags',
  method: 'GET',
  path: `${FORUM_BASE}/tags/`,
  access: 'member',
  feature: 'community_forum',
  offline: 'cache',
  summary: 'List all tags, most used first',
  params: clientParams,
  response: z.array(tag),
})
export const createTag = endpoint({
  name: 'community.createTag',
  method: 'POST',
  path: `${FORUM_BASE}/tags/`,
  access: 'member',
  feature: 'community_forum',
  rateLimit: perDay(20),
  idempotency: 'natural',
  summary: 'Create a tag; an existing name, ignoring case, returns the existing tag',
  params: clientParams,
  body: z.object({ name: singleLine(1, TAG_MAX) }),
  response: tag,
  status: 201,
})
export const similarThreads = endpoint({
  name: 'community.similar',
  method: 'GET',
  path: `${FORUM_BASE}/similar/`,
  access: 'member',
  feature: 'community_forum',
  summary: 'Find threads with a similar title, to suggest before posting',
  params: clientParams,
  query: z.object({ title: z._default(z.optional(z.string().check(z.maxLength(TITLE_MAX))), '') }),
  response: z.object({
    results: z.array(z.object({ id, title: z.string(), comments_count: z.int(), answered: z.boolean() })),
  }),
})
export const followThread = endpoint({
  name: 'community.follow',
  method: 'POST',
  path: `${FORUM_BASE}/threads/{threadId}/follow/`,
  access: 'member',
  feature: 'community_forum',
  idempotency: 'natural',
  summary: 'Follow or mute a thread',
  params: threadParams,
  body: z.object({ following: z.boolean() }),
  response: z.object({ following: z.boolean() }),
})
