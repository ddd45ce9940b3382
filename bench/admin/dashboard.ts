/**
 * `npm run bench -- admin`: the admin dashboard with 100,000 learners and a year of activity, beside a bare route that sends
 * the same bytes; how long the job counts; the list of people with searches and filters; a file of 100,000 rows with the
 * memory that it takes; the recipients of a campaign; and an import of 10,000 people. BENCH_PORT sets another port,
 * BENCH_LEARNERS another number of learners.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { DEMO_PASSWORD, demo } from '#e2e/product.ts'
import { memoryOf, startFloor, startProduct, temporaryData, withProductDatabase } from '../product.ts'
import { rate } from '../rates.ts'
import { addCampaignGroup, measureCampaign } from './campaign.ts'
import { measureImport } from './import.ts'
import { measureStudents } from './students.ts'

const PORT = Number(process.env['BENCH_PORT'] ?? 4266)
const CLIENT = 7
const LEARNERS = Number(process.env['BENCH_LEARNERS'] ?? 100_000)
const COURSES = 20
const TARGET_P99_MS = 200
const TARGET_EXPORT_MIB = 128
const CONNECTIONS = [1, 4] as const
const COUNT_WITHIN_MS = 300_000

const verdict = (isMet: boolean) => (isMet ? 'met' : 'MISSED')
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

/** Learners who study on about 23 days of a year, in three courses each, every third with an instructor of the demo. */
const FILL = [
  `insert into course (client_id, title, difficulty, price, status, position)
   select ${CLIENT}, 'Bench course ' || i, 'beginner', 'free', 'published', 1000 + i from generate_series(1, ${COURSES}) i`,
  `insert into course_instructor (client_id, course_id, user_id)
   select ${CLIENT}, c.id, u.id from course c join app_user u on u.client_id = c.client_id and u.email = '${demo.instructor}'
   where c.client_id = ${CLIENT} and c.position > 1000 and c.position % 3 = 0`,
  `with section as (insert into course_section (client_id, course_id, title, position)
     select ${CLIENT}, id, 'Section', 0 from course where client_id = ${CLIENT} and position > 1000 returning course_id, id),
   topic as (insert into course_topic (client_id, course_id, section_id, title, position)
     select ${CLIENT}, s.course_id, s.id, 'Lesson ' || i, i from section s, generate_series(1, 10) i returning course_id, id)
   insert into course_item (client_id, course_id, topic_id, type, title, position)
   select ${CLIENT}, course_id, id, 'article', 'Article', 0 from topic`,
  `insert into app_user (client_id, email, email_key, username, username_key, full_name, role, time_zone, created_at)
   select ${CLIENT}, 'bench' || i || '@demo.test', 'bench' || i || '@demo.test', 'bench' || i, 'bench' || i,
     'Learner with a usual name ' || i, 'student', 'Asia/Kolkata', now() - make_interval(days => i % 365)
   from generate_series(1, ${LEARNERS}) i`,
  `create table bench_learner as select id, row_number() over (order by id) as n from app_user
   where client_id = ${CLIENT} and email like 'bench%'`,
  `create table bench_course as select id, row_number() over (order by id) - 1 as n from course
   where client_id = ${CLIENT} and position > 1000`,
  `insert into enrolment (client_id, user_id, course_id, enrolled_at, completed_at)
   select ${CLIENT}, l.id, c.id, now() - make_interval(days => (l.n * 7 + k)::integer % 365 + 1),
     case when (l.n + k) % 5 = 0 then now() - make_interval(days => (l.n % 30)::integer) end
   from bench_learner l, generate_series(0, 2) k join bench_course c on true where c.n = (l.n + k * 7) % ${COURSES}`,
  `insert into item_progress (client_id, user_id, course_id, item_id, first_at, last_at, completed_at)
   select ${CLIENT}, e.user_id, e.course_id, i.id, at.at, at.at, at.at
   from enrolment e join bench_course c on c.id = e.course_id
   join course_item i on i.client_id = ${CLIENT} and i.course_id = e.course_id
   join course_topic t on t.client_id = ${CLIENT} and t.id = i.topic_id and t.position <= (e.user_id * 3 + e.course_id) % 11
   cross join lateral (select now() - make_interval(days => (e.user_id + t.position) % 60) as at) at
   where e.client_id = ${CLIENT}`,
  `insert into daily_activity (client_id, user_id, day, seconds, updated_at)
   select ${CLIENT}, l.id, (now() - make_interval(days => d))::date, 600 + (l.n * d)::integer % 3000, now() - make_interval(days => d)
   from bench_learner l, generate_series(0, 364) d where (l.n * 31 + d * 17 + (l.n * d) % 13) % 16 = 0`,
  // What triggers write otherwise.
  `insert into person_summary
     (client_id, user_id, role, disabled_at, counts_as_person, last_active_on, created_at, full_name, search_text)
   select client_id, id, role, disabled_at, true, (select max(a.day) from daily_activity a
     where a.client_id = u.client_id and a.user_id = u.id), created_at, full_name, search_text
   from app_user u where client_id = ${CLIENT} and email like 'bench%'`,
  'drop table bench_learner, bench_course',
  // The numbers of the small demo are counted already: what follows is the first count of a large client.
  'delete from dashboard_count',
] as const

const fill = async (client: pg.Client): Promise<void> => {
  // Without triggers: millions of keys need no second look.
  await client.query('set session_replication_role = replica')
  for (const statement of FILL) await client.query(statement)
  await client.query('vacuum analyze')
}

const tokenOf = async (url: string, email: string): Promise<string> => {
  const response = await fetch(`${url}/accounts/clients/${CLIENT}/user/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: DEMO_PASSWORD }),
  })
  return ((await response.json()) as { access_token: string }).access_token
}

/** Waits until the job of the running product has counted everybody. */
const counted = async (client: pg.Client): Promise<number> => {
  const until = Date.now() + COUNT_WITHIN_MS
  for (;;) {
    const { rows } = await client.query<{ took_ms: number }>(
      'select took_ms from dashboard_count where client_id = $1 and learners >= $2',
      [CLIENT, LEARNERS],
    )
    if (rows[0]) return rows[0].took_ms
    if (Date.now() > until) throw new Error('the job did not count')
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

const dashboardRates = async (url: string): Promise<void> => {
  const work = mkdtempSync(join(tmpdir(), 'lms-floor-'))
  const path = `${url}/api/clients/${CLIENT}/admin/dashboard/`
  const cases = [
    ['admin, 30 days', demo.admin, ''],
    ['admin, 90 days', demo.admin, '?days=90'],
    ['instructor, 30 days', demo.instructor, ''],
  ] as const
  for (const [name, email, query] of cases) {
    const headers = { authorization: `Bearer ${await tokenOf(url, email)}` }
    const body = await (await fetch(path + query, { headers })).json()
    writeFileSync(join(work, 'bodies.json'), JSON.stringify({ dashboard: body }))
    const floor = await startFloor(join(work, 'bodies.json'), PORT + 1)
    try {
      for (const connections of CONNECTIONS) {
        const product = await rate({ url: path + query, headers, connections, seconds: 4 })
        const bare = await rate({ url: `${floor.url}/dashboard`, connections, seconds: 2 })
        console.log(
          `dashboard, ${name}, ${connections} connections`.padEnd(46) +
            `${product.perSecond.toFixed(0)} /s   p50 ${product.p50Ms} ms   p99 ${product.p99Ms} ms ` +
            `(< ${TARGET_P99_MS}: ${verdict(product.p99Ms < TARGET_P99_MS && product.errors === 0)})   ` +
            `bare route p99 ${bare.p99Ms} ms, ${(product.perSecond / bare.perSecond).toFixed(3)} of its rate` +
            (product.errors > 0 ? `   ${product.errors} ERRORS` : ''),
        )
      }
    } finally {
      await floor.stop()
    }
  }
  rmSync(work, { recursive: true, force: true })
}

const exportFile = async (url: string, pid: number): Promise<void> => {
  const headers = {
    authorization: `Bearer ${await tokenOf(url, demo.admin)}`,
    'content-type': 'application/json',
  }
  const asked = await fetch(`${url}/api/clients/${CLIENT}/admin/dashboard/export/`, {
    method: 'POST',
    headers,
    body: JSON.stringify({
      kind: 'joined',
      from: new Date(Date.now() - 364 * 86_400_000).toISOString().slice(0, 10),
    }),
  })
  const address = (await asked.json()) as { url: string }
  const idle = memoryOf(pid)
  let most = idle
  const watch = setInterval(() => {
    most = Math.max(most, memoryOf(pid))
  }, 50)
  const startedAt = performance.now()
  const file = await (await fetch(url + address.url)).text()
  clearInterval(watch)
  const above = most - idle
  console.log(
    `file of ${(file.split('\r\n').length - 2).toLocaleString('en')} rows`.padEnd(46) +
      `${seconds(performance.now() - startedAt)}   ${above.toFixed(0)} MiB above idle (< ${TARGET_EXPORT_MIB}: ${verdict(above < TARGET_EXPORT_MIB)})`,
  )
}

export const adminBench = async (): Promise<void> => {
  const data = temporaryData()
  const product = await startProduct(data.folder, PORT)
  try {
    const course = await withProductDatabase(data.folder, CLIENT, async (client) => {
      const startedAt = performance.now()
      await fill(client)
      const { rows } = await client.query<{ days: number }>(
        'select count(*)::integer as days from daily_activity',
      )
      console.log(
        `${LEARNERS.toLocaleString('en')} learners and ${(rows[0]?.days ?? 0).toLocaleString('en')} days of study`.padEnd(
          46,
        ) + `filled in ${seconds(performance.now() - startedAt)}`,
      )
      console.log(`the job counts everything`.padEnd(46) + seconds(await counted(client)))
      const courses = await client.query<{ id: number }>(
        'select min(id) as id from course where client_id = $1 and position > 1000',
        [CLIENT],
      )
      return courses.rows[0]?.id ?? 0
    })
    await dashboardRates(product.url)
    await exportFile(product.url, product.pid)
    const api = `${product.url}/api/clients/${CLIENT}`
    const token = await tokenOf(product.url, demo.admin)
    await measureStudents(api, token, course)
    const group = await withProductDatabase(data.folder, CLIENT, (client) => addCampaignGroup(client, CLIENT))
    await measureCampaign(api, token, group)
    await measureImport(api, token, { course: 'Bench course 1' })
  } finally {
    await product.stop()
    data.remove()
  }
}
