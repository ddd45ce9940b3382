/**
 * Normalises responses of other back ends: a bare array, which the app filters and pages itself (spec 9:
 * Community), and posts without our additional fields.
 */
import {
  COMMENTS_PER_PAGE,
  PARTICIPANTS_COLLECTED,
  THREADS_PER_PAGE,
  type Comment,
  type Reply,
  type Thread,
} from './posts.ts'
import type { ThreadFilters } from './thread-filters.ts'

/** Whether the reader wrote the post; a bare array does not say. */
export type IsOwnPost = (author: Thread['author']) => boolean

export interface Page<T> {
  count: number
  results: T[]
}
type Loose<T> = Partial<T> | null
type Answer<T> = readonly Loose<T>[] | { count: number; results: readonly Loose<T>[] }

const noAuthor = { user_name: '', name: '', profile_pic_url: null }

/** A thread with every field that the screens use. */
export const threadOf = (raw: Loose<Thread>): Thread => {
  const author = raw?.author ?? noAuthor
  const participants = raw?.participants ?? [author]
  return {
    id: 0,
    title: '',
    body: '',
    created_at: new Date(0).toISOString(),
    upvotes: 0,
    downvotes: 0,
    bookmarks_count: 0,
    comments_count: 0,
    edited_at: null,
    my_vote: null,
    bookmarked: false,
    following: false,
    can_edit: false,
    accepted_comment_id: null,
    mentions: [],
    lesson: null,
    ...raw,
    tags: raw?.tags ?? [],
    author,
    participants: participants.slice(0, PARTICIPANTS_COLLECTED),
    participants_count: raw?.participants_count ?? participants.length,
  }
}

const replyOf = (raw: Loose<Reply>, parent: number | null): Reply => ({
  id: 0,
  body: '',
  author: null,
  created_at: new Date(0).toISOString(),
  upvotes: 0,
  downvotes: 0,
  edited_at: null,
  my_vote: null,
  can_edit: false,
  accepted: false,
  deleted: false,
  mentions: [],
  ...raw,
  parent,
  replies: [],
})

/** A comment with its replies, both newest first (spec 4: Community). */
export const commentOf = (raw: Loose<Comment>): Comment => ({
  ...replyOf(raw as Loose<Reply>, null),
  replies: newestFirst((raw?.replies ?? []).map((reply) => replyOf(reply, raw?.id ?? null))),
})

export const newestFirst = <T extends { created_at: string; id: number }>(posts: readonly T[]): T[] =>
  [...posts].sort((a, b) => b.created_at.localeCompare(a.created_at) || b.id - a.id)

const pageOf = <T>(all: readonly T[], page: number, size: number): Page<T> => ({
  count: all.length,
  results: all.slice((page - 1) * size, page * size),
})

/** Title or body contains the search text, ignoring case; the tag is the exact name (spec 9: Community). */
export const matchesFilters = (
  thread: Thread,
  { search, tag }: Pick<ThreadFilters, 'search' | 'tag'>,
): boolean => {
  const needle = search.trim().toLocaleLowerCase()
  const isFound = [thread.title, thread.body].some((text) => text.toLocaleLowerCase().includes(needle))
  return isFound && (tag === '' || thread.tags.includes(tag))
}

const inViews = (thread: Thread, views: ThreadFilters['views'], isOwn: IsOwnPost): boolean =>
  (!views.includes('mine') || isOwn(thread.author)) &&
  (!views.includes('bookmarked') || thread.bookmarked) &&
  (!views.includes('unanswered') || thread.comments_count === 0)

/** A bare array has no times of the latest comments, so "active" stays newest first. */
const sortThreads = (threads: Thread[], ordering: ThreadFilters['ordering']): Thread[] =>
  ordering === 'votes' ? threads.sort((a, b) => b.upvotes - b.downvotes - (a.upvotes - a.downvotes)) : threads

export const threadPageOf = (
  answer: Answer<Thread>,
  filters: ThreadFilters,
  isOwn: IsOwnPost,
): Page<Thread> => {
  if (!Array.isArray(answer)) {
    const { count, results } = answer as Exclude<typeof answer, readonly unknown[]>
    return { count, results: results.map(threadOf) }
  }
  const threads = newestFirst(answer.map((raw: Loose<Thread>) => threadOf(raw)))
  const filtered = threads.filter(
    (thread) => matchesFilters(thread, filters) && inViews(thread, filters.views, isOwn),
  )
  return pageOf(sortThreads(filtered, filters.ordering), filters.page, THREADS_PER_PAGE)
}

export const commentPageOf = (answer: Answer<Comment>, page: number): Page<Comment> => {
  if (!Array.isArray(answer)) {
    const { count, results } = answer as Exclude<typeof answer, readonly unknown[]>
    return { count, results: results.map(commentOf) }
  }
  return pageOf(newestFirst(nestReplies(answer)), page, COMMENTS_PER_PAGE)
}

/** Replies may be nested in their comment, or in the flat list with its id as parent. */
const nestReplies = (flat: readonly Loose<Comment>[]): Comment[] => {
  const topLevel = flat.filter((raw) => (raw?.parent ?? null) === null)
  return topLevel.map((comment) => {
    const flatReplies = flat.filter((raw) => raw?.parent != null && raw.parent === comment?.id)
    return commentOf({ ...comment, replies: [...(comment?.replies ?? []), ...(flatReplies as Reply[])] })
  })
}
