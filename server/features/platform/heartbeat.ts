/** Each process tells what it does and how it is, and takes the runs that somebody asked for. */
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Core } from '#server/core/core.ts'
import type { VisibleJob } from '#server/core/jobs/repeating.ts'
import type { HealthSampler } from './health/sampler.ts'
import { removeOldReports, removeReport, takeRuns, writeReport } from './jobs.repository.ts'

const EVERY_MS = 5_000
const KEPT_MS = 24 * 3_600_000

interface HeartbeatOptions {
  readonly core: Pick<Core, 'db' | 'log' | 'clock'>
  readonly jobs: readonly VisibleJob[]
  readonly health: HealthSampler
}

interface Heartbeat {
  /** One report. */
  readonly beat: () => Promise<void>
  readonly start: () => void
  readonly stop: () => Promise<void>
}

export const createHeartbeat = ({ core, jobs, health }: HeartbeatOptions): Heartbeat => {
  const id = randomUUID()
  const startedAt = core.clock.now()
  let isStopping = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<unknown> = Promise.resolve()

  const beat = async (): Promise<void> => {
    const reports = await health.sample()
    const now = core.clock.now()
    const asked = await core.db.withoutTenant(async (db) => {
      const names = await takeRuns(
        db,
        jobs.map(({ state }) => state.name),
      )
      await writeReport(db, {
        id,
        name: `${hostname()} (${process.pid})`,
        version: health.version,
        started_at: startedAt,
        now,
        jobs: jobs.map(({ state }) => state),
        health: reports,
      })
      await removeOldReports(db, new Date(now.getTime() - KEPT_MS))
      return names
    })
    for (const job of jobs) if (asked.includes(job.state.name)) job.runNow()
  }
  const schedule = () => {
    if (isStopping) return
    timer = setTimeout(() => {
      running = beat()
        .catch((error: unknown) => core.log.warn({ err: error }, 'this server could not report how it is'))
        .finally(schedule)
    }, EVERY_MS)
  }
  return {
    beat,
    start: () => {
      running = beat()
        .catch((error: unknown) => core.log.warn({ err: error }, 'this server could not report how it is'))
        .finally(schedule)
    },
    stop: async () => {
      isStopping = true
      clearTimeout(timer)
      await running
      health.stop()
      await core.db.withoutTenant((db) => removeReport(db, id)).catch(() => undefined)
    },
  }
}
