/** PostgreSQL for tests: one private engine per run, an installed PostgreSQL, or a given server. */
import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { startEngine, type Engine } from '#server/core/db/engine.ts'
import { alive, findPostmaster, stopPostmaster } from '#server/core/db/engine/postmaster.ts'
import { memoryFolder, memoryFolders } from '../memory-folder.ts'

const PREFIX = 'lms-tests-'
const OWNER_FILE = 'owner.pid'
const OLDEST_MAJOR = 15
const DEBIAN_SERVERS = '/usr/lib/postgresql'

export const silentLog = { info: () => undefined, warn: () => undefined }

export interface TestEngine {
  /** Superuser connection. */
  readonly connection: pg.ClientConfig
  readonly description: string
  readonly stop: () => Promise<void>
}

/** The newest PostgreSQL installed on this machine; null if there is none. */
export const systemPostgres = (): { binaries: string; major: number } | null => {
  const majors = existsSync(DEBIAN_SERVERS) ? readdirSync(DEBIAN_SERVERS).map(Number) : []
  for (const major of majors.filter((major) => major >= OLDEST_MAJOR).toSorted((a, b) => b - a)) {
    const binaries = join(DEBIAN_SERVERS, String(major))
    if (existsSync(join(binaries, 'bin', 'postgres')) && existsSync(join(binaries, 'bin', 'initdb')))
      return { binaries, major }
  }
  return null
}

/** `TEST_POSTGRES=system` uses DATABASE_URL_TEST or the installed PostgreSQL; null if there is none. */
export const startTestEngine = async (kind: 'private' | 'system'): Promise<TestEngine | null> => {
  if (kind === 'system' && process.env['DATABASE_URL_TEST']) {
    const connection = { connectionString: process.env['DATABASE_URL_TEST'] }
    return { connection, description: 'DATABASE_URL_TEST', stop: async () => undefined }
  }
  const system = kind === 'system' ? systemPostgres() : null
  if (kind === 'system' && !system) return null
  await stopLeftovers()
  const dataDir = await mkdtemp(join(memoryFolder(), PREFIX))
  await writeFile(join(dataDir, OWNER_FILE), String(process.pid))
  const engine = await startEngine({
    dataDir,
    log: silentLog,
    maxConnections: 200,
    ...(system ? { binaries: system.binaries } : {}),
  })
  await skipDiskWaits(engine.connection)
  return {
    connection: engine.connection,
    description: system ? `PostgreSQL ${system.major} installed on this machine` : 'the private PostgreSQL',
    stop: () => stopAndDelete(engine, dataDir),
  }
}

/** The data of a run is deleted with it. Tests of kills start engines of their own, which wait for the disk. */
const skipDiskWaits = async (connection: pg.ClientConfig) => {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    for (const setting of [
      'fsync = off',
      'full_page_writes = off',
      'synchronous_commit = off',
      "max_wal_size = '1GB'",
    ])
      await client.query(`alter system set ${setting}`)
    await client.query('select pg_reload_conf()')
  } finally {
    await client.end()
  }
}

const stopAndDelete = async (engine: Engine, dataDir: string) => {
  await engine.stop()
  await rm(dataDir, { recursive: true, force: true })
}

const dataDirsOfRuns = async (): Promise<string[]> => {
  const found = await Promise.all(
    memoryFolders().map(async (folder) =>
      (await readdir(folder).catch(() => []))
        .filter((name) => name.startsWith(PREFIX))
        .map((name) => join(folder, name)),
    ),
  )
  return found.flat()
}

/** Stops the engines of earlier runs that were killed. */
const stopLeftovers = async () => {
  for (const dataDir of await dataDirsOfRuns()) {
    const owner = Number(await readFile(join(dataDir, OWNER_FILE), 'utf8').catch(() => ''))
    if (!Number.isInteger(owner) || owner <= 1 || alive(owner)) continue
    const postmaster = await findPostmaster(join(dataDir, 'postgres', 'data'))
    if (postmaster) await stopPostmaster(postmaster.pid)
    await rm(dataDir, { recursive: true, force: true })
  }
}
