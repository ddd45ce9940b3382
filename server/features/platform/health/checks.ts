/** How each part is, measured by the process itself. */
import { rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { monitorEventLoopDelay } from 'node:perf_hooks'
import { sql } from 'kysely'
import type { HealthCheck, HealthReport, HealthState } from '#contract/platform/health.ts'
import type { Core } from '#server/core/core.ts'

type IntervalHistogram = ReturnType<typeof monitorEventLoopDelay>
export type Finding = Pick<HealthReport, 'state' | 'facts'>
export type Checks = Record<HealthCheck, () => Promise<Finding> | Finding>

const SLOW_DATABASE_MS = 250
const FEW_BYTES = 5_000_000_000
const HARDLY_ANY_BYTES = 500_000_000
const LATE_MAIL_MS = 5 * 60_000
const VERY_LATE_MAIL_MS = 30 * 60_000
const LONG_QUEUE = 50
const FULL_QUEUE = 400
const SLOW_LOOP_MS = 100
const STUCK_LOOP_MS = 500
const OLD_BACKUP_MS = 2 * 86_400_000
const PROBE_TIMEOUT_MS = 5_000

const byLimits = (value: number, warning: number, problem: number): HealthState =>
  value >= problem ? 'problem' : value >= warning ? 'warning' : 'ok'

/** A part that does not answer is as bad as one that fails. */
export const withinTime = async <T>(work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer')), PROBE_TIMEOUT_MS)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

const database = async ({ db }: Pick<Core, 'db'>): Promise<Finding> => {
  const startedAt = performance.now()
  await db.ping()
  const ms = Math.round(performance.now() - startedAt)
  return { state: ms >= SLOW_DATABASE_MS ? 'warning' : 'ok', facts: { ms } }
}

/** Writes a file, or asks the bucket for one that it does not have. */
const storage = async (
  { config }: Pick<Core, 'config'>,
  askBucket: () => Promise<unknown>,
): Promise<Finding> => {
  if (config.bucket) {
    await withinTime(askBucket())
    return { state: 'ok', facts: { where: config.bucket.bucket } }
  }
  const path = join(config.dataDir, `.health-${process.pid}`)
  await writeFile(path, 'ok')
  await rm(path, { force: true })
  return { state: 'ok', facts: { where: null } }
}

const disk = async ({ config }: Pick<Core, 'config'>): Promise<Finding> => {
  const { bavail, bsize, blocks } = await statfs(config.dataDir)
  const free = bavail * bsize
  const state = free < HARDLY_ANY_BYTES ? 'problem' : free < FEW_BYTES ? 'warning' : 'ok'
  return { state, facts: { free, total: blocks * bsize } }
}

/** Of all clients: how long the oldest mail has waited for its next try, and what was given up today. */
const mail = async ({ config, db, clock }: Pick<Core, 'config' | 'db' | 'clock'>): Promise<Finding> => {
  if (!config.mail) return { state: 'unknown', facts: {} }
  const now = clock.now()
  const { rows } = await db.withoutTenant((tx) =>
    sql<{ oldest: Date | null; failed: number }>`
      select * from platform_mail_state(${new Date(now.getTime() - 86_400_000)})`.execute(tx),
  )
  const { oldest = null, failed = 0 } = rows[0] ?? {}
  const lateMs = oldest === null ? 0 : Math.max(0, now.getTime() - oldest.getTime())
  const state = byLimits(lateMs, LATE_MAIL_MS, VERY_LATE_MAIL_MS)
  return {
    state: state === 'ok' && failed > 0 ? 'warning' : state,
    facts: { minutes: Math.floor(lateMs / 60_000), failed },
  }
}

const eventLoop = (histogram: IntervalHistogram): Finding => {
  const ms = Math.round(histogram.percentile(99) / 1e6)
  const worst = Math.round(histogram.max / 1e6)
  histogram.reset()
  return { state: byLimits(ms, SLOW_LOOP_MS, STUCK_LOOP_MS), facts: { ms, worst } }
}

/** A server of another release on the same database is on its way in or out. */
const migrations = async ({ db }: Pick<Core, 'db'>, own: readonly string[]): Promise<Finding> => {
  const { rows } = await db.withoutTenant((tx) =>
    sql<{ name: string }>`select name from kysely_migration order by name desc limit 1`.execute(tx),
  )
  const [newest = ''] = rows.map(({ name }) => name)
  return { state: newest === own.at(-1) ? 'ok' : 'warning', facts: { newest, own: own.at(-1) ?? '' } }
}

const backups = async ({ db, clock }: Pick<Core, 'db' | 'clock'>): Promise<Finding> => {
  const { rows } = await db.withoutTenant((tx) =>
    sql<{ at: Date; bytes: number }>`
      select finished_at as at, bytes from backup_run order by finished_at desc limit 1`.execute(tx),
  )
  const [last] = rows
  if (!last) return { state: 'unknown', facts: {} }
  const age = clock.now().getTime() - last.at.getTime()
  return {
    state: age > OLD_BACKUP_MS ? 'warning' : 'ok',
    facts: { at: last.at.toISOString(), bytes: last.bytes },
  }
}

export interface CheckParts {
  readonly core: Pick<Core, 'config' | 'db' | 'clock' | 'changes'>
  readonly askBucket: () => Promise<unknown>
  readonly workers: () => { threads: number; waiting: number }
  readonly histogram: IntervalHistogram
  readonly migrations: readonly string[]
}

export const createChecks = ({ core, askBucket, workers, histogram, ...own }: CheckParts): Checks => ({
  database: () => database(core),
  // A change on its way is no fault.
  changeFeed: () => ({ state: core.changes.live(() => false) ? 'ok' : 'warning', facts: {} }),
  storage: () => storage(core, askBucket),
  disk: () => disk(core),
  mail: () => mail(core),
  workers: () => {
    const { threads, waiting } = workers()
    return { state: byLimits(waiting, LONG_QUEUE, FULL_QUEUE), facts: { threads, waiting } }
  },
  eventLoop: () => eventLoop(histogram),
  migrations: () => migrations(core, own.migrations),
  backups: () => backups(core),
})
