/**
 * `npm run bench -- activity`: leaderboards and heatmap with many learners and a year of days, on a separate database.
 * LEARNERS and DAYS reduce the size. Calls the services without HTTP, to measure the database.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { systemClock } from '#server/core/clock.ts'
import { connectDatabase } from '#server/core/db/connect.ts'
import { readConfig } from '#server/core/config.ts'
import { createLog } from '#server/core/log/log.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import { demoTenants } from '#server/demo/tenants.ts'
import { dailyLeaders } from '#server/features/activity/activity.service.ts'
import { heatmap } from '#server/features/activity/goal.service.ts'
import { creditWith } from '#server/features/activity/tracking.repository.ts'
import { reportTime } from '#server/features/activity/tracking.service.ts'
import { insertClient } from '#server/features/client-info/index.ts'
import { overall } from '#server/features/leaderboard/leaderboard.service.ts'
import { refreshRanking } from '#server/features/leaderboard/refresh.service.ts'

const CLIENT = 7
const LEARNERS = Number(process.env['LEARNERS'] ?? 100_000)
const DAYS = Number(process.env['DAYS'] ?? 365)
const ROUNDS = 500
const TARGET_MS = 20
/** Learners who report in turn, reports per round, and number of rounds. */
const ACTIVE_LEARNERS = 200
const REPORTS_PER_ROUND = 800
const COMPARISON_ROUNDS = 5

const dataDir = mkdtempSync(join(tmpdir(), 'lms-bench-activity-'))
const config = readConfig({ DEMO: 'false', LOG_LEVEL: 'silent', DATA_DIR: dataDir })
const connected = await connectDatabase(config, createLog(config.logLevel))
const { database, engine } = connected
if (!engine) throw new Error('the benchmark needs the private PostgreSQL')
const owner = new pg.Client({ ...engine.connection, database: 'lms' })
await owner.connect()

const measure = async (rounds: number, action: (round: number) => Promise<unknown>) => {
  const durations: number[] = []
  const startedAt = performance.now()
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now()
    await action(round)
    durations.push(performance.now() - start)
  }
  durations.sort((a, b) => a - b)
  const percentile = (share: number) =>
    durations[Math.min(durations.length - 1, Math.floor(durations.length * share))] ?? 0
  return {
    p50: percentile(0.5),
    p99: percentile(0.99),
    perSecond: (rounds * 1000) / (performance.now() - startedAt),
  }
}
const print = (name: string, { p50, p99, perSecond }: Awaited<ReturnType<typeof measure>>, note = '') =>
  console.log(
    `${name.padEnd(30)}p50 ${p50.toFixed(2)} ms   p99 ${p99.toFixed(2)} ms   ${perSecond.toFixed(0)} /s   ${note}`,
  )
const verdict = (isMet: boolean) => (isMet ? 'met' : 'MISSED')

try {
  const [tenant] = demoTenants
  if (!tenant) throw new Error('no tenant to fill')
  await database.withTenant(CLIENT, (db) => insertClient(db, tenant))
  console.log(`\nFilling ${LEARNERS} learners, ${DAYS} days …`)
  const fillStart = performance.now()
  await owner.query("alter system set max_wal_size = '16GB'")
  await owner.query('select pg_reload_conf()')
  await owner.query("set session_replication_role = replica; set maintenance_work_mem = '1GB'")
  await owner.query(
    `insert into app_user (client_id, email, email_key, username, username_key, full_name, role, time_zone)
     select $1, 'l' || n || '@example.test', 'l' || n || '@example.test', 'l' || n, 'l' || n, 'Learner ' || n, 'student', 'UTC'
     from generate_series(1, $2::integer) n`,
    [CLIENT, LEARNERS],
  )
  // In day order, as in production; indexes are created afterwards in one step.
  await owner.query(
    'alter table daily_activity drop constraint daily_activity_pkey; drop index daily_activity_leaders',
  )
  await owner.query(
    `insert into daily_activity (client_id, user_id, day, seconds)
     select $1, u.id, current_date - d, 60 + (random() * 7000)::integer
     from generate_series($2::integer - 1, 0, -1) d, app_user u where u.client_id = $1`,
    [CLIENT, DAYS],
  )
  await owner.query(
    'alter table daily_activity add primary key (client_id, user_id, day); create index daily_activity_leaders on daily_activity (client_id, day, seconds desc, user_id)',
  )
  await owner.query(
    `insert into course_marks (client_id, user_id, course_id, tenths)
     select $1, id, 1, 1 + (random() * 2000)::integer from app_user where client_id = $1`,
    [CLIENT],
  )
  await owner.query(
    `insert into user_session (client_id, id, user_id, cur_hash, rotated_at, idle_expires_at, absolute_expires_at, device,
       network, user_agent, created_at, last_seen_at)
     select $1, gen_random_uuid(), id, '\\x00', now(), now() + interval '14 days', now() + interval '30 days', 'bench',
       '127.0.0.0', 'bench', now() - interval '20 days', now() from app_user where client_id = $1`,
    [CLIENT],
  )
  // Study intervals of everybody, so that the tracker's tables are as full as after a day.
  await owner.query(
    `insert into study_segment (client_id, user_id, segment_id, session_id, device_type, device, started_at, ended_at,
       claimed_ms, counted_ms, received_at)
     select $1, u.id, 'seed.' || n, 'seed', 'desktop', '', now() - n * interval '2 hours',
       now() - n * interval '2 hours' + interval '2 minutes', 120000, 120000, now()
     from app_user u, generate_series(1, 10) n where u.client_id = $1`,
    [CLIENT],
  )
  await owner.query(
    `insert into study_cover (client_id, user_id, day, covered, counted_ms)
     select $1, u.id, current_date - d, tstzmultirange(tstzrange(current_date - d, current_date - d + interval '20 minutes')),
       1200000
     from app_user u, generate_series(1, 5) d where u.client_id = $1`,
    [CLIENT],
  )
  await owner.query('vacuum analyze')
  await owner.query('alter system reset max_wal_size')
  await owner.query('select pg_reload_conf()')
  await owner.query('checkpoint')
  console.log(`filled in ${((performance.now() - fillStart) / 1000).toFixed(0)} s`)
  const now = new Date()
  // The marks exist already; the job computes the ranks.
  await owner.query(`insert into standing_refresh values ($1, $2, $2, $3, 0, current_date)`, [
    CLIENT,
    now,
    LEARNERS,
  ])
  const { rows } = await owner.query<{ id: number }>('select id from app_user order by random() limit $1', [
    ROUNDS,
  ])
  const scopeOf = (round: number) =>
    ({
      tenant: { clientId: CLIENT, name: 'Bench', isActive: true, languages: ['en'], features: new Set() },
      clock: systemClock,
      request: { id: 'bench', ip: '127.0.0.1', userAgent: '', cookies: {} },
      actor: { userId: rows[round % rows.length]?.id ?? 1, sessionId: 's', role: 'student' },
      files: { address: (url) => url, html: (html) => html },
      tx: (work) => database.withTenant(CLIENT, work),
      read: (...queries) => database.read(CLIENT, queries),
    }) as MemberScope

  console.log('\nLeaderboards and heatmap, one after another')
  print(
    'rank job',
    await measure(1, () =>
      database.withTenant(CLIENT, (db) =>
        refreshRanking(db, { clientId: CLIENT, now: new Date() }, () => true),
      ),
    ),
  )
  for (const [name, action] of [
    ['overall leaderboard', overall],
    ['daily leaders', dailyLeaders],
    ['heatmap', heatmap],
  ] as const) {
    await measure(20, (round) => action(scopeOf(round)))
    const result = await measure(ROUNDS, (round) => action(scopeOf(round)))
    print(name, result, `p99 ≤ ${TARGET_MS} ms: ${verdict(result.p99 <= TARGET_MS)}`)
  }

  await owner.query('create table bench_floor (id bigserial primary key, user_id integer, seconds integer)')
  await owner.query(
    'grant insert on bench_floor to lms_app; grant usage on sequence bench_floor_id_seq to lms_app',
  )
  const insertOnFloor = async () => {
    const client = await database.pool.connect()
    try {
      await client.query('begin')
      await client.query('insert into bench_floor (user_id, seconds) values (1, 60)')
      await client.query('commit')
    } finally {
      client.release()
    }
  }
  const actions = {
    followTimeZone: () => Promise.resolve(null),
    credit: creditWith(database.callTenantFunction),
  }
  // Active learners report every two minutes, in rotation.
  let reportCount = 0
  const reportOnProduct = () => {
    const reportNumber = (reportCount += 1)
    const learner = reportNumber % ACTIVE_LEARNERS
    const scope = {
      ...scopeOf(learner),
      clock: { now: () => new Date(now.getTime() + Math.floor(reportNumber / ACTIVE_LEARNERS) * 120_000) },
    }
    return reportTime(actions, scope, {
      time_spent_seconds: 120,
      session_id: 'bench',
      device_type: 'desktop',
      segment_id: `bench${learner}.${Math.floor(reportNumber / ACTIVE_LEARNERS)}`,
    })
  }
  for (const concurrency of [1, 16]) {
    console.log(`\nTrack-time compared with a bare insert in a transaction, ${concurrency} concurrent`)
    const runConcurrently = (action: () => Promise<unknown>) =>
      measure(REPORTS_PER_ROUND / concurrency, () => Promise.all(Array.from({ length: concurrency }, action)))
    await runConcurrently(insertOnFloor)
    await runConcurrently(reportOnProduct)
    // Alternating, so that other load on the machine affects both.
    const rates = { floor: [] as number[], own: [] as number[] }
    let p99 = 0
    for (let round = 0; round < COMPARISON_ROUNDS; round += 1) {
      rates.floor.push((await runConcurrently(insertOnFloor)).perSecond * concurrency)
      const product = await runConcurrently(reportOnProduct)
      rates.own.push(product.perSecond * concurrency)
      p99 = Math.max(p99, product.p99)
    }
    const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
    const ratio = median(rates.own) / median(rates.floor)
    console.log(
      `bare insert ${median(rates.floor).toFixed(0)} /s   track-time ${median(rates.own).toFixed(0)} /s, p99 ${p99.toFixed(2)} ms   ratio ${ratio.toFixed(2)} (≥ 0.5: ${verdict(ratio >= 0.5)})`,
    )
  }
} finally {
  await owner.end()
  await database.close()
  await engine.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
