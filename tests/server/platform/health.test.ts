/** How the servers are, as they report it themselves. */
import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { healthChecks, type HealthReport, type ServerHealth } from '#contract/platform/health.ts'
import { migrationNames } from '#server/core/db/migrate.ts'
import { noteBackup } from '#server/core/backup/note-backup.ts'
import { createHeartbeat, createSampler } from '#server/features/platform/index.ts'
import { createPlatformWorld, type PlatformWorld } from './world.ts'

let world: PlatformWorld
let load = { threads: 2, waiting: 0 }
let server: ReturnType<typeof createHeartbeat>
beforeAll(async () => {
  world = await createPlatformWorld()
  const { core } = world.server
  server = createHeartbeat({
    core,
    jobs: [],
    health: createSampler({
      core,
      version: '1.2.3',
      migrations: await migrationNames(),
      workers: () => load,
      askBucket: () => Promise.resolve(null),
    }),
  })
})
afterAll(async () => {
  await server.stop()
  await world.close()
})

const servers = async () => (await world.call<{ servers: ServerHealth[] }>('GET', 'health/')).body.servers
const look = async () => {
  await server.beat()
  const [first] = await servers()
  if (!first) throw new Error('no server reported')
  return first
}
const of = ({ checks }: ServerHealth, check: HealthReport['check']) =>
  checks.find((each) => each.check === check)

it('reports every part with what was measured', async () => {
  const report = await look()
  expect(report).toMatchObject({ version: '1.2.3', is_silent: false })
  expect(report.checks.map(({ check }) => check)).toEqual(healthChecks)
  expect(of(report, 'database')).toMatchObject({ facts: { ms: expect.any(Number) as number } })
  expect(of(report, 'migrations')).toMatchObject({ state: 'ok' })
  expect(of(report, 'storage')).toMatchObject({ state: 'ok' })
  expect(of(report, 'mail')).toMatchObject({ state: 'unknown' })
  expect(of(report, 'backups')).toMatchObject({ state: 'unknown' })
})

it('says since when a part is as it is', async () => {
  const since = of(await look(), 'workers')?.since
  world.clock.advance(60_000)
  expect(of(await look(), 'workers')).toMatchObject({ state: 'ok', since })
  load = { threads: 2, waiting: 80 }
  expect(of(await look(), 'workers')).toMatchObject({
    state: 'warning',
    since: world.clock.now().toISOString(),
    facts: { waiting: 80 },
  })
})

it('finds a store that takes no files, and says why', async () => {
  await rm(world.server.config.dataDir, { recursive: true })
  expect(of(await look(), 'storage')).toMatchObject({
    state: 'problem',
    facts: { reason: expect.stringContaining('ENOENT') as string },
  })
})

it('knows the backups of the command, and worries when the last one is old', async () => {
  const backup = (at: Date) => noteBackup(world.server.db.superuser, { at, bytes: 5000 })
  await backup(new Date(world.clock.now().getTime() - 3 * 86_400_000))
  expect(of(await look(), 'backups')).toMatchObject({ state: 'warning' })
  await backup(world.clock.now())
  expect(of(await look(), 'backups')).toMatchObject({ state: 'ok', facts: { bytes: 5000 } })
})

it('tells of a server that went silent, and forgets one that stopped in order', async () => {
  await look()
  world.clock.advance(61_000)
  expect((await servers())[0]).toMatchObject({ is_silent: true })
  await server.stop()
  expect(await servers()).toEqual([])
})
