/** Servers with the demo data. It is seeded once in a run; each test file gets a copy. */
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { seedDemo } from '#server/demo/seed.ts'
import { createTestDatabase, testPostgres } from './database.ts'
import { startTestCore, startTestServer, type TestServer, type TestServerOptions } from './server.ts'

const DEMO_TEMPLATE = 'lms_demo_template'
const LOCK = 4_100_101

/** Seeds as of now, so that the data is what a new installation shows. */
const seedTemplate = async (client: pg.Client, dataDir: string) => {
  const database = await createTestDatabase()
  const { core } = await startTestCore(database, { env: { DATA_DIR: dataDir } })
  await seedDemo(core)
  await core.changes.stop()
  await database.close()
  await client.query(`alter database ${database.name} rename to ${DEMO_TEMPLATE}`)
}

/** Returns the folder with the files of the demo. Test workers wait for the one that seeds. */
const ensureDemo = async (): Promise<string> => {
  const dataDir = join(inject('runFolder'), 'demo')
  const client = new pg.Client(testPostgres())
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [DEMO_TEMPLATE])
    if (!rowCount) await seedTemplate(client, dataDir)
  } finally {
    await client.end()
  }
  return dataDir
}

/** Like `startTestServer`, with the demo data. Tests that need it at another time seed it themselves. */
export const startDemoServer = async (
  options: Omit<TestServerOptions, 'database' | 'clock'> = {},
): Promise<TestServer> => {
  const dataDir = await ensureDemo()
  const server = await startTestServer({ ...options, database: await createTestDatabase(DEMO_TEMPLATE) })
  await cp(dataDir, server.config.dataDir, { recursive: true })
  return server
}
