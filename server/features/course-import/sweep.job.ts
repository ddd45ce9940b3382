import type { Core } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { createRepeatingJob, type RepeatingJob } from '#server/core/jobs/repeating.ts'
import type { FileDependencies } from './dependencies.ts'
import { deleteOld } from './packages.repository.ts'
import { dropPackage } from './uploads.ts'

interface SweepDependencies {
  /** Whether a draft or a saved version refers to a stored file. */
  mentions: (db: TenantDb, clientId: number, url: string) => Promise<boolean>
  drop: FileDependencies['drop']
}

const DAY_MS = 86_400_000
const SWEEP_EVERY_MS = 3_600_000
/** Starts after the server's start-up work. */
const FIRST_SWEEP_MS = 90_000
/** Days until an abandoned package, or the record of an imported one, is deleted. */
const PACKAGE_DAYS = 7

/** Deletes old packages with their unused files; each run returns the number of deleted packages. */
export const createPackageSweep = (
  core: Pick<Core, 'db' | 'clock' | 'log' | 'config'>,
  dependencies: SweepDependencies,
): RepeatingJob<number> =>
  createRepeatingJob(core, {
    name: 'packageSweep',
    firstMs: FIRST_SWEEP_MS,
    everyMs: SWEEP_EVERY_MS,
    failure: 'packages were not swept',
    look: async (tenants) => {
      let deleted = 0
      for await (const clientId of tenants()) {
        const before = new Date(core.clock.now().getTime() - PACKAGE_DAYS * DAY_MS)
        const { packages, lost: unusedFiles } = await core.db.withTenant(clientId, async (db) => {
          const old = await deleteOld(db, clientId, before)
          const unused: string[] = []
          // The same file may be in use by now in another way.
          for (const url of old.flatMap(({ files }) => files))
            if (!(await dependencies.mentions(db, clientId, url))) unused.push(url)
          return { packages: old, lost: unused }
        })
        for (const { id } of packages) await dropPackage(core.config.dataDir, clientId, id)
        for (const url of unusedFiles) await dependencies.drop(clientId, url)
        deleted += packages.length
      }
      return deleted
    },
  })
