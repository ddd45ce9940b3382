import type { Core } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { createRepeatingJob, type RepeatingJob } from '#server/core/jobs/repeating.ts'
import type { FileDependencies } from './dependencies.ts'
import { takeOld } from './packages.repository.ts'
import { dropPackage } from './uploads.ts'

interface SweepDependencies {
  /** Whether a draft or a kept version names a stored file. */
  mentions: (db: TenantDb, clientId: number, url: string) => Promise<boolean>
  drop: FileDependencies['drop']
}

const DAY_MS = 86_400_000
const LOOK_EVERY_MS = 3_600_000
/** The first look waits for the start to be over. */
const FIRST_LOOK_MS = 90_000
/** A package that nobody went on with, and the memory of one that became a course. */
const PACKAGE_DAYS = 7

/** Packages that lie around give their room back; a look says how many went. */
export const createPackageSweep = (
  core: Pick<Core, 'db' | 'clock' | 'log' | 'config'>,
  actions: SweepDependencies,
): RepeatingJob<number> =>
  createRepeatingJob(core, {
    firstMs: FIRST_LOOK_MS,
    everyMs: LOOK_EVERY_MS,
    failure: 'packages were not swept',
    look: async (tenants) => {
      let gone = 0
      for await (const clientId of tenants()) {
        const before = new Date(core.clock.now().getTime() - PACKAGE_DAYS * DAY_MS)
        const { packages, lost } = await core.db.withTenant(clientId, async (db) => {
          const old = await takeOld(db, clientId, before)
          const unused: string[] = []
          // Somebody may have brought the same file since, by another way.
          for (const url of old.flatMap(({ files }) => files))
            if (!(await actions.mentions(db, clientId, url))) unused.push(url)
          return { packages: old, lost: unused }
        })
        for (const { id } of packages) await dropPackage(core.config.dataDir, clientId, id)
        for (const url of lost) await actions.drop(clientId, url)
        gone += packages.length
      }
      return gone
    },
  })
