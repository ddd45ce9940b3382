import { sql } from 'kysely'
import { TRASH_DAYS } from '#contract/course-builder/course-builder.ts'
import { UPLOAD_DAYS } from '#contract/course-builder/interrupted-uploads.ts'
import type { Core } from '#server/core/core.ts'
import { createRepeatingJob, type RepeatingJob } from '#server/core/jobs/repeating.ts'
import { sweepUploads } from './uploads.service.ts'

const DAY_MS = 86_400_000
const LOOK_EVERY_MS = 3_600_000
/** The first look waits for the start to be over. */
const FIRST_LOOK_MS = 60_000
/** Versions kept at intervals; those of publications and restorations stay. */
const INTERVAL_VERSION_DAYS = 90

/** What has waited long enough in trash, history and uploads goes for good; a look says how many rows went. */
export const createBuilderSweep = (
  core: Pick<Core, 'db' | 'clock' | 'log' | 'config'>,
): RepeatingJob<number> => {
  const { db, clock, config } = core
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

  return createRepeatingJob(core, {
    firstMs: FIRST_LOOK_MS,
    everyMs: LOOK_EVERY_MS,
    failure: 'the builder was not swept',
    look: async (tenants) => {
      let gone = 0
      for await (const clientId of tenants()) gone += await sweepTenant(clientId)
      return gone
    },
  })
}
