/** E7: the learners have left, two servers end expired attempts, and one server is killed while it does. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import pg from 'pg'
import { startProcessOn, type RunningProcess } from '#tests/support/server/several-processes.ts'
import { answer, CLIENT, startExamWorld, type ExamWorld } from './world.ts'

const FULL = process.env.FULL === '1'
/** Each round kills one server in the middle and starts another. */
const ROUNDS = FULL ? 6 : 1
const ATTEMPTS = FULL ? 500 : 240
/** The invariant: all attempts are ended within this time. */
const ENDED_WITHIN_S = 60
const DONE_BEFORE_KILL = 20

let world: ExamWorld
let watch: pg.Client
beforeAll(async () => {
  world = await startExamWorld()
  world.server.clock.set(new Date().toISOString())
  watch = new pg.Client(world.server.db.superuser)
  await watch.connect()
})
afterAll(async () => {
  await watch.end()
  await world.server.close()
})

/** Adds expired attempts, each of its own user, with the answers of one real attempt. */
const addExpiredAttempts = async (assessment: number, round: number): Promise<void> => {
  const { page, device } = await world.begin(await world.learner(), assessment)
  await world.save(await ownerOf(page.id), page.id, device, [answer(1, 'A'), answer(2, 'B', { final: true })])
  await watch.query(
    `insert into app_user (client_id, email, email_key, username, username_key, full_name, role, time_zone, password_hash,
       email_verified_at, terms_accepted_at)
     select client_id, $2 || n || '@gone.example', $2 || n || '@gone.example', $2 || n, $2 || n, 'Gone ' || n, 'student', 'UTC',
       password_hash, now(), now()
     from app_user, generate_series(1, $3::integer) n where client_id = $1 and id = $4`,
    [CLIENT, `gone-${round}-`, ATTEMPTS, world.teacher],
  )
  await watch.query(
    `with gone as (
       select id, gen_random_uuid() as attempt, date_trunc('milliseconds', now() - interval '6 seconds' + random() * interval '2 seconds') as deadline
       from app_user where client_id = $1 and username like $3
     ), begun as (
       insert into assessment_attempt (client_id, id, assessment_id, user_id, number, duration_minutes, bands, questions,
         started_at, deadline_at, holder, held_at, last_seen_at)
       select a.client_id, g.attempt, a.assessment_id, g.id, 1, a.duration_minutes, a.bands, a.questions,
         g.deadline - a.duration_minutes * interval '1 minute', g.deadline, a.holder, a.held_at, a.last_seen_at
       from assessment_attempt a, gone g where a.client_id = $1 and a.id = $2 returning id
     ), asked as (
       insert into attempt_question (client_id, attempt_id, position, question_id, version, topic_id, option_order)
       select q.client_id, b.id, q.position, q.question_id, q.version, q.topic_id, q.option_order
       from attempt_question q, begun b where q.client_id = $1 and q.attempt_id = $2
     )
     insert into attempt_answer (client_id, attempt_id, position, choice, final, seq, holder, saved_at, submitted_at)
     select r.client_id, b.id, r.position, r.choice, r.final, r.seq, r.holder, r.saved_at, r.submitted_at
     from attempt_answer r, begun b where r.client_id = $1 and r.attempt_id = $2`,
    [CLIENT, page.id, `gone-${round}-%`],
  )
}
const ownerOf = async (attempt: string) => (await world.row(attempt)).user_id as number

const progress = async (assessment: number): Promise<{ ended: number; open: number }> => {
  const { rows } = await watch.query<{ ended: number; open: number }>(
    `select count(*) filter (where state = 'submitted')::integer as ended,
       count(*) filter (where state = 'open' and deadline_at < now())::integer as open
     from assessment_attempt where client_id = $1 and assessment_id = $2`,
    [CLIENT, assessment],
  )
  return rows[0] ?? { ended: 0, open: 0 }
}

/** What is wrong with expired attempts, one line for each. */
const violations = async (assessment: number): Promise<string[]> => {
  const { rows } = await watch.query<{ line: string }>(
    `select a.id || ': ' || concat_ws(', ',
       case when a.state = 'open' then 'still open' end,
       case when a.ended_by is distinct from 'deadline' then 'ended by ' || coalesce(a.ended_by, 'nobody') end,
       case when a.finished_at <> a.deadline_at then 'finished at another time' end,
       case when a.answered <> 2 then 'answers lost' end,
       case when r.n <> 1 then 'graded ' || r.n || ' times' end,
       case when e.n <> 1 then 'noted ' || e.n || ' times' end,
       case when r.last > a.deadline_at + $3 * interval '1 second' then 'ended too late' end) as line
     from assessment_attempt a
     cross join lateral (select count(*) as n, max(at) as last from attempt_result r
       where r.client_id = a.client_id and r.attempt_id = a.id) r
     cross join lateral (select count(*) as n from audit_event e where e.client_id = a.client_id
       and e.action = 'assessments.submit' and e.object = 'attempt:' || a.id) e
     where a.client_id = $1 and a.assessment_id = $2 and a.deadline_at < now()
       and (a.state = 'open' or a.ended_by is distinct from 'deadline' or a.finished_at <> a.deadline_at or a.answered <> 2
         or r.n <> 1 or e.n <> 1 or r.last > a.deadline_at + $3 * interval '1 second')`,
    [CLIENT, assessment, ENDED_WITHIN_S],
  )
  return rows.map((row) => row.line)
}

test(
  `E7: ends ${ATTEMPTS} abandoned attempts once each, on time, despite ${ROUNDS} killed servers`,
  async () => {
    const servers: RunningProcess[] = []
    const assessments: number[] = []
    try {
      for (let round = 0; round < ROUNDS; round += 1) {
        const assessment = await world.assessment()
        assessments.push(assessment)
        while (servers.length < 2 && round > 0) servers.push(await startProcessOn(world.server.db.superuser))
        await addExpiredAttempts(assessment, round)
        // In the first round the servers start after the attempts exist, so that their first sweep finds them.
        if (round === 0)
          servers.push(...(await Promise.all([1, 2].map(() => startProcessOn(world.server.db.superuser)))))
        let now = await progress(assessment)
        while (now.ended < DONE_BEFORE_KILL) {
          await sleep(2)
          now = await progress(assessment)
        }
        // Some must remain: the server was killed in the middle.
        expect(now.open).toBeGreaterThan(0)
        await servers.shift()?.kill()
        const giveUpAt = Date.now() + ENDED_WITHIN_S * 1000
        while (now.open > 0 && Date.now() < giveUpAt) {
          await sleep(50)
          now = await progress(assessment)
        }
        expect(await violations(assessment)).toEqual([])
        expect(now.ended).toBe(ATTEMPTS)
      }
    } finally {
      await Promise.all(servers.map((server) => server.stop()))
    }

    // Control: each kind of violation is found.
    const [assessment] = assessments
    await watch.query('set session_replication_role = replica')
    const corrupt = (n: number, action: string) =>
      watch.query(
        `with one as (select id from assessment_attempt where client_id = ${CLIENT} and assessment_id = ${assessment}
           and state = 'submitted' order by id offset ${n} limit 1) ${action}`,
      )
    await corrupt(
      0,
      `update assessment_attempt set finished_at = finished_at + interval '1 ms' where id = (select id from one)`,
    )
    await corrupt(
      1,
      `insert into attempt_result select (jsonb_populate_record(r, '{"version": 2}')).* from attempt_result r
       where attempt_id = (select id from one)`,
    )
    await corrupt(
      2,
      `insert into audit_event (client_id, at, action, result, object)
       select ${CLIENT}, now(), 'assessments.submit', 'ok', 'attempt:' || id from one`,
    )
    await corrupt(
      3,
      `update attempt_result set at = at + interval '2 minutes' where attempt_id = (select id from one)`,
    )
    await watch.query('set session_replication_role = origin')
    const found = (await violations(assessment ?? 0)).map((line) => line.split(': ')[1])
    expect(found).toHaveLength(4)
    expect(new Set(found)).toEqual(
      new Set(['ended too late', 'finished at another time', 'graded 2 times', 'noted 2 times']),
    )
  },
  FULL ? 600_000 : 180_000,
)
