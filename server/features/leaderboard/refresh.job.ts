import { sql } from 'kysely'
import type { Core } from '#server/core/core.ts'
import { jobRefreshes, refreshStandings } from './refresh.service.ts'

const LOOK_EVERY_MS = 60_000
/** The first look waits for the start to be over. */
const FIRST_LOOK_MS = 5_000

export interface StandingsJob {
  /** One look at every tenant; how many were refreshed. */
  readonly look: () => Promise<number>
  readonly start: () => void
  /** Ends after the tenant in hand. */
  readonly stop: () => Promise<void>
}

/** Keeps every tenant's standings at most five minutes behind, whoever looks at them. */
export const createStandingsJob = ({ db, clock, log }: Pick<Core, 'db' | 'clock' | 'log'>): StandingsJob => {
  let stopping = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<unknown> = Promise.resolve()

  const look = async (): Promise<number> => {
    const ids = await db.withoutTenant(
      async (tx) => (await sql<{ id: number }>`select list_client_ids() as id`.execute(tx)).rows,
    )
    let refreshed = 0
    for (const { id: clientId } of ids) {
      if (stopping) break
      const done = await db.withTenant(clientId, (tx) =>
        refreshStandings(tx, { clientId, now: clock.now() }, jobRefreshes),
      )
      if (done) refreshed += 1
    }
    return refreshed
  }
  const schedule = (wait: number) => {
    if (stopping) return
    timer = setTimeout(() => {
      running = look()
        .catch((error: unknown) => log.error({ err: error }, 'standings were not refreshed'))
        .finally(() => schedule(LOOK_EVERY_MS))
    }, wait)
  }
  return {
    look,
    start: () => schedule(FIRST_LOOK_MS),
    stop: async () => {
      stopping = true
      clearTimeout(timer)
      await running
    },
  }
}
