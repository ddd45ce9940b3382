/** Looks at each part again and again, and remembers since when it is as it is. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { healthChecks, type HealthCheck, type HealthReport } from '#contract/platform/health.ts'
import { cut } from '#contract/text/truncate.ts'
import { createChecks, type CheckParts, type Finding } from './checks.ts'

const LOOP_RESOLUTION_MS = 20
const MESSAGE_MAX = 300

export interface HealthSampler {
  readonly version: string
  readonly sample: () => Promise<HealthReport[]>
  readonly stop: () => void
}

export const createSampler = (parts: Omit<CheckParts, 'histogram'> & { version: string }): HealthSampler => {
  const histogram = monitorEventLoopDelay({ resolution: LOOP_RESOLUTION_MS })
  histogram.enable()
  const checks = createChecks({ ...parts, histogram })
  const last = new Map<HealthCheck, Pick<HealthReport, 'state' | 'since'>>()

  const find = async (check: HealthCheck): Promise<Finding> => {
    try {
      return await checks[check]()
    } catch (error) {
      const reason = cut(error instanceof Error ? error.message : String(error), MESSAGE_MAX)
      return { state: 'problem', facts: { reason } }
    }
  }
  const look = async (check: HealthCheck): Promise<HealthReport> => {
    const { state, facts } = await find(check)
    const before = last.get(check)
    const since = before?.state === state ? before.since : parts.core.clock.now().toISOString()
    last.set(check, { state, since })
    return { check, state, since, facts }
  }
  return {
    version: parts.version,
    sample: () => Promise.all(healthChecks.map(look)),
    stop: () => histogram.disable(),
  }
}
