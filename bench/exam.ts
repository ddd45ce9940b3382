/**
 * `npm run bench -- exam`: an exam of 300 people on a separate product. All start at once, answer every 20 s and submit
 * within the same second. Then the analysis of an assessment with 50,000 attempts. PEOPLE, SECONDS and ATTEMPTS reduce
 * the size.
 */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { PRIVATE_DATABASE } from '#server/core/db/connect.ts'
import { findPostmaster } from '#server/core/db/engine/postmaster.ts'
import { DEMO_PASSWORD } from '#server/demo/people.ts'
import { startProduct, temporaryData } from './product.ts'

const CLIENT = 7
const PORT = Number(process.env['BENCH_PORT'] ?? 4195)
const PEOPLE = Number(process.env['PEOPLE'] ?? 300)
/** How long people answer before they all submit. */
const SECONDS = Number(process.env['SECONDS'] ?? 40)
const EVERY_MS = 20_000
const ATTEMPTS = Number(process.env['ATTEMPTS'] ?? 50_000)
const QUESTIONS = 30
const TARGET = { answerMs: 50, submitMs: 1_000 }
/** Password hashing is slow on purpose; more sign-ins at once would only queue. */
const SIGN_INS_AT_ONCE = 4

interface Examinee {
  token: string
  attempt: string
  pageInstanceId: string
  version: number
  seq: number
}

const data = temporaryData()
const product = await startProduct(data.folder, PORT)
const postmaster = await findPostmaster(join(data.folder, 'postgres', 'data'))
if (!postmaster) throw new Error('the benchmark needs the private PostgreSQL')
const owner = new pg.Client({
  host: postmaster.socketDir,
  port: postmaster.port,
  user: 'postgres',
  database: PRIVATE_DATABASE,
})
await owner.connect()

const percentile = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
const verdict = (isMet: boolean) => (isMet ? 'met' : 'MISSED')
const failures = new Map<string, number>()
const countFailure = (reason: string) => failures.set(reason, (failures.get(reason) ?? 0) + 1)

/** Sends a request, records its duration, and counts every status except 200. */
const call = async <T>(
  durations: number[],
  token: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<T | null> => {
  const startedAt = performance.now()
  try {
    const answer = await fetch(`${product.url}/api/clients/${CLIENT}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const result = (await answer.json()) as T
    durations.push(performance.now() - startedAt)
    if (answer.status === 200) return result
    countFailure(`${method} ${answer.status}`)
  } catch (error) {
    countFailure(`${method} ${String(error)}`)
  }
  return null
}

const print = (name: string, durations: readonly number[], target?: number) => {
  const sorted = durations.toSorted((a, b) => a - b)
  const p99 = percentile(sorted, 0.99)
  console.log(
    `${name.padEnd(34)}${String(durations.length).padStart(6)} calls   p50 ${percentile(sorted, 0.5).toFixed(1)} ms   ` +
      `p99 ${p99.toFixed(1)} ms   longest ${percentile(sorted, 1).toFixed(1)} ms   ` +
      (target === undefined ? '' : `target p99 ${target} ms: ${verdict(p99 < target)}`),
  )
}

const signIn = async (username: string): Promise<string> => {
  const answer = await fetch(`${product.url}/accounts/clients/${CLIENT}/user/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: username, password: DEMO_PASSWORD }),
  })
  const { access_token: token } = (await answer.json()) as { access_token?: string }
  if (!token) throw new Error(`sign-in of ${username}: ${answer.status}`)
  return token
}

const addPeople = async (): Promise<string[]> => {
  await owner.query(
    `insert into app_user (client_id, email, email_key, username, username_key, full_name, role, time_zone, password_hash,
       email_verified_at, terms_accepted_at)
     select $1, 'b' || n || '@example.test', 'b' || n || '@example.test', 'bench' || n, 'bench' || n, 'Bench ' || n,
       'student', 'UTC', u.password_hash, now(), now()
     from generate_series(1, $2::integer) n, app_user u where u.client_id = $1 and u.username = 'student'`,
    [CLIENT, PEOPLE],
  )
  const names = Array.from({ length: PEOPLE }, (_, index) => `bench${index + 1}`)
  const tokens: string[] = []
  for (let from = 0; from < names.length; from += SIGN_INS_AT_ONCE)
    tokens.push(...(await Promise.all(names.slice(from, from + SIGN_INS_AT_ONCE).map(signIn))))
  return tokens
}

const nextAnswer = (examinee: Examinee) => ({
  position: 1 + (examinee.seq % QUESTIONS),
  choice: 'ABCD'.charAt(Math.floor(Math.random() * 4)),
  final: false,
  marked: false,
  seen: true,
  seq: (examinee.seq += 1),
  age_ms: 0,
})

const runExam = async (exam: number, tokens: readonly string[]) => {
  const starts: number[] = []
  const started = await Promise.all(
    tokens.map(async (token): Promise<Examinee | null> => {
      const holder = randomUUID()
      const page = await call<{ id: string; version: number }>(
        starts,
        token,
        'POST',
        `/assessments/${exam}/start/`,
        {
          holder,
          consent: true,
        },
      )
      return page && { token, pageInstanceId: holder, attempt: page.id, version: page.version, seq: 0 }
    }),
  )
  print(`${PEOPLE} starts at once`, starts)
  const examinees = started.filter((examinee): examinee is Examinee => examinee !== null)
  const answers: number[] = []
  const heartbeats: number[] = []
  const deadline = performance.now() + SECONDS * 1000
  await Promise.all(
    examinees.map(async (examinee) => {
      await sleep(Math.random() * EVERY_MS)
      while (performance.now() < deadline) {
        const { pageInstanceId, version } = examinee
        await call(answers, examinee.token, 'PUT', `/attempts/${examinee.attempt}/answers/`, {
          holder: pageInstanceId,
          version,
          answers: [nextAnswer(examinee)],
        })
        await sleep(EVERY_MS / 2)
        await call(heartbeats, examinee.token, 'POST', `/attempts/${examinee.attempt}/beat/`, {
          holder: pageInstanceId,
          version,
          position: 1,
        })
        await sleep(EVERY_MS / 2)
      }
    }),
  )
  print('answers, every 20 s per person', answers, TARGET.answerMs)
  print('heartbeats, every 20 s per person', heartbeats)
  const simultaneous: number[] = []
  await Promise.all(
    examinees.map(async (examinee) => {
      await call(simultaneous, examinee.token, 'PUT', `/attempts/${examinee.attempt}/answers/`, {
        holder: examinee.pageInstanceId,
        version: examinee.version,
        answers: [nextAnswer(examinee)],
      })
    }),
  )
  print(`${PEOPLE} answers at once`, simultaneous)
  const submits: number[] = []
  await Promise.all(
    examinees.map(async ({ token, attempt, pageInstanceId, version }) => {
      await sleep(Math.random() * 1000)
      await call(submits, token, 'POST', `/attempts/${attempt}/submit/`, {
        holder: pageInstanceId,
        version,
        answers: [],
      })
    }),
  )
  print(`${PEOPLE} submissions in one second`, submits, TARGET.submitMs)
  const { rows } = await owner.query<{ n: number }>(
    `select count(*)::int as n from assessment_attempt a where a.id = any($1) and a.state = 'submitted'
       and exists (select from attempt_result r where r.client_id = a.client_id and r.attempt_id = a.id)`,
    [examinees.map((examinee) => examinee.attempt)],
  )
  console.log(
    `graded: ${rows[0]?.n} of ${PEOPLE}; not status 200: ${JSON.stringify(Object.fromEntries(failures))}`,
  )
}

/** Attempts of learners with different knowledge, each with its own questions and option order. */
const fillAttempts = async (exam: number) => {
  const startedAt = performance.now()
  await owner.query('set session_replication_role = replica')
  await owner.query(
    `insert into assessment_attempt (client_id, id, assessment_id, user_id, number, duration_minutes, bands, questions,
       started_at, deadline_at, holder, held_at, last_seen_at, state, finished_at, ended_by, answered, answers_hash,
       result_version, right_answers, percent, scholarship_percent)
     select $1, gen_random_uuid(), $2, (select id from app_user where client_id = $1 and username = 'student'), 100 + n, 30,
       '[]', $4, now() - interval '1 day', now() - interval '23 hours', gen_random_uuid(), now(), now(), 'submitted',
       now() - interval '23 hours', 'deadline', $4, repeat('0', 64), 1, s, round((100.0 * s / $4::integer)::numeric, 2), 0
     from (select n, (random() * $4::integer)::integer as s from generate_series(1, $3::integer) n) x`,
    [CLIENT, exam, ATTEMPTS, QUESTIONS],
  )
  await owner.query(
    `insert into attempt_question (client_id, attempt_id, position, question_id, version, topic_id, option_order)
     select $1, a.id, p, q.id, q.version, q.topic_id, (array['ABCD', 'CADB', 'DBCA', 'BADC'])[1 + (random() * 3)::integer]
     from assessment_attempt a cross join generate_series(1, $3::integer) p
     join (select id, version, topic_id, row_number() over (order by id) - 1 as n, count(*) over () as all
       from bank_question where client_id = $1) q on q.n = ((hashtext(a.id::text) & 65535) + p * 4) % q.all
     where a.client_id = $1 and a.assessment_id = $2 and a.number > 100 on conflict do nothing`,
    [CLIENT, exam, QUESTIONS],
  )
  await owner.query(
    `insert into attempt_answer (client_id, attempt_id, position, choice, final, seq, holder, saved_at)
     select q.client_id, q.attempt_id, q.position,
       case when random() < a.percent / 100 then substr('ABCD', strpos(q.option_order, v.answer), 1)
         else substr('ABCD', 1 + (random() * 3)::integer, 1) end, true, 1, a.holder, a.started_at
     from attempt_question q join assessment_attempt a on a.client_id = q.client_id and a.id = q.attempt_id
     join bank_question_version v on v.client_id = q.client_id and v.question_id = q.question_id and v.version = q.version
     where a.client_id = $1 and a.assessment_id = $2 and a.number > 100`,
    [CLIENT, exam],
  )
  await owner.query('set session_replication_role = origin')
  await owner.query('vacuum analyze assessment_attempt, attempt_question, attempt_answer')
  console.log(`filled ${ATTEMPTS} attempts in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`)
}

try {
  const { rows } = await owner.query<{ id: number; variant: string }>(
    'select id, variant from assessment where client_id = $1',
    [CLIENT],
  )
  const idOf = (variant: string) => rows.find((row) => row.variant === variant)?.id ?? 0
  const exam = idOf('full')
  await owner.query('update assessment set phone_verification = false where client_id = $1 and id = $2', [
    CLIENT,
    exam,
  ])
  console.log(`\nSigning in ${PEOPLE} people …`)
  await runExam(exam, await addPeople())

  const staff = await signIn('instructor')
  const shortId = idOf('short')
  await fillAttempts(shortId)
  const admin = `/admin/assessments/${shortId}`
  for (const [name, path] of [
    [`item analysis of ${ATTEMPTS} attempts`, `${admin}/items/`],
    [`results of ${ATTEMPTS}, first page`, `${admin}/results/`],
    [`results of ${ATTEMPTS}, searched`, `${admin}/results/?search=bench&ordering=-percent`],
  ] as const) {
    const durations: number[] = []
    for (let round = 0; round < 3; round += 1) await call(durations, staff, 'GET', path)
    print(name, durations)
  }
} finally {
  await owner.end()
  await product.stop()
  data.remove()
}
