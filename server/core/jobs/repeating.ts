/** Background jobs that visit every tenant repeatedly, one run at a time; stops between two tenants. */
import { sql } from 'kysely'
import type { Core } from '../core.ts'

interface RepeatingJobOptions<Result> {
  /** Delay of the first run, until the start is over. */
  readonly firstMs: number
  readonly everyMs: number
  /** Log message when a run fails; the next run happens anyway. */
  readonly failure: string
  readonly look: (tenants: () => AsyncIterable<number>) => Promise<Result>
}

export interface RepeatingJob<Result> {
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
  let isStopping = false
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
  const run = () => job.look(tenants)
  const schedule = (delayMs: number) => {
    if (isStopping) return
    timer = setTimeout(() => {
      running = run()
        .catch((error: unknown) => log.error({ err: error }, job.failure))
        .finally(() => schedule(job.everyMs))
    }, delayMs)
  }
  return {
    look: run,
    start: () => schedule(job.firstMs),
    stop: async () => {
      isStopping = true
      clearTimeout(timer)
      await running
    },
  }
}
