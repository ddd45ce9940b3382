/**
 * `npm run bench -- activity`: leaderboards and heatmap with many learners and a year of days, on a database of its own.
 * LEARNERS and DAYS make it smaller. The service is called without HTTP: what is measured is the database's part.
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
import { creditOver } from '#server/features/activity/tracking.repository.ts'
import { reportTime } from '#server/features/activity/tracking.service.ts'
import { insertClient } from '#server/features/client-info/index.ts'
import { overall } from '#server/features/leaderboard/leaderboard.service.ts'
import { refreshRanking } from '#server/features/leaderboard/refresh.service.ts'

const CLIENT = 7
const LEARNERS = Number(process.env['LEARNERS'] ?? 100_000)
const DAYS = Number(process.env['DAYS'] ?? 365)
const ROUNDS = 500
const TARGET_MS = 20
/** Learners who report in turn, reports a turn, and turns. */
const ACTIVE = 200
const REPORTS = 800
const TURNS = 5

const dataDir = mkdtempSync(join(tmpdir(), 'lms-bench-activity-'))
const config = readConfig({ DEMO: 'false', LOG_LEVEL: 'silent', DATA_DIR: dataDir })
const connected = await connectDatabase(config, createLog(config.logLevel))
const { database, engine } = connected
if (!engine) throw new Error('the bench brings its own PostgreSQL')
const owner = new pg.Client({ ...engine.connection, database: 'lms' })
await owner.connect()

const timed = async (rounds: number, action: (round: number) => Promise<unknown>) => {
  const took: number[] = []
  const began = performance.now()
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now()
    await action(round)
    took.push(performance.now() - start)
  }
  took.sort((a, b) => a - b)
  const at = (part: number) => took[Math.min(took.length - 1, Math.floor(took.length * part))] ?? 0
  return { p50: at(0.5), p99: at(0.99), perSecond: (rounds * 1000) / (performance.now() - began) }
}
const print = (name: string, { p50, p99, perSecond }: Awaited<ReturnType<typeof timed>>, note = '') =>
  console.log(
    `${name.padEnd(30)}p50 ${p50.toFixed(2)} ms   p99 ${p99.toFixed(2)} ms   ${perSecond.toFixed(0)} /s   ${note}`,
  )
const verdict = (met: boolean) => (met ? 'met' : 'MISSED')

try {
  const [tenant] = demoTenants
  if (!tenant) throw new Error('no tenant to fill')
  await database.withTenant(CLIENT, (db) => insertClient(db, tenant))
  console.log(`\nFilling: ${LEARNERS} learners, ${DAYS} days …`)
  const fillingSince = performance.now()
  await owner.query("alter system set max_wal_size = '16GB'")
  await owner.query('select pg_reload_conf()')
  await owner.query("set session_replication_role = replica; set maintenance_work_mem = '1GB'")
  await owner.query(
    `insert into app_user (client_id, email, email_key, username, username_key, full_name, role, time_zone)
     select $1, 'l' || n || '@example.test', 'l' || n || '@example.test', 'l' || n, 'l' || n, 'Learner ' || n, 'student', 'UTC'
     from generate_series(1, $2::integer) n`,
    [CLIENT, LEARNERS],
  )
  // Day after day, as they came; the indexes in one go afterwards.
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
  // A day's stretches of everybody: the tables of the tracker are as full as a day leaves them.
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
  console.log(`filled in ${((performance.now() - fillingSince) / 1000).toFixed(0)} s`)
  const now = new Date()
  // The marks are there already: the ranks over them are what the job counts.
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
      tenant: { clientId: CLIENT, name: 'Bench', isActive: true, languages: ['en'] },
      clock: systemClock,
      request: { id: 'bench', ip: '127.0.0.1', userAgent: '', cookies: {} },
      actor: { userId: rows[round % rows.length]?.id ?? 1, sessionId: 's', role: 'student' },
      tx: (work) => database.withTenant(CLIENT, work),
      read: (...queries) => database.read(CLIENT, queries),
    }) as MemberScope

  console.log('\nLeaderboards and heatmap, one after another')
  print(
    'the job counts the ranks',
    await timed(1, () =>
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
    await timed(20, (round) => action(scopeOf(round)))
    const result = await timed(ROUNDS, (round) => action(scopeOf(round)))
    print(name, result, `p99 ≤ ${TARGET_MS} ms: ${verdict(result.p99 <= TARGET_MS)}`)
  }

  await owner.query('create table bench_floor (id bigserial primary key, user_id integer, seconds integer)')
  await owner.query(
    'grant insert on bench_floor to lms_app; grant usage on sequence bench_floor_id_seq to lms_app',
  )
  const floorOf = async () => {
    const client = await database.pool.connect()
    try {
      await client.query('begin')
      await client.query('insert into bench_floor (user_id, seconds) values (1, 60)')
      await client.query('commit')
    } finally {
      client.release()
    }
  }
  const actions = { followTimeZone: () => Promise.resolve(null), credit: creditOver(database.pool) }
  // Active learners report every two minutes: each of them comes round again.
  let reports = 0
  const ownOf = () => {
    const number = (reports += 1)
    const learner = number % ACTIVE
    const scope = {
      ...scopeOf(learner),
      clock: { now: () => new Date(now.getTime() + Math.floor(number / ACTIVE) * 120_000) },
    }
    return reportTime(actions, scope, {
      time_spent_seconds: 120,
      session_id: 'bench',
      device_type: 'desktop',
      segment_id: `bench${learner}.${Math.floor(number / ACTIVE)}`,
    })
  }
  for (const at of [1, 16]) {
    console.log(`\nTrack-time beside a bare insert in a transaction, ${at} at once`)
    const lane = (action: () => Promise<unknown>) =>
      timed(REPORTS / at, () => Promise.all(Array.from({ length: at }, action)))
    await lane(floorOf)
    await lane(ownOf)
    // Taking turns, so that what else the machine does meets both alike.
    const turns = { floor: [] as number[], own: [] as number[] }
    let p99 = 0
    for (let turn = 0; turn < TURNS; turn += 1) {
      turns.floor.push((await lane(floorOf)).perSecond * at)
      const own = await lane(ownOf)
      turns.own.push(own.perSecond * at)
      p99 = Math.max(p99, own.p99)
    }
    const middle = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
    const ratio = middle(turns.own) / middle(turns.floor)
    console.log(
      `bare insert ${middle(turns.floor).toFixed(0)} /s   track-time ${middle(turns.own).toFixed(0)} /s, p99 ${p99.toFixed(2)} ms   ratio ${ratio.toFixed(2)} (≥ 0.5: ${verdict(ratio >= 0.5)})`,
    )
  }
} finally {
  await owner.end()
  await database.close()
  await engine.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
