/** A database at an earlier version, to be filled as an installation of that time and then migrated. */
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate, MIGRATIONS } from '#server/core/db/migrate.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'

export interface EarlierDatabase {
  readonly db: TestDatabase
  /** Applies one migration, or all that are left. */
  readonly apply: (name?: string) => Promise<void>
  readonly drop: () => Promise<void>
}

export const databaseBefore = async (first: string): Promise<EarlierDatabase> => {
  const db = await createTestDatabase('template1')
  const folder = mkdtempSync(join(tmpdir(), 'lms-migrations-'))
  const migrateWith = async (isWanted: (name: string) => boolean) => {
    for (const name of readdirSync(MIGRATIONS).filter(isWanted))
      cpSync(join(MIGRATIONS, name), join(folder, name))
    await migrate({ connection: db.superuser, appMayLogIn: true, folder })
  }
  await migrateWith((name) => name < first)
  return {
    db,
    apply: (wanted) => migrateWith((name) => wanted === undefined || name === wanted),
    drop: async () => {
      rmSync(folder, { recursive: true, force: true })
      await db.drop()
    },
  }
}
