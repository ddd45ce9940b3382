import { sql } from 'kysely'
import { TRASH_DAYS } from '#contract/course-builder/course-builder.ts'
import { UPLOAD_DAYS } from '#contract/course-builder/interrupted-uploads.ts'
import type { Core } from '#server/core/core.ts'
import { createRepeatingJob, type RepeatingJob } from '#server/core/jobs/repeating.ts'
import { sweepUploads } from './uploads.service.ts'

const DAY_MS = 86_400_000
const SWEEP_EVERY_MS = 3_600_000
/** Starts after the server's start-up work. */
const FIRST_SWEEP_MS = 60_000
/** Days that interval versions are kept; versions of publishing and restoring are kept for ever. */
const INTERVAL_VERSION_DAYS = 90

/** Deletes old trash, interval versions and unfinished uploads; each run returns the number of deleted rows. */
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
    name: 'builderSweep',
    firstMs: FIRST_SWEEP_MS,
    everyMs: SWEEP_EVERY_MS,
    failure: 'the builder was not swept',
    look: async (tenants) => {
      let deleted = 0
      for await (const clientId of tenants()) deleted += await sweepTenant(clientId)
      return deleted
    },
  })
}
