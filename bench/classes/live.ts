/**
 * `npm run bench -- live`: the schedule of a learner with 5,000 sessions, a calendar feed of 1,000 events, and 1,000 joins
 * within 10 s, over HTTP with row-level security, each beside a bare route that sends the same bytes. Needs no built app.
 * BENCH_PORT sets another port.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { DEMO_PASSWORD, demo } from '#e2e/product.ts'
import { startFloor, startProduct, temporaryData, withProductDatabase } from '../product.ts'
import { rate, type Rate } from '../rates.ts'

const CLIENT = 7
const PORT = Number(process.env['BENCH_PORT'] ?? 4192)
/** For everybody: the feed of somebody without a course. */
const OPEN_SESSIONS = 1000
/** Of the course that the demo's student is enrolled in. */
const COURSE_SESSIONS = 4000
const READ_TARGET_MS = 50
const JOIN_TARGET_MS = 200
const JOINS = 1000
const JOIN_SECONDS = 10
/** Each joins five sessions: a sign-in costs more than a join. */
const PEOPLE = 200
const SIGN_INS_AT_ONCE = 4

const signIn = async (url: string, email: string): Promise<string> => {
  const response = await fetch(`${url}/accounts/clients/${CLIENT}/user/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: DEMO_PASSWORD }),
  })
  return ((await response.json()) as { access_token: string }).access_token
}

/** Coming sessions, one each quarter of an hour; people who can sign in; and sessions under way to join. */
const fill = async (client: pg.Client): Promise<number[]> => {
  const plan = `insert into live_session (client_id, title, description, course_id, audience, starts_at, ends_at, time_zone,
      meeting_url, created_at, updated_at)
    select ${CLIENT}, 'Session ' || n, repeat('What we do. ', 10), $1::int, $2, now() + make_interval(mins => 15 * n),
      now() + make_interval(mins => 15 * n + 60), 'Asia/Kolkata', 'https://meet.example.com/bench', now(), now()
    from generate_series(1, $3::int) n`
  const { rows } = await client.query<{ course_id: number }>(
    `select e.course_id from enrolment e join app_user u on u.client_id = e.client_id and u.id = e.user_id
     where e.client_id = ${CLIENT} and u.username = 'student' and e.left_at is null order by e.course_id limit 1`,
  )
  await client.query(plan, [null, 'everyone', OPEN_SESSIONS])
  await client.query(plan, [rows[0]?.course_id, 'course', COURSE_SESSIONS])
  await client.query(
    `insert into live_session_host (client_id, session_id, user_id)
     select s.client_id, s.id, u.id from live_session s join app_user u on u.client_id = s.client_id
     where s.client_id = ${CLIENT} and s.title like 'Session %' and u.username = 'instructor'`,
  )
  await client.query(
    `insert into app_user (client_id, email, email_key, username, username_key, full_name, role, time_zone, password_hash,
       email_verified_at, terms_accepted_at)
     select ${CLIENT}, 'b' || n || '@example.test', 'b' || n || '@example.test', 'bench' || n, 'bench' || n, 'Bench ' || n,
       'student', 'UTC', u.password_hash, now(), now()
     from generate_series(1, ${PEOPLE}) n, app_user u where u.client_id = ${CLIENT} and u.username = 'student'`,
  )
  const { rows: open } = await client.query<{ id: number }>(
    `insert into live_session (client_id, title, audience, starts_at, ends_at, time_zone, meeting_url, created_at, updated_at)
     select ${CLIENT}, 'Open ' || n, 'everyone', now(), now() + interval '2 hours', 'UTC', 'https://meet.example.com/bench',
       now(), now() from generate_series(1, ${JOINS / PEOPLE}) n returning id`,
  )
  await client.query('vacuum analyze live_session, live_session_host, app_user')
  return open.map(({ id }) => id)
}

const verdict = (isMet: boolean) => (isMet ? 'met' : 'MISSED')
const print = (name: string, product: Rate, bare: Rate) =>
  console.log(
    `${name.padEnd(34)} ${product.perSecond.toFixed(0).padStart(6)} /s   p50 ${product.p50Ms} ms   p99 ${product.p99Ms} ms` +
      ` (< ${READ_TARGET_MS}: ${verdict(product.p99Ms < READ_TARGET_MS && product.errors === 0)})` +
      `   ${(product.perSecond / bare.perSecond).toFixed(3)} of the bare route (p99 ${bare.p99Ms} ms)` +
      (product.errors > 0 ? `   ${product.errors} ERRORS` : ''),
  )

const feedOf = async (url: string, token: string): Promise<string> => {
  const answer = await fetch(`${url}/api/clients/${CLIENT}/live/feed/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  })
  return url + ((await answer.json()) as { path: string }).path
}

const measureReads = async (url: string): Promise<void> => {
  const student = { authorization: `Bearer ${await signIn(url, demo.student)}` }
  const schedule = `${url}/api/clients/${CLIENT}/live/schedule/`
  const feed = await feedOf(url, await signIn(url, 'b1@example.test'))
  const answer = (await (await fetch(schedule, { headers: student })).json()) as { count: number }
  const text = await (await fetch(feed)).text()
  const work = mkdtempSync(join(tmpdir(), 'lms-floor-'))
  writeFileSync(join(work, 'bodies.json'), JSON.stringify({ schedule: answer, feed: text }))
  const floor = await startFloor(join(work, 'bodies.json'), PORT + 1)
  console.log(`${answer.count} sessions, ${text.split('BEGIN:VEVENT').length - 1} events`)
  try {
    for (const connections of [1, 4]) {
      const load = { connections, seconds: 4 }
      const bare = (name: string) => rate({ url: `${floor.url}/${name}`, connections, seconds: 1 })
      print(
        `schedule, ${connections} connections`,
        await rate({ ...load, url: schedule, headers: student }),
        await bare('schedule'),
      )
      print(`feed, ${connections} connections`, await rate({ ...load, url: feed }), await bare('feed'))
    }
  } finally {
    await floor.stop()
    rmSync(work, { recursive: true, force: true })
  }
}

const tokensOf = async (url: string): Promise<string[]> => {
  const emails = Array.from({ length: PEOPLE }, (_none, index) => `b${index + 1}@example.test`)
  const tokens: string[] = []
  for (let from = 0; from < emails.length; from += SIGN_INS_AT_ONCE)
    tokens.push(
      ...(await Promise.all(emails.slice(from, from + SIGN_INS_AT_ONCE).map((email) => signIn(url, email)))),
    )
  return tokens
}

/** Calls at even intervals, whatever the answers take: people do not wait for each other. */
const atIntervals = async (calls: readonly (() => Promise<boolean>)[]) => {
  const durations: number[] = []
  let errors = 0
  const timed = async (call: () => Promise<boolean>) => {
    const startedAt = performance.now()
    const isRight = await call().catch(() => false)
    durations.push(performance.now() - startedAt)
    if (!isRight) errors += 1
  }
  const begun = performance.now()
  const running: Promise<void>[] = []
  for (const [index, call] of calls.entries()) {
    const wait = begun + (index * JOIN_SECONDS * 1000) / calls.length - performance.now()
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    running.push(timed(call))
  }
  await Promise.all(running)
  const sorted = durations.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { seconds: (performance.now() - begun) / 1000, p50Ms: at(0.5), p99Ms: at(0.99), errors }
}

const isJoined = async (url: string, token: string): Promise<boolean> => {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ consent: null, page: crypto.randomUUID() }),
  })
  return ((await answer.json()) as { outcome?: string }).outcome === 'joined'
}

const measureJoins = async (url: string, sessions: readonly number[]): Promise<void> => {
  const tokens = await tokensOf(url)
  const work = mkdtempSync(join(tmpdir(), 'lms-floor-'))
  const answer = { outcome: 'joined', url: 'https://meet.example.com/bench' }
  writeFileSync(join(work, 'bodies.json'), JSON.stringify({ join: answer }))
  const floor = await startFloor(join(work, 'bodies.json'), PORT + 1)
  try {
    const calls = (urlOf: (session: number) => string) =>
      sessions.flatMap((session) => tokens.map((token) => () => isJoined(urlOf(session), token)))
    const bare = await atIntervals(calls(() => `${floor.url}/join`))
    const joins = await atIntervals(
      calls((session) => `${url}/api/clients/${CLIENT}/live/sessions/${session}/join/`),
    )
    console.log(
      `${JOINS} joins in ${joins.seconds.toFixed(1)} s`.padEnd(34) +
        `          p50 ${joins.p50Ms.toFixed(1)} ms   p99 ${joins.p99Ms.toFixed(1)} ms` +
        ` (< ${JOIN_TARGET_MS}: ${verdict(joins.p99Ms < JOIN_TARGET_MS && joins.errors === 0)})   ${joins.errors} errors` +
        `   bare route p50 ${bare.p50Ms.toFixed(1)} ms, p99 ${bare.p99Ms.toFixed(1)} ms`,
    )
  } finally {
    await floor.stop()
    rmSync(work, { recursive: true, force: true })
  }
}

export const liveBench = async (): Promise<void> => {
  const data = temporaryData()
  const product = await startProduct(data.folder, PORT)
  try {
    const open = await withProductDatabase(data.folder, CLIENT, fill)
    await measureReads(product.url)
    await measureJoins(product.url, open)
  } finally {
    await product.stop()
    data.remove()
  }
}
