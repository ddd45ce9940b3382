import { SEARCH_COUNT_MAX, THREADS_PER_PAGE, type ThreadOrder } from '#contract/community/community.ts'
import type { Query, Rows } from '#server/core/db/query.ts'
import type { Viewer } from '../community.context.ts'
import type { Places, ThreadFilter } from './thread-filter.ts'
import { newestWith, tagNamed, threadsWith } from './threads.search.ts'

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
  /** People by id, as PostgreSQL writes an array. */
  participant_ids: string
  mention_ids: string
  lesson_topic_id: number | null
  lesson_item_id: number | null
  my_vote: number | null
  bookmarked: boolean
  following: boolean | null
}
const placesFor = ({ clientId, userId }: Viewer): Places => {
  const values: unknown[] = [clientId, userId]
  return {
    values,
    add: (value) => {
      values.push(value)
      return `$${values.length}`
    },
  }
}

/** What an answer says of a thread `t`. Where a counter knows that nobody voted or marked, nobody's row is looked for. */
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
 * Everything an answer says of threads, in one statement whatever their number. `page` gives (id, place). It is
 * materialized and each thread is fetched by its key from there: without statistics the planner would otherwise
 * run the page once for each thread.
 */
const threadRows = (page: string) => `
  with page as materialized (${page})
  select ${FIELDS}
  from page
  cross join lateral (
    select * from forum_thread t where t.client_id = $1 and t.id = page.id offset 0) t
  order by page.place`

const ONE = `select ${FIELDS} from forum_thread t where t.client_id = $1 and t.id = $3 and t.deleted_at is null`

/** One thread that is not deleted. */
export const threadQuery = ({ clientId, userId }: Viewer, threadId: number): Query => ({
  name: 'forum-thread',
  text: ONE,
  values: [clientId, userId, threadId],
})

export const readThread = async (rows: Rows, viewer: Viewer, threadId: number): Promise<ThreadRow | null> =>
  (await rows<ThreadRow>(threadQuery(viewer, threadId)))[0] ?? null

const ORDER: Record<ThreadOrder, string> = {
  newest: 't.id desc',
  active: 't.last_activity_at desc, t.id desc',
  votes: 't.score desc, t.id desc',
}
const BACKWARDS: Record<ThreadOrder, string> = {
  newest: 't.id',
  active: 't.last_activity_at, t.id',
  votes: 't.score, t.id',
}

/** Ids of live threads that pass every filter; null where there is none. A set operation is never nested by the planner. */
const matching = (places: Places, filter: ThreadFilter): string | null => {
  const sets = filter.words.map((term) => threadsWith(places, term))
  if (filter.tag !== null)
    sets.push(`select g.thread_id from forum_thread_tag g
      where g.client_id = $1 and g.tag_id = ${tagNamed(places, filter.tag)}`)
  if (filter.bookmarked)
    sets.push(`select b.thread_id from forum_bookmark b
      where b.client_id = $1 and b.user_id = $2 and exists (select from forum_thread t
        where t.client_id = $1 and t.id = b.thread_id and t.deleted_at is null)`)
  if (filter.mine)
    sets.push(
      'select t.id from forum_thread t where t.client_id = $1 and t.author_id = $2 and t.deleted_at is null',
    )
  // Nearly all of a quiet forum may be waiting for an answer: beside another filter it is asked of what that one finds.
  if (filter.unanswered && sets.length === 0)
    sets.push(
      'select t.id from forum_thread t where t.client_id = $1 and t.comments_count = 0 and t.deleted_at is null',
    )
  if (sets.length === 0) return null
  const found = sets.join(' intersect ')
  const waiting = filter.unanswered && isNarrowed(filter)
  return waiting
    ? `select t.id from forum_thread t where t.client_id = $1 and t.id = any (array(${found}))
        and t.comments_count = 0 and t.deleted_at is null`
    : found
}

/** Whether anything but "unanswered" is asked for. */
const isNarrowed = ({ words, tag, bookmarked, mine }: ThreadFilter) =>
  words.length > 0 || tag !== null || bookmarked || mine

/** Whether a counter knows how many there are. */
const isCounted = ({ words, bookmarked, mine, unanswered }: ThreadFilter) =>
  words.length === 0 && !bookmarked && !mine && !unanswered

/** (id) of one page in the wanted order; ids grow with time, so newest first is the order of ids. */
const pageIds = (places: Places, filter: ThreadFilter, order: string, most: number) => {
  if (filter.unanswered && !isNarrowed(filter))
    return `select t.id from forum_thread t
      where t.client_id = $1 and t.comments_count = 0 and t.deleted_at is null order by ${order}`
  if (filter.words.length > 0 && filter.ordering === 'newest')
    return `select t.id from (${newestWith(places, filter, most)}) t order by ${order}`
  const found = matching(places, filter)
  if (found === null)
    return `select t.id from forum_thread t where t.client_id = $1 and t.deleted_at is null order by ${order}`
  if (filter.ordering === 'newest') return `select t.id from (${found}) t (id) order by ${order}`
  return `select t.id from forum_thread t
    where t.client_id = $1 and t.id = any (array(${found})) and t.deleted_at is null order by ${order}`
}

/** Offsets up to here are read from the front even without knowing how many there are. */
const NEAR = 500

/** Whether a page is read with its count in one go: it stands near the front, so which end is nearer is no question. */
export const isNear = (offset: number): boolean => offset <= NEAR

export interface PageOf {
  readonly filter: ThreadFilter
  readonly limit: number
  readonly offset: number
}

/** One page of threads. Pages past the middle are read from the other end, when `count` says where that is. */
export const pageQuery = (viewer: Viewer, of: PageOf & { count: number | null }): Query | null => {
  const { filter, count } = of
  const places = placesFor(viewer)
  // What the count stops at may go on: only an exact count can be read from its end.
  const backwards = count !== null && isCounted(filter) && of.offset > count / 2
  const limit = backwards ? Math.min(of.limit, count - of.offset) : of.limit
  if (limit <= 0) return null
  const offset = backwards ? count - of.offset - limit : of.offset
  const order = (backwards ? BACKWARDS : ORDER)[filter.ordering]
  const place = backwards ? '-row_number() over ()' : 'row_number() over ()'
  // Numbers and no places: the planner has to see how few rows are wanted.
  const page = `select id, ${place} as place
    from (${pageIds(places, filter, order, limit + offset)} limit ${Math.trunc(limit)} offset ${Math.trunc(offset)}) found`
  // What everybody opens is planned once; with other filters or pages there would be too many to keep.
  const isFront = isCounted(filter) && filter.tag === null && offset === 0 && !backwards
  const name = isFront && limit === THREADS_PER_PAGE ? { name: `forum-threads-${filter.ordering}` } : {}
  return { text: threadRows(page), values: places.values, ...name }
}

/** How many threads match, as `n`: from a counter where there is one, else counted up to a bound. */
export const countQuery = (viewer: Viewer, filter: ThreadFilter): Query => {
  const places = placesFor(viewer)
  // PostgreSQL wants to know of which kind each place is, also where it is not used.
  const kinds = '$2::int is not null'
  if (filter.words.length > 0)
    return {
      text: `select count(*)::int as n from (${newestWith(places, filter, SEARCH_COUNT_MAX)} limit ${SEARCH_COUNT_MAX}) found
        where ${kinds}`,
      values: places.values,
    }
  if (!isCounted(filter))
    return {
      text: `select count(*)::int as n from (${matching(places, filter)} limit ${SEARCH_COUNT_MAX}) found where ${kinds}`,
      values: places.values,
    }
  return filter.tag === null
    ? {
        name: 'forum-count',
        text: 'select threads as n from forum_stats where client_id = $1',
        values: [viewer.clientId],
      }
    : {
        name: 'forum-tag-count',
        text: 'select threads_count as n from forum_tag where client_id = $1 and name = $2 limit 1',
        values: [viewer.clientId, filter.tag],
      }
}

/** Questions about a topic, the newest first. */
export const lessonPageQuery = (
  viewer: Viewer,
  of: { courseId: number; topicId: number; limit: number; offset: number },
): Query => {
  const places = placesFor(viewer)
  const page = `select id, row_number() over () as place from (
    select t.id from forum_thread t
    where t.client_id = $1 and t.lesson_topic_id = ${places.add(of.topicId)}
      and t.lesson_course_id = ${places.add(of.courseId)} and t.deleted_at is null
    order by t.id desc limit ${Math.trunc(of.limit)} offset ${Math.trunc(of.offset)}) found`
  return { text: threadRows(page), values: places.values }
}
