/** Removes pictures of templates that nobody saved, and those of drafts that were thrown away. */
import type { Core } from '#server/core/core.ts'
import { createRepeatingJob, type RepeatingJob } from '#server/core/jobs/repeating.ts'
import { removeUnusedPictures } from './pictures.repository.ts'

const FIRST_MS = 90_000
const EVERY_MS = 3_600_000
/** An editor may stay open over a working day. */
const KEPT_MS = 2 * 86_400_000

/** Answers how many pictures were removed. */
export const createPicturesSweep = (
  { db, clock, log }: Pick<Core, 'db' | 'clock' | 'log'>,
  drop: (clientId: number, path: string) => Promise<void>,
): RepeatingJob<number> =>
  createRepeatingJob(
    { db, log },
    {
      name: 'certificatePictures',
      firstMs: FIRST_MS,
      everyMs: EVERY_MS,
      failure: 'pictures of certificate templates were not swept',
      look: async (tenants) => {
        let total = 0
        for await (const clientId of tenants())
          total += await db.withTenant(clientId, async (tx) => {
            const paths = await removeUnusedPictures(tx, new Date(clock.now().getTime() - KEPT_MS))
            // Before the commit: whoever saves a template with one of them waits and then finds it gone.
            for (const path of paths) await drop(clientId, path)
            return paths.length
          })
        return total
      },
    },
  )
