import { sql } from 'kysely'
import { TRASH_DAYS } from '#contract/course-builder.ts'
import type { Core } from '#server/core/core.ts'
import { sweepUploads } from './uploads.service.ts'

const DAY_MS = 86_400_000
const LOOK_EVERY_MS = 3_600_000
/** The first look waits for the start to be over. */
const FIRST_LOOK_MS = 60_000
/** A file that nobody went on with. */
const UPLOAD_DAYS = 7
/** Versions kept at intervals; those of publications and restorations stay. */
const INTERVAL_VERSION_DAYS = 90

export interface BuilderSweep {
  /** One look at every tenant; how many rows went. */
  readonly look: () => Promise<number>
  readonly start: () => void
  /** Ends after the tenant in hand. */
  readonly stop: () => Promise<void>
}

/** What has waited long enough in trash, history and uploads goes for good. */
export const createBuilderSweep = ({
  db,
  clock,
  log,
  config,
}: Pick<Core, 'db' | 'clock' | 'log' | 'config'>): BuilderSweep => {
  let stopping = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<unknown> = Promise.resolve()
  const ago = (days: number) => new Date(clock.now().getTime() - days * DAY_MS)

  const sweepTenant = (clientId: number): Promise<number> =>
    db.withTenant(clientId, async (tx) => {
      const trash = await sql`
        delete from course_trash where client_id = ${clientId} and removed_at < ${ago(TRASH_DAYS)}`.execute(
        tx,
      )
      const versions = await sql`
        delete from course_version where client_id = ${clientId} and reason = 'interval'
          and created_at < ${ago(INTERVAL_VERSION_DAYS)}`.execute(tx)
      const uploads = await sweepUploads(tx, config.dataDir, clientId, ago(UPLOAD_DAYS))
      return Number(trash.numAffectedRows ?? 0) + Number(versions.numAffectedRows ?? 0) + uploads
    })

  const look = async (): Promise<number> => {
    const ids = await db.withoutTenant(
      async (tx) => (await sql<{ id: number }>`select list_client_ids() as id`.execute(tx)).rows,
    )
    let gone = 0
    for (const { id } of ids) {
      if (stopping) break
      gone += await sweepTenant(id)
    }
    return gone
  }
  const schedule = (wait: number) => {
    if (stopping) return
    timer = setTimeout(() => {
      running = look()
        .catch((error: unknown) => log.error({ err: error }, 'the builder was not swept'))
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
