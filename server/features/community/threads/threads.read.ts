import { SEARCH_COUNT_MAX, THREADS_PER_PAGE, type ThreadOrder } from '#contract/community/community.ts'
import type { Query, Rows } from '#server/core/db/query.ts'
import type { Viewer } from '../community.context.ts'
import type { SqlParameters, ThreadFilter } from './thread-filter.ts'
import { tagKey } from './tag-key.ts'
import { newestMatching, tagNamed, threadsContaining } from './threads.search.ts'

export interface AuthorRow {
  user_name: string
  name: string
  profile_pic_url: string | null
}
export interface ThreadRow {
  id: number
  author_id: number
  title: string
  body: string
  tags: string[]
  created_at: Date
  edited_at: Date | null
  upvotes: number
  downvotes: number
  bookmarks_count: number
  comments_count: number
  accepted_comment_id: number | null
  participants_count: number
  /** User ids as PostgreSQL writes an array. */
  participant_ids: string
  mention_ids: string
  lesson_topic_id: number | null
  lesson_item_id: number | null
  my_vote: number | null
  bookmarked: boolean
  following: boolean | null
}
const parametersFor = ({ clientId, userId }: Viewer): SqlParameters => {
  const values: unknown[] = [clientId, userId]
  return {
    values,
    add: (value) => {
      values.push(value)
      return `$${values.length}`
    },
  }
}

/**
 * The columns of a thread `t` in a response. Votes and bookmarks are looked up only where a counter says that there
 * are some.
 */
const FIELDS = `t.id, t.author_id, t.title, t.body, t.tags, t.created_at, t.edited_at, t.upvotes, t.downvotes,
    t.bookmarks_count, t.comments_count, t.accepted_comment_id, t.participants_count,
    t.participant_ids::text as participant_ids, t.mention_ids::text as mention_ids, t.lesson_topic_id,
    t.lesson_item_id,
    case when t.upvotes + t.downvotes > 0 then (select value from forum_thread_vote v
      where v.client_id = $1 and v.thread_id = t.id and v.user_id = $2) end as my_vote,
    t.bookmarks_count > 0 and exists (select from forum_bookmark b
      where b.client_id = $1 and b.thread_id = t.id and b.user_id = $2) as bookmarked,
    (select following from forum_follow f
      where f.client_id = $1 and f.thread_id = t.id and f.user_id = $2) as following`

/**
 * All columns of the threads on a page in one statement. `page` yields (id, position). It is materialized, and each
 * thread is fetched by its key from there: without statistics the planner would otherwise run `page` once for each
 * thread.
 */
const threadRows = (page: string) => `
  with page as materialized (${page})
  select ${FIELDS}
  from page
  cross join lateral (
    select * from forum_thread t where t.client_id = $1 and t.id = page.id offset 0) t
  order by page.position`

const ONE_THREAD = `select ${FIELDS} from forum_thread t where t.client_id = $1 and t.id = $3 and t.deleted_at is null`

/** One thread that is not deleted. */
export const threadQuery = ({ clientId, userId }: Viewer, threadId: number): Query => ({
  name: 'forum-thread',
  text: ONE_THREAD,
  values: [clientId, userId, threadId],
})

export const readThread = async (rows: Rows, viewer: Viewer, threadId: number): Promise<ThreadRow | null> =>
  (await rows<ThreadRow>(threadQuery(viewer, threadId)))[0] ?? null

const ORDER: Record<ThreadOrder, string> = {
  newest: 't.id desc',
  active: 't.last_activity_at desc, t.id desc',
  votes: 't.score desc, t.id desc',
}
const REVERSE_ORDER: Record<ThreadOrder, string> = {
  newest: 't.id',
  active: 't.last_activity_at, t.id',
  votes: 't.score, t.id',
}

/**
 * Ids of active threads that pass every filter; null without a filter. A set operation, so that the planner cannot
 * nest it.
 */
const matchingIds = (parameters: SqlParameters, filter: ThreadFilter): string | null => {
  const sets = filter.words.map((term) => threadsContaining(parameters, term))
  if (filter.tag !== null)
    sets.push(`select g.thread_id from forum_thread_tag g
      where g.client_id = $1 and g.tag_id = ${tagNamed(parameters, filter.tag)}`)
  if (filter.bookmarked)
    sets.push(`select b.thread_id from forum_bookmark b
      where b.client_id = $1 and b.user_id = $2 and exists (select from forum_thread t
        where t.client_id = $1 and t.id = b.thread_id and t.deleted_at is null)`)
  if (filter.mine)
    sets.push(
      'select t.id from forum_thread t where t.client_id = $1 and t.author_id = $2 and t.deleted_at is null',
    )
  // In a quiet forum nearly every thread is unanswered: combined with another filter only the matches of that one
  // are checked.
  if (filter.unanswered && sets.length === 0)
    sets.push(
      'select t.id from forum_thread t where t.client_id = $1 and t.comments_count = 0 and t.deleted_at is null',
    )
  if (sets.length === 0) return null
  const matches = sets.join(' intersect ')
  const isUnansweredToo = filter.unanswered && hasOtherFilter(filter)
  return isUnansweredToo
    ? `select t.id from forum_thread t where t.client_id = $1 and t.id = any (array(${matches}))
        and t.comments_count = 0 and t.deleted_at is null`
    : matches
}

/** Whether there is a filter other than "unanswered". */
const hasOtherFilter = ({ words, tag, bookmarked, mine }: ThreadFilter) =>
  words.length > 0 || tag !== null || bookmarked || mine

/** Whether a counter contains the number of matches. */
const isCounted = ({ words, bookmarked, mine, unanswered }: ThreadFilter) =>
  words.length === 0 && !bookmarked && !mine && !unanswered

/** (id) of one page in the requested order. Ids grow with time, so "newest first" is the order of ids. */
const pageIds = (parameters: SqlParameters, filter: ThreadFilter, order: string, max: number) => {
  if (filter.unanswered && !hasOtherFilter(filter))
    return `select t.id from forum_thread t
      where t.client_id = $1 and t.comments_count = 0 and t.deleted_at is null order by ${order}`
  if (filter.words.length > 0 && filter.ordering === 'newest')
    return `select t.id from (${newestMatching(parameters, filter, max)}) t order by ${order}`
  const matches = matchingIds(parameters, filter)
  if (matches === null)
    return `select t.id from forum_thread t where t.client_id = $1 and t.deleted_at is null order by ${order}`
  if (filter.ordering === 'newest') return `select t.id from (${matches}) t (id) order by ${order}`
  return `select t.id from forum_thread t
    where t.client_id = $1 and t.id = any (array(${matches})) and t.deleted_at is null order by ${order}`
}

/** Up to this offset pages are read from the front, even without knowing the count. */
const NEAR_OFFSET_MAX = 500

/** Whether a page is read together with its count: near the front it does not matter which end is nearer. */
export const isNearFront = (offset: number): boolean => offset <= NEAR_OFFSET_MAX

export interface ThreadPageRequest {
  readonly filter: ThreadFilter
  readonly limit: number
  readonly offset: number
}

/** One page of threads. Pages past the middle are read from the other end when `count` is known. */
export const pageQuery = (
  viewer: Viewer,
  request: ThreadPageRequest & { count: number | null },
): Query | null => {
  const { filter, count } = request
  const parameters = parametersFor(viewer)
  // A count stops at a bound; only an exact one allows reading from the end.
  const isReversed = count !== null && isCounted(filter) && request.offset > count / 2
  const limit = isReversed ? Math.min(request.limit, count - request.offset) : request.limit
  if (limit <= 0) return null
  const offset = isReversed ? count - request.offset - limit : request.offset
  const order = (isReversed ? REVERSE_ORDER : ORDER)[filter.ordering]
  const position = isReversed ? '-row_number() over ()' : 'row_number() over ()'
  // Literal numbers instead of parameters: the planner must see how few rows are wanted.
  const page = `select id, ${position} as position
    from (${pageIds(parameters, filter, order, limit + offset)} limit ${Math.trunc(limit)} offset ${Math.trunc(offset)}) found`
  // Prepare only the pages that everybody opens; there are too many combinations of filters and pages.
  const isFront = isCounted(filter) && filter.tag === null && offset === 0 && !isReversed
  const name = isFront && limit === THREADS_PER_PAGE ? { name: `forum-threads-${filter.ordering}` } : {}
  return { text: threadRows(page), values: parameters.values, ...name }
}

/** How many threads match, as `n`: from a counter if there is one, otherwise counted up to a bound. */
export const countQuery = (viewer: Viewer, filter: ThreadFilter): Query => {
  const parameters = parametersFor(viewer)
  // PostgreSQL needs the type of every parameter, even of unused ones.
  const usesAllParameters = '$2::int is not null'
  if (filter.words.length > 0)
    return {
      text: `select count(*)::int as n from (${newestMatching(parameters, filter, SEARCH_COUNT_MAX)} limit ${SEARCH_COUNT_MAX}) found
        where ${usesAllParameters}`,
      values: parameters.values,
    }
  if (!isCounted(filter))
    return {
      text: `select count(*)::int as n from (${matchingIds(parameters, filter)} limit ${SEARCH_COUNT_MAX}) found where ${usesAllParameters}`,
      values: parameters.values,
    }
  return filter.tag === null
    ? {
        name: 'forum-count',
        text: 'select threads as n from forum_stats where client_id = $1',
        values: [viewer.clientId],
      }
    : {
        name: 'forum-tag-count',
        text: 'select threads_count as n from forum_tag where client_id = $1 and name_key = $2',
        values: [viewer.clientId, tagKey(filter.tag)],
      }
}

/** Questions about a topic, newest first. */
export const lessonPageQuery = (
  viewer: Viewer,
  request: { courseId: number; topicId: number; limit: number; offset: number },
): Query => {
  const parameters = parametersFor(viewer)
  const page = `select id, row_number() over () as position from (
    select t.id from forum_thread t
    where t.client_id = $1 and t.lesson_topic_id = ${parameters.add(request.topicId)}
      and t.lesson_course_id = ${parameters.add(request.courseId)} and t.deleted_at is null
    order by t.id desc limit ${Math.trunc(request.limit)} offset ${Math.trunc(request.offset)}) found`
  return { text: threadRows(page), values: parameters.values }
}
