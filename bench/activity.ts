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
import { reportTime } from '#server/features/activity/tracking.service.ts'
import { insertClient } from '#server/features/client-info/index.ts'
import { overall } from '#server/features/leaderboard/leaderboard.service.ts'
import { refreshStandings } from '#server/features/leaderboard/refresh.service.ts'

const CLIENT = 7
const LEARNERS = Number(process.env['LEARNERS'] ?? 100_000)
const DAYS = Number(process.env['DAYS'] ?? 365)
const ROUNDS = 500
const TARGET_MS = 20

const dataDir = mkdtempSync(join(tmpdir(), 'lms-bench-activity-'))
const config = readConfig({ DEMO: 'false', LOG_LEVEL: 'silent', DATA_DIR: dataDir })
const connected = await connectDatabase(config, createLog(config.logLevel))
const { database, engine } = connected
if (!engine) throw new Error('the bench brings its own PostgreSQL')
const owner = new pg.Client({ ...engine.connection, database: 'lms' })
await owner.connect()

const timed = async (rounds: number, deed: (round: number) => Promise<unknown>) => {
  const took: number[] = []
  const began = performance.now()
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now()
    await deed(round)
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
  await owner.query('set session_replication_role = replica')
  await owner.query(
    `insert into app_user (client_id, email, email_key, username, username_key, full_name, role, time_zone)
     select $1, 'l' || n || '@example.test', 'l' || n || '@example.test', 'l' || n, 'l' || n, 'Learner ' || n, 'student', 'UTC'
     from generate_series(1, $2::integer) n`,
    [CLIENT, LEARNERS],
  )
  await owner.query(
    `insert into daily_activity (client_id, user_id, day, seconds)
     select $1, u.id, current_date - d, 60 + (random() * 7000)::integer
     from generate_series(0, $2::integer - 1) d, app_user u where u.client_id = $1`,
    [CLIENT, DAYS],
  )
  await owner.query(
    `insert into course_marks (client_id, user_id, course_id, tenths)
     select $1, id, 1, 1 + (random() * 2000)::integer from app_user where client_id = $1`,
    [CLIENT],
  )
  await owner.query('analyze')
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
    }) as MemberScope

  console.log('\nLeaderboards and heatmap, one after another')
  print(
    'the job counts the ranks',
    await timed(1, () =>
      database.withTenant(CLIENT, (db) =>
        refreshStandings(db, { clientId: CLIENT, now: new Date() }, () => true),
      ),
    ),
  )
  for (const [name, deed] of [
    ['overall leaderboard', overall],
    ['daily leaders', dailyLeaders],
    ['heatmap', heatmap],
  ] as const) {
    await timed(20, (round) => deed(scopeOf(round)))
    const result = await timed(ROUNDS, (round) => deed(scopeOf(round)))
    print(name, result, `p99 ≤ ${TARGET_MS} ms: ${verdict(result.p99 <= TARGET_MS)}`)
  }

  console.log('\nTrack-time beside a bare insert in the same kind of transaction')
  await owner.query('create table bench_floor (id bigserial primary key, user_id integer, seconds integer)')
  await owner.query(
    'grant insert on bench_floor to lms_app; grant usage on sequence bench_floor_id_seq to lms_app',
  )
  const floor = await timed(ROUNDS, async () => {
    const client = await database.pool.connect()
    try {
      await client.query('begin')
      await client.query('insert into bench_floor (user_id, seconds) values (1, 60)')
      await client.query('commit')
    } finally {
      client.release()
    }
  })
  print('bare insert', floor)
  const own = await timed(ROUNDS, (round) =>
    reportTime({ followTimeZone: () => Promise.resolve(null) }, scopeOf(round), {
      time_spent_seconds: 60,
      session_id: 'bench',
      device_type: 'desktop',
      segment_id: `bench.${round}`,
    }),
  )
  const ratio = own.perSecond / floor.perSecond
  print('track-time', own, `ratio ${ratio.toFixed(2)} (≥ 0.5: ${verdict(ratio >= 0.5)})`)
} finally {
  await owner.end()
  await database.close()
  await engine.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
