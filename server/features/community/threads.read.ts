import { sql, type RawBuilder } from 'kysely'
import { SEARCH_COUNT_MAX } from '#contract/community.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { Viewer } from './community.context.ts'

export interface AuthorRow {
  user_name: string
  name: string
  profile_pic_url: string | null
}
export interface ThreadRow extends AuthorRow {
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
  participants: AuthorRow[] | null
  my_vote: number | null
  bookmarked: boolean
  following: boolean | null
}
export interface ThreadFilter {
  ordering: 'newest' | 'active' | 'votes'
  /** Folded words; each must be found. */
  words: readonly string[]
  tagId: number | null
  bookmarked: boolean
}

/**
 * Everything an answer says of threads, in one statement whatever their number. `page` gives (id, place). It is
 * materialized and each thread is fetched by its key from there: without statistics the planner would otherwise
 * run the page once for each thread.
 */
const threadRows = (viewer: Viewer, page: RawBuilder<unknown>) => sql<ThreadRow>`
  with page as materialized (${page})
  select t.id, t.author_id, t.title, t.body, t.tags, t.created_at, t.edited_at, t.upvotes, t.downvotes,
    t.bookmarks_count, t.comments_count, t.accepted_comment_id, t.participants_count,
    u.username as user_name, u.full_name as name, u.profile_picture as profile_pic_url,
    (select json_agg(json_build_object('user_name', p.username, 'name', p.full_name,
        'profile_pic_url', p.profile_picture) order by who.place)
      from unnest(t.participant_ids) with ordinality who (id, place)
      join app_user p on p.client_id = ${viewer.clientId} and p.id = who.id) as participants,
    (select value from forum_thread_vote v
      where v.client_id = ${viewer.clientId} and v.thread_id = t.id and v.user_id = ${viewer.userId}) as my_vote,
    exists (select from forum_bookmark b
      where b.client_id = ${viewer.clientId} and b.thread_id = t.id and b.user_id = ${viewer.userId}) as bookmarked,
    (select following from forum_follow f
      where f.client_id = ${viewer.clientId} and f.thread_id = t.id and f.user_id = ${viewer.userId}) as following
  from page
  cross join lateral (
    select * from forum_thread t where t.client_id = ${viewer.clientId} and t.id = page.id offset 0) t
  cross join lateral (
    select username, full_name, profile_picture from app_user u
    where u.client_id = ${viewer.clientId} and u.id = t.author_id offset 0) u
  order by page.place`

/** One thread that is not deleted. */
export const readThread = async (
  db: TenantDb,
  viewer: Viewer,
  threadId: number,
): Promise<ThreadRow | null> => {
  const one = sql`select id, 1 as place from forum_thread
    where client_id = ${viewer.clientId} and id = ${threadId} and deleted_at is null`
  return (await threadRows(viewer, one).execute(db)).rows[0] ?? null
}

const ORDER: Record<ThreadFilter['ordering'], RawBuilder<unknown>> = {
  newest: sql`t.id desc`,
  active: sql`t.last_activity_at desc, t.id desc`,
  votes: sql`t.score desc, t.id desc`,
}
const BACKWARDS: Record<ThreadFilter['ordering'], RawBuilder<unknown>> = {
  newest: sql`t.id`,
  active: sql`t.last_activity_at, t.id`,
  votes: sql`t.score, t.id`,
}

/** The highest code point ends every range of words with the same beginning. */
const LAST = '\u{10ffff}'
/** Known words that one typed word may stand for. */
const WORDS_PER_TERM = 300

/** Live threads in which a word stands that contains the term. */
const withTerm = (clientId: number, term: string) => sql`
  select distinct w.thread_id from forum_word w where w.client_id = ${clientId} and w.word = any (array(
    select distinct p.word from forum_word_part p
    where p.client_id = ${clientId} and p.part >= ${term} and p.part < ${term + LAST}
    limit ${WORDS_PER_TERM}))`

/** Ids of live threads that pass every filter; null where there is none. A set operation is never nested by the planner. */
const matching = ({ clientId, userId }: Viewer, filter: ThreadFilter): RawBuilder<unknown> | null => {
  const sets = filter.words.map((term) => withTerm(clientId, term))
  if (filter.tagId !== null)
    sets.push(sql`select g.thread_id from forum_thread_tag g
      where g.client_id = ${clientId} and g.tag_id = ${filter.tagId}`)
  if (filter.bookmarked)
    sets.push(sql`select b.thread_id from forum_bookmark b
      where b.client_id = ${clientId} and b.user_id = ${userId} and exists (select from forum_thread t
        where t.client_id = ${clientId} and t.id = b.thread_id and t.deleted_at is null)`)
  return sets.length === 0 ? null : sql.join(sets, sql` intersect `)
}

/** (id) of one page in the wanted order; ids grow with time, so newest first is the order of ids. */
const pageIds = (viewer: Viewer, filter: ThreadFilter, order: RawBuilder<unknown>) => {
  const found = matching(viewer, filter)
  if (found === null)
    return sql`select t.id from forum_thread t
      where t.client_id = ${viewer.clientId} and t.deleted_at is null order by ${order}`
  if (filter.ordering === 'newest') return sql`select t.thread_id as id from (${found}) t order by ${order}`
  return sql`select t.id from forum_thread t
    where t.client_id = ${viewer.clientId} and t.id = any (array(${found})) and t.deleted_at is null order by ${order}`
}

/** One page of threads. Pages past the middle are read from the other end. */
export const readThreads = async (
  db: TenantDb,
  viewer: Viewer,
  of: { filter: ThreadFilter; limit: number; offset: number; count: number },
): Promise<ThreadRow[]> => {
  const { filter } = of
  // What the count stops at may go on: only an exact count can be read from its end.
  const exact = filter.words.length === 0 && !filter.bookmarked
  const backwards = exact && of.offset > of.count / 2
  const limit = backwards ? Math.min(of.limit, of.count - of.offset) : of.limit
  if (limit <= 0) return []
  const offset = backwards ? of.count - of.offset - limit : of.offset
  const newest = filter.ordering === 'newest' && matching(viewer, filter) !== null
  const orders = backwards ? BACKWARDS : ORDER
  const order = newest ? (backwards ? sql`t.thread_id` : sql`t.thread_id desc`) : orders[filter.ordering]
  const place = backwards ? sql`-row_number() over ()` : sql`row_number() over ()`
  const page = sql`select id, ${place} as place
    from (${pageIds(viewer, filter, order)} limit ${limit} offset ${offset}) found`
  return (await threadRows(viewer, page).execute(db)).rows
}

/** How many threads match: from a counter where there is one, else counted up to a bound. */
export const countThreads = async (db: TenantDb, viewer: Viewer, filter: ThreadFilter): Promise<number> => {
  const { clientId } = viewer
  const found = matching(viewer, filter)
  if (found !== null && (filter.words.length > 0 || filter.bookmarked)) {
    const counted = await sql<{ n: number }>`
      select count(*)::int as n from (${found} limit ${SEARCH_COUNT_MAX}) found`.execute(db)
    return counted.rows[0]?.n ?? 0
  }
  const kept =
    filter.tagId === null
      ? sql<{ n: number }>`select threads as n from forum_stats where client_id = ${clientId}`
      : sql<{ n: number }>`
          select threads_count as n from forum_tag where client_id = ${clientId} and id = ${filter.tagId}`
  return (await kept.execute(db)).rows[0]?.n ?? 0
}

/** The id of the tag with exactly this name (spec §9). */
export const tagIdOf = async (db: TenantDb, clientId: number, name: string): Promise<number | null> => {
  const rows = await sql<{ id: number }>`
    select id from forum_tag where client_id = ${clientId} and name = ${name}`.execute(db)
  return rows.rows[0]?.id ?? null
}
