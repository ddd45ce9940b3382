/** Work beside the requests that looks at every tenant again and again: one look at a time, ended between two tenants. */
import { sql } from 'kysely'
import type { Core } from '../core.ts'

interface Repeating<Result> {
  /** The first look waits for the start to be over. */
  readonly firstMs: number
  readonly everyMs: number
  /** What the log says when a look failed; the next one comes all the same. */
  readonly failure: string
  readonly look: (tenants: () => AsyncIterable<number>) => Promise<Result>
}

export interface RepeatingJob<Result> {
  /** One look at every tenant. */
  readonly look: () => Promise<Result>
  readonly start: () => void
  /** Ends after the tenant in hand. */
  readonly stop: () => Promise<void>
}

export const createRepeatingJob = <Result>(
  { db, log }: Pick<Core, 'db' | 'log'>,
  job: Repeating<Result>,
): RepeatingJob<Result> => {
  let stopping = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<unknown> = Promise.resolve()

  const tenants = async function* () {
    const { rows } = await db.withoutTenant((tx) =>
      sql<{ id: number }>`select list_client_ids() as id`.execute(tx),
    )
    for (const { id } of rows) {
      if (stopping) return
      yield id
    }
  }
  const look = () => job.look(tenants)
  const schedule = (wait: number) => {
    if (stopping) return
    timer = setTimeout(() => {
      running = look()
        .catch((error: unknown) => log.error({ err: error }, job.failure))
        .finally(() => schedule(job.everyMs))
    }, wait)
  }
  return {
    look,
    start: () => schedule(job.firstMs),
    stop: async () => {
      stopping = true
      clearTimeout(timer)
      await running
    },
  }
}
