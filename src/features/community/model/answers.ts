/**
 * What a back end may answer instead of our own pages: a bare array, read whole, that the app filters and pages by
 * itself (spec §9 "Community"), and posts without the fields that go beyond the specification.
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

/** Whether the post is the reader's: a bare array does not say. */
export type IsOwnPost = (author: Thread['author']) => boolean

export interface Page<T> {
  count: number
  results: T[]
}
type Loose<T> = Partial<T> | null
type Answer<T> = readonly Loose<T>[] | { count: number; results: readonly Loose<T>[] }

const nobody = { user_name: '', name: '', profile_pic_url: null }

/** A thread with everything the screens read. */
export const threadOf = (given: Loose<Thread>): Thread => {
  const author = given?.author ?? nobody
  const participants = given?.participants ?? [author]
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
    ...given,
    tags: given?.tags ?? [],
    author,
    participants: participants.slice(0, PARTICIPANTS_COLLECTED),
    participants_count: given?.participants_count ?? participants.length,
  }
}

const replyOf = (given: Loose<Reply>, parent: number | null): Reply => ({
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
  ...given,
  parent,
  replies: [],
})

/** A comment with its replies, both newest first (spec §4 "Community"). */
export const commentOf = (given: Loose<Comment>): Comment => ({
  ...replyOf(given as Loose<Reply>, null),
  replies: newestFirst((given?.replies ?? []).map((reply) => replyOf(reply, given?.id ?? null))),
})

export const newestFirst = <T extends { created_at: string; id: number }>(posts: readonly T[]): T[] =>
  [...posts].sort((a, b) => b.created_at.localeCompare(a.created_at) || b.id - a.id)

const sliceOf = <T>(all: readonly T[], page: number, size: number): Page<T> => ({
  count: all.length,
  results: all.slice((page - 1) * size, page * size),
})

/** Title or body contains the words, without case; the tag is the exact name (spec §9 "Community"). */
export const matchesFilters = (
  thread: Thread,
  { search, tag }: Pick<ThreadFilters, 'search' | 'tag'>,
): boolean => {
  const wanted = search.trim().toLocaleLowerCase()
  const found = [thread.title, thread.body].some((text) => text.toLocaleLowerCase().includes(wanted))
  return found && (tag === '' || thread.tags.includes(tag))
}

const inViews = (thread: Thread, views: ThreadFilters['views'], own: IsOwnPost): boolean =>
  (!views.includes('mine') || own(thread.author)) &&
  (!views.includes('bookmarked') || thread.bookmarked) &&
  (!views.includes('unanswered') || thread.comments_count === 0)

/** An array tells nothing of its latest comments: "active" stays newest first there. */
const ordered = (threads: Thread[], ordering: ThreadFilters['ordering']): Thread[] =>
  ordering === 'votes' ? threads.sort((a, b) => b.upvotes - b.downvotes - (a.upvotes - a.downvotes)) : threads

export const threadPageOf = (
  answer: Answer<Thread>,
  filters: ThreadFilters,
  own: IsOwnPost,
): Page<Thread> => {
  if (!Array.isArray(answer)) {
    const { count, results } = answer as Exclude<typeof answer, readonly unknown[]>
    return { count, results: results.map(threadOf) }
  }
  const found = newestFirst(answer.map((given: Loose<Thread>) => threadOf(given)))
  const shown = found.filter(
    (thread) => matchesFilters(thread, filters) && inViews(thread, filters.views, own),
  )
  return sliceOf(ordered(shown, filters.ordering), filters.page, THREADS_PER_PAGE)
}

export const commentPageOf = (answer: Answer<Comment>, page: number): Page<Comment> => {
  if (!Array.isArray(answer)) {
    const { count, results } = answer as Exclude<typeof answer, readonly unknown[]>
    return { count, results: results.map(commentOf) }
  }
  return sliceOf(newestFirst(nested(answer)), page, COMMENTS_PER_PAGE)
}

/** Replies may come inside their comment or beside it, with its id as their parent. */
const nested = (flat: readonly Loose<Comment>[]): Comment[] => {
  const tops = flat.filter((given) => (given?.parent ?? null) === null)
  return tops.map((top) => {
    const beside = flat.filter((given) => given?.parent != null && given.parent === top?.id)
    return commentOf({ ...top, replies: [...(top?.replies ?? []), ...(beside as Reply[])] })
  })
}
