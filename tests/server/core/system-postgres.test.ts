import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { connectDatabase } from '#server/core/db/connect.ts'
import { startEngine } from '#server/core/db/engine.ts'
import { silentLog, systemPostgres } from '#tests/support/server/engine.ts'

const system = systemPostgres()
if (!system) console.log('No PostgreSQL 15 or newer is installed on this machine: SKIPPING its test.')

it.skipIf(!system)('applies every migration and row-level security to the installed PostgreSQL', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'lms-system-'))
  const engine = await startEngine({ dataDir, log: silentLog, binaries: system?.binaries ?? '' })
  try {
    const { host, port } = engine.connection
    const databaseUrl = `postgres://postgres@${encodeURIComponent(String(host))}:${port}/postgres`
    const connected = await connectDatabase({ dataDir, databaseUrl, databasePool: 2 }, silentLog)
    const { rows } = await connected.database.pool.query<{ role: string; major: number; seen: number }>(
      `select current_user as role, current_setting('server_version_num')::int / 10000 as major,
                (select count(*)::int from client) as seen`,
    )
    await connected.database.close()

    expect(connected.migrated.length).toBeGreaterThan(4)
    expect(rows).toEqual([{ role: 'lms_app', major: system?.major, seen: 0 }])
  } finally {
    await engine.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
})
