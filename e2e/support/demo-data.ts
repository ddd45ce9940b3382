/** The demo data that the products of one run share: the first one seeds it, and each starts on a copy. */
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { readConfig } from '#server/core/config.ts'
import { alive } from '#server/core/db/engine/postmaster.ts'
import { startWorkers } from '#server/core/parsing/run-job.ts'
import { seedDemo } from '#server/demo/seed.ts'
import { openProduct } from '#server/start.ts'

const POLL_MS = 100

/** True in the one process that creates the folder. */
const isFirst = (folder: string): boolean => {
  try {
    mkdirSync(folder)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return false
  }
}

/** Removes the data of runs that were killed. The name ends with the process id of the run (playwright.config.ts). */
const removeLeftovers = (shared: string): void => {
  const prefix = basename(shared).replace(/\d+$/, '')
  for (const name of readdirSync(dirname(shared))) {
    const run = Number.parseInt(name.slice(prefix.length), 10)
    if (name.startsWith(prefix) && !name.startsWith(basename(shared)) && !alive(run))
      rmSync(join(dirname(shared), name), { recursive: true, force: true })
  }
}

const seed = async (dataDir: string): Promise<void> => {
  startWorkers()
  const { core, close } = await openProduct(readConfig({ ...process.env, DATA_DIR: dataDir }))
  try {
    await seedDemo(core)
  } finally {
    await close()
  }
}

/** Waits until the demo is seeded in `shared`, then copies it. */
export const copyDemo = async (shared: string, dataDir: string): Promise<void> => {
  const [lock, draft] = [`${shared}-lock`, `${shared}-draft`]
  if (isFirst(lock)) {
    process.on('exit', () => {
      for (const folder of [shared, draft, lock]) rmSync(folder, { recursive: true, force: true })
    })
    removeLeftovers(shared)
    await seed(draft)
    renameSync(draft, shared)
  }
  while (!existsSync(shared)) await sleep(POLL_MS)
  // With its owner: PostgreSQL runs as another user if the product runs as root.
  await promisify(execFile)('cp', ['-a', shared, dataDir])
}
