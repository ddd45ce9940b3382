/**
 * `npm run bench -- community`: the forum's list and thread with 10,000 and 100,000 threads (500,000 comments in the
 * end), row-level security on, over HTTP at 1, 16 and 64 connections.
 */
import pg from 'pg'
import { connectDatabase, PRIVATE_DATABASE } from '#server/core/db/connect.ts'
import { wordsOf } from '#server/features/community/words.ts'
import { DEMO_PASSWORD, demo } from '#e2e/product.ts'
import { startProduct, temporaryData } from './product.ts'
import { rate } from './rates.ts'

const PORT = 4198
const CLIENT = 7
const SIZES = [10_000, 100_000] as const
const COMMENTS_PER_THREAD = 5
const CONNECTIONS = [1, 16, 64] as const
/** Ten times the best Node forum measured on the same machine (160 lists, 260 topics a second at 16 connections). */
const TARGET_PER_SECOND = 2_600
const TARGET_P99_MS = 30

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

/** Fills the forum up to `threads` threads as the owner of the engine; counters are written as the product keeps them. */
const grow = async (client: pg.Client, threads: number): Promise<void> => {
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

const tokenOf = async (url: string): Promise<string> => {
  const response = await fetch(`${url}/accounts/clients/${CLIENT}/user/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: demo.student, password: DEMO_PASSWORD }),
  })
  return ((await response.json()) as { access_token: string }).access_token
}

const verdict = (met: boolean) => (met ? 'met' : 'MISSED')

/** Prints rate, p50 and p99 of each page at each size and number of connections. */
export const communityBench = async (): Promise<void> => {
  const data = temporaryData()
  const product = await startProduct(data.folder, PORT)
  const config = { dataDir: data.folder, databaseUrl: null, databasePool: 2 }
  const silent = { info: () => undefined, warn: () => undefined }
  const side = await connectDatabase(config, silent, { join: true })
  const client = new pg.Client({ ...side.engine?.connection, database: PRIVATE_DATABASE })
  try {
    await client.connect()
    const base = `${product.url}/community-forum/api/clients/${CLIENT}/threads/`
    for (const size of SIZES) {
      const began = performance.now()
      await grow(client, size)
      const { rows } = await client.query<{ id: number; comments: number }>(
        `select max(id) as id, (select count(*)::int from forum_comment) as comments from forum_thread where client_id = ${CLIENT}`,
      )
      const seconds = ((performance.now() - began) / 1_000).toFixed(0)
      console.log(`\n${size} threads, ${rows[0]?.comments} comments (filled in ${seconds} s)`)
      const pages: Record<string, string> = {
        list: base,
        thread: `${base}${rows[0]?.id}/`,
        comments: `${base}${rows[0]?.id}/comments/`,
        'last page': `${base}?page=${size / 10}`,
        search: `${base}?search=slow%20python`,
      }
      for (const [name, url] of Object.entries(pages)) {
        for (const connections of name === 'list' || name === 'thread' ? CONNECTIONS : [16]) {
          const headers = { authorization: `Bearer ${await tokenOf(product.url)}` }
          const { perSecond, p50Ms, p99Ms, errors } = await rate({ url, headers, connections, seconds: 3 })
          const judged = connections === 16 && (name === 'list' || name === 'thread' || name === 'comments')
          const met = perSecond >= TARGET_PER_SECOND && p99Ms < TARGET_P99_MS
          console.log(
            `${name.padEnd(12)}${String(connections).padEnd(6)}${perSecond.toFixed(0).padStart(7)} /s   p50 ${p50Ms} ms   p99 ${p99Ms} ms` +
              (judged ? `   (≥ ${TARGET_PER_SECOND} /s, p99 < ${TARGET_P99_MS} ms: ${verdict(met)})` : '') +
              (errors > 0 ? `   ${errors} ERRORS` : ''),
          )
        }
      }
    }
  } finally {
    await client.end()
    await side.database.close()
    await product.stop()
    await side.engine?.stop()
    data.remove()
  }
}
