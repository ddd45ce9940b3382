/** Background jobs that visit every tenant repeatedly, one run at a time; stops between two tenants. */
import { sql } from 'kysely'
import type { JobName } from '#contract/platform/jobs.ts'
import type { Core } from '../core.ts'
import { newJobState, trackRun, type JobState } from './job-state.ts'

interface RepeatingJobOptions<Result> {
  /** Under which superadmins see it. */
  readonly name: JobName
  /** Delay of the first run, until the start is over. */
  readonly firstMs: number
  readonly everyMs: number
  /** Log message when a run fails; the next run happens anyway. */
  readonly failure: string
  readonly look: (tenants: () => AsyncIterable<number>) => Promise<Result>
}

/** A job as superadmins see it and ask for a run of it. */
export interface VisibleJob {
  readonly state: Readonly<JobState>
  /** The next run begins at once, or after the one that goes on. */
  readonly runNow: () => void
}

export interface RepeatingJob<Result> extends VisibleJob {
  /** One run over every tenant. */
  readonly look: () => Promise<Result>
  readonly start: () => void
  /** Stops after the current tenant. */
  readonly stop: () => Promise<void>
}

export const createRepeatingJob = <Result>(
  { db, log }: Pick<Core, 'db' | 'log'>,
  job: RepeatingJobOptions<Result>,
): RepeatingJob<Result> => {
  const state = newJobState(job.name, job.everyMs)
  let isStopping = false
  let isAsked = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<unknown> = Promise.resolve()

  const tenants = async function* () {
    const { rows } = await db.withoutTenant((tx) =>
      sql<{ id: number }>`select list_client_ids() as id`.execute(tx),
    )
    for (const { id } of rows) {
      if (isStopping) return
      yield id
    }
  }
  const run = () => trackRun(state, () => job.look(tenants))
  const schedule = (delayMs: number) => {
    if (isStopping) return
    state.nextAt = Date.now() + delayMs
    timer = setTimeout(() => {
      timer = undefined
      running = run()
        .catch((error: unknown) => log.error({ err: error }, job.failure))
        .finally(() => {
          const delay = isAsked ? 0 : job.everyMs
          isAsked = false
          schedule(delay)
        })
    }, delayMs)
  }
  return {
    state,
    look: run,
    start: () => schedule(job.firstMs),
    runNow: () => {
      // Without a timer a run goes on now.
      if (timer === undefined) isAsked = true
      else {
        clearTimeout(timer)
        schedule(0)
      }
    },
    stop: async () => {
      isStopping = true
      clearTimeout(timer)
      await running
    },
  }
}
