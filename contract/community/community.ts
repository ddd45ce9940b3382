/** The community forum (spec §7 "Community forum", RULES "Community"). */
import * as z from 'zod/mini'
import { clientParams, id, idParam, line, pageOf, pageQuery, timestamp } from '../common.ts'
import { endpoint } from '../endpoint.ts'

export const THREADS_PER_PAGE = 10
export const COMMENTS_PER_PAGE = 10
/** Spec §9: a body longer than this is collapsed. */
export const COLLAPSE_AFTER_CHARS = 300
export const TITLE_MAX = 200
export const TAG_MAX = 40
export const TAGS_PER_THREAD = 10
/** Bodies carry images as data on the way in (RULES: 2 MB each). */
export const FORUM_BODY_LIMIT_BYTES = 8 * 1024 * 1024
export const BODY_MAX_CHARS = 7_500_000
/** RULES "Community". */
export const IMAGE_MAX_BYTES = 2 * 1024 * 1024
/** How long the app offers to take a delete back. */
export const UNDO_MS = 10_000
/** Spec §9 "Participants". */
export const PARTICIPANTS_MAX = 8
/** Search results beyond this are not counted: `count` stops here. So it is with own, bookmarked and unanswered ones. */
export const SEARCH_COUNT_MAX = 1_000
/** People told by one post; more names than these are plain text, so that nobody calls everybody. */
export const MENTIONS_MAX = 10

/** Below this stand all calls of the forum (spec §7). */
export const FORUM_BASE = '/community-forum/api/clients/{clientId}'

export const author = z.object({
  user_name: z.string(),
  name: z.string(),
  profile_pic_url: z.nullable(z.string()),
})
export const tag = z.object({ id, name: z.string() })
export type Tag = z.infer<typeof tag>

/** Somebody named in a body as `@user_name`; the words themselves stay in the body as they were typed. */
export const mention = z.object({ user_name: z.string(), name: z.string() })
export type Mention = z.infer<typeof mention>

/** The lesson that a question came from; null also where the reader may not see its course. */
export const lesson = z.object({
  course_id: id,
  topic_id: id,
  /** The article, video, problem or quiz within the topic; null when the question is about the whole. */
  item_id: z.nullable(id),
  course_title: z.string(),
  topic_title: z.string(),
})
export type Lesson = z.infer<typeof lesson>

const ownVote = z.nullable(z.enum(['upvote', 'downvote']))

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
  /* Beyond the specification: */
  edited_at: z.nullable(timestamp),
  my_vote: ownVote,
  bookmarked: z.boolean(),
  following: z.boolean(),
  /** The server's own word on what the caller may do; the app shows controls as the specification says. */
  can_edit: z.boolean(),
  accepted_comment_id: z.nullable(id),
  /** At most 8 who wrote here, newest first (spec §9 "Participants"). */
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
  my_vote: ownVote,
  can_edit: z.boolean(),
  accepted: z.boolean(),
  /** A deleted comment keeps its replies under a "deleted" line: body empty, author null. */
  deleted: z.boolean(),
  mentions: z.array(mention),
}
export const reply = z.object({ ...commentFields, replies: z.array(z.never()) })
export const comment = z.object({ ...commentFields, replies: z.array(reply) })
export type Comment = z.infer<typeof comment>

const title = line(1, TITLE_MAX)
const html = z.string().check(z.minLength(1), z.maxLength(BODY_MAX_CHARS))
const threadFields = { title, body: html, tags: z.array(id).check(z.maxLength(TAGS_PER_THREAD)) }
const threadBody = z.object(threadFields)
/** The key makes a repeated request answer with what the first one made. */
const newThread = z.object({
  ...threadFields,
  idempotency_key: z.optional(z.uuid()),
  /** A question about a lesson; it keeps its lesson when it is edited. */
  lesson: z.optional(
    z.nullable(z.object({ course_id: id, topic_id: id, item_id: z.optional(z.nullable(id)) })),
  ),
})
const threadParams = z.object({ clientId: idParam, threadId: idParam })
const commentParams = z.object({ clientId: idParam, commentId: idParam })
const vote = z.object({ vote_type: z.enum(['upvote', 'downvote']) })
export const voteResult = z.object({ upvotes: z.int(), downvotes: z.int(), my_vote: ownVote })
export const bookmarkResult = z.object({ bookmarked: z.boolean(), bookmarks_count: z.int() })

/** Newest first, latest comment first, best voted first. */
export const threadOrders = ['newest', 'active', 'votes'] as const
export type ThreadOrder = (typeof threadOrders)[number]

export const listThreads = endpoint({
  name: 'community.threads',
  method: 'GET',
  path: `${FORUM_BASE}/threads/`,
  access: 'member',
  summary:
    'Threads, newest first; search in title and body, filter by exact tag name, bookmarked, own or without any comment; filters hold together',
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
  summary:
    'Start a thread; the body is cleaned, inlined images are stored as files. The same words again within ten minutes: 409, with the id of the first in fields.body[0].params.id',
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
  summary: 'One thread',
  params: threadParams,
  response: thread,
})
export const updateThread = endpoint({
  name: 'community.updateThread',
  method: 'PUT',
  path: `${FORUM_BASE}/threads/{threadId}/`,
  access: 'member',
  summary: 'Edit; author or moderator',
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
  summary: 'Delete; author or moderator',
  params: threadParams,
  response: z.undefined(),
  status: 204,
})
export const restoreThread = endpoint({
  name: 'community.restoreThread',
  method: 'POST',
  path: `${FORUM_BASE}/threads/{threadId}/restore/`,
  access: 'member',
  summary: 'Undo a delete shortly after; who deleted it',
  params: threadParams,
  response: thread,
})
export const voteThread = endpoint({
  name: 'community.voteThread',
  method: 'POST',
  path: `${FORUM_BASE}/threads/{threadId}/vote/`,
  access: 'member',
  summary: 'One vote a person: the same way again takes it back, the other way moves it',
  params: threadParams,
  body: vote,
  response: voteResult,
})
export const bookmarkThread = endpoint({
  name: 'community.bookmark',
  method: 'POST',
  path: `${FORUM_BASE}/threads/{threadId}/bookmark/`,
  access: 'member',
  summary: 'Bookmark; harmless to repeat',
  params: threadParams,
  response: bookmarkResult,
})
export const unbookmarkThread = endpoint({
  name: 'community.unbookmark',
  method: 'DELETE',
  path: `${FORUM_BASE}/threads/{threadId}/bookmarks/`,
  access: 'member',
  summary: 'Remove the bookmark; harmless to repeat',
  params: threadParams,
  response: bookmarkResult,
})
export const listComments = endpoint({
  name: 'community.comments',
  method: 'GET',
  path: `${FORUM_BASE}/threads/{threadId}/comments/`,
  access: 'member',
  summary: 'Top-level comments with their replies, newest first',
  params: threadParams,
  query: z.object({ ...pageQuery }),
  response: pageOf(comment),
})
export const createComment = endpoint({
  name: 'community.createComment',
  method: 'POST',
  path: `${FORUM_BASE}/threads/{threadId}/comments/`,
  access: 'member',
  summary: 'Comment, or reply to a top-level comment; repeated words answer as for threads',
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
  summary: 'Edit; author or moderator',
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
  summary: 'Delete; author or moderator; replies stay under a deleted line',
  params: commentParams,
  response: z.undefined(),
  status: 204,
})
export const restoreComment = endpoint({
  name: 'community.restoreComment',
  method: 'POST',
  path: `${FORUM_BASE}/comments/{commentId}/restore/`,
  access: 'member',
  summary: 'Undo a delete shortly after',
  params: commentParams,
  response: comment,
})
export const voteComment = endpoint({
  name: 'community.voteComment',
  method: 'POST',
  path: `${FORUM_BASE}/comments/{commentId}/vote/`,
  access: 'member',
  summary: 'As for threads',
  params: commentParams,
  body: vote,
  response: voteResult,
})
export const acceptComment = endpoint({
  name: 'community.accept',
  method: 'POST',
  path: `${FORUM_BASE}/comments/{commentId}/accept/`,
  access: 'member',
  summary: 'Mark or unmark the accepted answer; the thread’s author or a moderator',
  params: commentParams,
  body: z.object({ accepted: z.boolean() }),
  response: z.object({ accepted_comment_id: z.nullable(id) }),
})
export const listTags = endpoint({
  name: 'community.tags',
  method: 'GET',
  path: `${FORUM_BASE}/tags/`,
  access: 'member',
  summary: 'All tags, most used first',
  params: clientParams,
  response: z.array(tag),
})
export const createTag = endpoint({
  name: 'community.createTag',
  method: 'POST',
  path: `${FORUM_BASE}/tags/`,
  access: 'member',
  summary: 'New tag; an existing name (without case) answers the existing one',
  params: clientParams,
  body: z.object({ name: line(1, TAG_MAX) }),
  response: tag,
  status: 201,
})
export const similarThreads = endpoint({
  name: 'community.similar',
  method: 'GET',
  path: `${FORUM_BASE}/similar/`,
  access: 'member',
  summary: '"Asked before?": threads whose titles resemble this one',
  params: clientParams,
  query: z.object({ title: z._default(z.optional(z.string().check(z.maxLength(TITLE_MAX))), '') }),
  response: z.object({
    results: z.array(z.object({ id, title: z.string(), comments_count: z.int(), answered: z.boolean() })),
  }),
})
export const listLessonThreads = endpoint({
  name: 'community.lessonThreads',
  method: 'GET',
  path: `${FORUM_BASE}/courses/{courseId}/topics/{submoduleId}/threads/`,
  access: 'member',
  summary: 'Questions about one topic of a course, newest first, each with its accepted answer',
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
export const followThread = endpoint({
  name: 'community.follow',
  method: 'POST',
  path: `${FORUM_BASE}/threads/{threadId}/follow/`,
  access: 'member',
  summary: 'Follow or mute a thread',
  params: threadParams,
  body: z.object({ following: z.boolean() }),
  response: z.object({ following: z.boolean() }),
})
