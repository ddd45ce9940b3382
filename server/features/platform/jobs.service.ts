/** Background jobs of all servers, and what was given up (issue: admin area). */
import type { BodyOf } from '#contract/endpoint.ts'
import {
  jobNames,
  type FailedWork,
  type JobList,
  type JobName,
  type PlatformJob,
  type RetryableKind,
  type retryWork as retryCall,
} from '#contract/platform/jobs.ts'
import type { JobState } from '#server/core/jobs/job-state.ts'
import type { SuperadminScope } from '#server/core/http/scope.ts'
import type { PlatformContext } from './context.ts'
import * as repository from './jobs.repository.ts'
import { inClient, recordOwn } from './record.ts'

/** A server reports every few seconds. */
export const SILENT_AFTER_MS = 60_000

const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString())
const newest = <T>(items: readonly T[], at: (item: T) => number | null): T | undefined =>
  items.reduce<T | undefined>(
    (best, item) => (best === undefined || (at(item) ?? 0) > (at(best) ?? 0) ? item : best),
    undefined,
  )

const toJob = (name: JobName, states: readonly JobState[], isAsked: boolean): PlatformJob => {
  const last = newest(states, ({ startedAt }) => startedAt)
  const failed = newest(states, ({ failure }) => failure?.at ?? null)?.failure
  const next = states.flatMap(({ nextAt, isRunning }) => (nextAt === null || isRunning ? [] : [nextAt]))
  return {
    name,
    servers: states.length,
    every_ms: last?.everyMs ?? 0,
    is_running: states.some(({ isRunning }) => isRunning),
    started_at: iso(last?.startedAt ?? null),
    took_ms: last?.tookMs ?? null,
    next_at: next.length === 0 ? null : iso(Math.min(...next)),
    failures: Math.max(0, ...states.map(({ failures }) => failures)),
    failure: failed
      ? { at: new Date(failed.at).toISOString(), message: failed.message, client_id: failed.clientId }
      : null,
    is_asked: isAsked,
  }
}

export const jobList = async ({ core }: PlatformContext, scope: SuperadminScope): Promise<JobList> => {
  const { servers, asked } = await core.db.withoutTenant(async (db) => ({
    servers: await repository.readReports(db),
    asked: await repository.askedRuns(db),
  }))
  const now = scope.clock.now().getTime()
  const alive = servers.filter(({ seen_at: at }) => now - at.getTime() < SILENT_AFTER_MS)
  const states = alive.flatMap(({ jobs }) => jobs)
  return {
    servers: alive.length,
    reported_at: iso(newest(servers, ({ seen_at: at }) => at.getTime())?.seen_at.getTime() ?? null),
    jobs: jobNames
      .map((name) =>
        toJob(
          name,
          states.filter((each) => each.name === name),
          asked.includes(name),
        ),
      )
      .filter((job) => job.servers > 0),
  }
}

export const askForRun = async (
  context: PlatformContext,
  scope: SuperadminScope,
  name: JobName,
): Promise<{ name: JobName }> => {
  await context.core.db.withoutTenant((db) => repository.askForRun(db, name, scope.clock.now()))
  await recordOwn(context, scope, 'platform.job_asked', { object: `job:${name}` })
  return { name }
}

export const failedWork = async (
  { core }: PlatformContext,
  scope: SuperadminScope,
): Promise<{ count: number; results: FailedWork[] }> => {
  const { count, rows } = await core.db.withoutTenant((db) => repository.failedWork(db, scope.clock.now()))
  return {
    count,
    results: rows.map(({ client_id: id, client_name: name, at, message, ...row }) => ({
      ...row,
      client: { id, name },
      at: at.toISOString(),
      message: message === '' ? null : message,
    })),
  }
}

export const retryWork = async (
  context: PlatformContext,
  scope: SuperadminScope,
  { work }: BodyOf<typeof retryCall>,
): Promise<{ retried: number }> => {
  const groups = new Map<string, { clientId: number; kind: RetryableKind; ids: string[] }>()
  for (const { kind, client_id: clientId, id } of work) {
    const key = `${clientId} ${kind}`
    const group = groups.get(key) ?? { clientId, kind, ids: [] }
    group.ids.push(id)
    groups.set(key, group)
  }
  let retried = 0
  for (const { clientId, kind, ids } of groups.values())
    retried += await inClient(context, scope, clientId, async (db) => {
      const begun = await repository.retryWork(db, kind, ids, scope.clock.now())
      return {
        result: begun,
        action: begun > 0 ? 'platform.work_retried' : null,
        detail: { kind, retried: begun },
      }
    })
  return { retried }
}
