/** One engine and one migrated template database for all server tests of a run. */
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import type pg from 'pg'
import { ensureDatabase } from '#server/core/db/connect.ts'
import { migrate } from '#server/core/db/migrate.ts'
import { memoryFolder } from '../memory-folder.ts'
import { startTestEngine } from './engine.ts'

export const TEMPLATE = 'lms_template'

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: pg.ClientConfig | null
    /** For files that the test workers share. */
    runFolder: string
  }
}

const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const kind = process.env['TEST_POSTGRES'] === 'system' ? 'system' : 'private'
  const engine = await startTestEngine(kind)
  if (!engine) throw new Error('TEST_POSTGRES=system, but PostgreSQL 15 or newer is not installed')
  try {
    await ensureDatabase(engine.connection, TEMPLATE)
    await migrate({ connection: { ...engine.connection, database: TEMPLATE }, appMayLogIn: true })
  } catch (error) {
    await engine.stop()
    throw error
  }
  console.log(`server tests run on ${engine.description}`)
  const runFolder = await mkdtemp(join(memoryFolder(), 'lms-run-'))
  project.provide('postgres', engine.connection)
  project.provide('runFolder', runFolder)
  return async () => {
    await engine.stop()
    await rm(runFolder, { recursive: true, force: true })
  }
}

export default setup
