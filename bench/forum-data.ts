/** Writes a forum of any size directly into the database; used by the community benchmarks. */
import type pg from 'pg'
import { wordsOf } from '#server/core/text/search-text.ts'

export const CLIENT = 7
const COMMENTS_PER_THREAD = 5
/** Comments of the long thread; every fifth is a reply. */
export const LONG_THREAD_COMMENTS = 500

const SUBJECTS = ['python list', 'excel chart', 'react state', 'typescript union', 'api status', 'sql join']
const QUESTIONS = [
  'how do I change',
  'why is this slow with',
  'what is the difference between',
  'error when I open',
]
const ENDINGS = ['in a large file', 'without a loop', 'for beginners', 'on a phone', 'in an interview']
const titles = SUBJECTS.flatMap((subject) =>
  QUESTIONS.flatMap((question) => ENDINGS.map((ending) => `${question} ${subject} ${ending}`)),
)

/** Fills the forum up to a number of threads as the database owner, with the counters that the product maintains. */
export const fillForum = async (client: pg.Client, threads: number): Promise<void> => {
  await client.query(
    `with people as (select array_agg(id order by id) as ids, count(*)::int as n from app_user where client_id = ${CLIENT}),
     have as (select count(*)::int as n from forum_thread where client_id = ${CLIENT})
     insert into forum_thread (client_id, author_id, title, body, participant_ids, participants_count, comments_count,
       created_at, last_activity_at, content_hash)
     select ${CLIENT}, ids[1 + i % people.n], ($1::text[])[1 + i % cardinality($1::text[])] || ' ' || i,
       '<p>' || repeat('A few sentences of a question, as people write them. ', 6) || '</p>',
       array[ids[1 + (i + 4) % people.n], ids[1 + (i + 3) % people.n], ids[1 + (i + 2) % people.n], ids[1 + (i + 1) % people.n], ids[1 + i % people.n]],
       5, ${COMMENTS_PER_THREAD}, now() - make_interval(secs => ${threads} - i), now() - make_interval(secs => ${threads} - i), ''
     from people, have, generate_series(have.n + 1, ${threads}) i`,
    [titles],
  )
  await client.query(
    `insert into forum_comment (client_id, thread_id, author_id, body, created_at, content_hash)
     select ${CLIENT}, t.id, t.participant_ids[k], '<p>' || repeat('An answer with a little code in it. ', 4) || '</p>', t.created_at, ''
     from forum_thread t, generate_series(1, ${COMMENTS_PER_THREAD}) k
     where t.client_id = ${CLIENT} and t.content_hash = '' and cardinality(t.participant_ids) >= k
       and not exists (select from forum_comment c where c.client_id = ${CLIENT} and c.thread_id = t.id)`,
  )
  const pairs = titles.flatMap((title) => wordsOf(title).map((word) => ({ title, word })))
  await client.query(
    `insert into forum_word (client_id, word, thread_id, in_title)
     select ${CLIENT}, p.word, t.id, true
     from forum_thread t join unnest($1::text[], $2::text[]) p (title, word) on t.title like p.title || ' %'
     where t.client_id = ${CLIENT} and t.content_hash = '' on conflict do nothing`,
    [pairs.map((pair) => pair.title), pairs.map((pair) => pair.word)],
  )
  await client.query(
    `insert into forum_word_part (client_id, part, word)
     select distinct ${CLIENT}, substr(word, n), word
     from unnest($1::text[]) word, generate_series(1, 20) n where length(word) >= n on conflict do nothing`,
    [[...new Set(pairs.map((pair) => pair.word))]],
  )
  await client.query(
    `update forum_stats set threads = (select count(*) from forum_thread where client_id = ${CLIENT} and deleted_at is null)
     where client_id = ${CLIENT}`,
  )
  await client.query('vacuum analyze')
}

/** Adds one thread with 500 comments, including replies. Returns its id. */
export const addLongThread = async (client: pg.Client): Promise<number> => {
  const existing = await client.query<{ id: number }>(
    `select id from forum_thread where client_id = ${CLIENT} and comments_count = ${LONG_THREAD_COMMENTS}`,
  )
  if (existing.rows[0]) return existing.rows[0].id
  const { rows } = await client.query<{ id: number }>(
    `select id from forum_thread where client_id = ${CLIENT} and content_hash = '' order by id limit 1`,
  )
  const id = rows[0]?.id ?? 0
  await client.query(
    `with people as (select array_agg(id order by id) as ids, count(*)::int as n from app_user where client_id = ${CLIENT})
     insert into forum_comment (client_id, thread_id, author_id, body, created_at, content_hash)
     select ${CLIENT}, $1, ids[1 + i % people.n], '<p>' || repeat('An answer with a little code in it. ', 4) || '</p>', now(), ''
     from people, generate_series(1, ${LONG_THREAD_COMMENTS - COMMENTS_PER_THREAD}) i`,
    [id],
  )
  await client.query(
    `update forum_comment c set parent_id = c.id - 1
     where client_id = ${CLIENT} and thread_id = $1 and id % 5 = 0
       and exists (select from forum_comment p where p.client_id = ${CLIENT} and p.thread_id = $1 and p.id = c.id - 1)`,
    [id],
  )
  await client.query(
    `update forum_thread set comments_count = ${LONG_THREAD_COMMENTS} where client_id = ${CLIENT} and id = $1`,
    [id],
  )
  await client.query('vacuum analyze forum_comment')
  return id
}
