import { spawnSync } from 'node:child_process'
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ConfigError } from '#server/core/config.ts'
import { connectDatabase } from '#server/core/db/connect.ts'
import { startEngine, type Engine } from '#server/core/db/engine.ts'
import { alive, findPostmaster } from '#server/core/db/engine/postmaster.ts'
import { findMissing, runChaos } from '#tests/support/server/chaos.ts'
import { silentLog } from '#tests/support/server/engine.ts'

const isRoot = process.getuid?.() === 0
/** `daemon` exists on every system; initdb needs a user with a name. */
const ORDINARY_USER = 1
const KILLS = 3
/** Password hashing is slow on a busy machine. */
const CHAOS_WITHIN_MS = 300_000

let dataDir: string
const running: Engine[] = []
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'lms-engine-'))
  await chmod(dataDir, 0o711)
})
afterEach(async () => {
  for (const engine of running.splice(0)) await engine.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const start = async (options: Partial<Parameters<typeof startEngine>[0]> = {}) => {
  const engine = await startEngine({ dataDir, log: silentLog, ...options })
  running.push(engine)
  return engine
}
const ask = async <T extends pg.QueryResultRow>(engine: Engine, text: string): Promise<T[]> => {
  const client = new pg.Client(engine.connection)
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<T>(text)).rows
  } finally {
    await client.end()
  }
}
const eventually = async <T>(read: () => Promise<T>): Promise<T> => {
  for (let left = 400; ; left -= 1) {
    try {
      return await read()
    } catch (error) {
      if (left === 0) throw error
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
  }
}

describe('private PostgreSQL', () => {
  it('starts in an empty folder: socket only, crash-safe, UTF-8', async () => {
    const engine = await start()
    const [row] = await ask<Record<string, string>>(
      engine,
      `select current_setting('listen_addresses') as listening, current_setting('fsync') as fsync,
              current_setting('server_encoding') as encoding, current_setting('data_checksums') as checksums,
              current_setting('TimeZone') as zone`,
    )

    expect(row).toEqual({ listening: '', fsync: 'on', encoding: 'UTF8', checksums: 'on', zone: 'UTC' })
    expect((await stat(join(dataDir, 'postgres'))).mode & 0o777).toBe(0o700)
  })

  it.skipIf(!isRoot)("lets only the engine's group enter a private data folder of root", async () => {
    await chmod(dataDir, 0o700)
    await start()
    const facts = await stat(dataDir)

    expect(facts.mode & 0o777).toBe(0o710)
    expect(facts.gid).toBe(65_534)
    expect(await readdir(dataDir)).toEqual(['postgres'])
  })

  it.skipIf(!isRoot)('does not run as root', async () => {
    const engine = await start()

    const status = await readFile(`/proc/${engine.pid()}/status`, 'utf8')
    expect(/^Uid:\s+(\d+)/m.exec(status)?.[1]).toBe('65534')
    expect(/^Groups:[^\S\n]*(.*)$/m.exec(status)?.[1]?.trim()).toBe('')
  })

  it.skipIf(!isRoot)('runs as the ordinary user who starts it; root can start it later', async () => {
    await chown(dataDir, ORDINARY_USER, ORDINARY_USER)
    const child = spawnSync(process.execPath, ['tests/support/server/engine-child.ts', dataDir], {
      uid: ORDINARY_USER,
      gid: ORDINARY_USER,
      encoding: 'utf8',
    })

    expect(child.stderr).toBe('')
    expect(JSON.parse(child.stdout)).toMatchObject({ fsync: 'on', listening: '', uid: ORDINARY_USER })
    expect((await stat(join(dataDir, 'postgres', 'data'))).uid).toBe(ORDINARY_USER)
    const engine = await start()
    const status = await readFile(`/proc/${engine.pid()}/status`, 'utf8')
    expect(/^Uid:\s+(\d+)/m.exec(status)?.[1]).toBe(String(ORDINARY_USER))
  })

  it.skipIf(!isRoot)("names the owner in one line when an ordinary user starts root's data", async () => {
    const engine = await start()
    await engine.stop()
    running.length = 0
    const child = spawnSync(process.execPath, ['tests/support/server/engine-child.ts', dataDir], {
      uid: ORDINARY_USER,
      gid: ORDINARY_USER,
      encoding: 'utf8',
    })

    expect(child.status).not.toBe(0)
    expect(child.stderr).toContain('belongs to another user')
  })

  it.skipIf(!isRoot)(
    'moves data that root keeps in a private folder to a reachable one, and finds it again',
    async () => {
      await chmod(dataDir, 0o700)
      const inner = join(dataDir, 'app', '.data')
      await mkdir(join(dataDir, 'app'))
      const first = await start({ dataDir: inner })
      await ask(first, 'create table kept (id int)')
      await first.stop()
      running.length = 0
      const place = (await readFile(join(inner, 'postgres.location'), 'utf8')).trim()
      await chmod(dataDir, 0o711)
      try {
        expect(place.startsWith(dataDir)).toBe(false)
        const again = await start({ dataDir: inner })
        expect(await ask(again, 'select * from kept')).toEqual([])
        await again.stop()
        running.length = 0
      } finally {
        await rm(place, { recursive: true, force: true })
      }
    },
  )

  it('moves the socket to a short path when the data path is too long', async () => {
    const long = join(dataDir, 'a-long-folder-name-'.repeat(6))
    const engine = await start({ dataDir: long })
    const socket = String(engine.connection.host)

    expect(Buffer.byteLength(socket)).toBeLessThan(90)
    expect(await ask(engine, 'select 1 as one')).toEqual([{ one: 1 }])
    await engine.stop()
    running.length = 0
    await expect(stat(socket)).rejects.toThrow('ENOENT')
  })

  it('listens on loopback over TCP and requires the password', async () => {
    const engine = await start({ transport: 'tcp' })
    const { password, ...without } = engine.connection

    expect(engine.connection.host).toBe('127.0.0.1')
    expect(await ask(engine, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(String(password).length).toBeGreaterThan(20)
    const stranger = new pg.Client({ ...without, password: 'guess' })
    await expect(stranger.connect()).rejects.toThrow('password authentication failed')
  })

  it('rejects a second server on the same folder', async () => {
    const engine = await start()

    await expect(startEngine({ dataDir, log: silentLog })).rejects.toThrow('Another server already works on')
    expect(await ask(engine, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('lets a command join a running server and leaves it running', async () => {
    const engine = await start()
    const visitor = await startEngine({ dataDir, log: silentLog, join: true })
    await ask(visitor, 'select 1')
    await visitor.stop()

    expect(await ask(engine, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('explains data of another major version in one line', async () => {
    await mkdir(join(dataDir, 'postgres', 'data'), { recursive: true })
    await writeFile(join(dataDir, 'postgres', 'data', 'PG_VERSION'), '13\n')

    await expect(start()).rejects.toThrow(/DATA_DIR was made by PostgreSQL 13, this release brings 18/)
    await expect(start()).rejects.toBeInstanceOf(ConfigError)
  })

  it('recovers from a crash during the creation of the cluster', async () => {
    await mkdir(join(dataDir, 'postgres', `data.${process.pid}`), { recursive: true })
    await writeFile(join(dataDir, 'postgres', `data.${process.pid}`, 'half'), '')
    const engine = await start()

    expect(await ask(engine, 'select 1 as one')).toEqual([{ one: 1 }])
    expect((await readdir(join(dataDir, 'postgres'))).filter((name) => name.startsWith('data'))).toEqual([
      'data',
    ])
  })

  it('ignores a lock file whose process id was reused', async () => {
    const engine = await start()
    await engine.stop()
    running.length = 0
    const lock = [
      process.pid,
      join(dataDir, 'postgres', 'data'),
      1,
      5432,
      join(dataDir, 'postgres', 'run'),
      '',
      '',
      'ready',
    ]
    await writeFile(join(dataDir, 'postgres', 'data', 'postmaster.pid'), `${lock.join('\n')}\n`)
    await chmod(join(dataDir, 'postgres', 'data', 'postmaster.pid'), 0o666)

    expect(await ask(await start(), 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('restarts on the same address with all commits after a kill', async () => {
    const engine = await start()
    await ask(engine, 'create table kept as select 42 as answer')
    const before = engine.pid()
    process.kill(before, 'SIGKILL')

    expect(await eventually(() => ask(engine, 'select answer from kept'))).toEqual([{ answer: 42 }])
    expect(engine.pid()).not.toBe(before)
  })

  it('leaves no process and no lock after an orderly stop', async () => {
    const engine = await start()
    const pid = engine.pid()
    await engine.stop()
    running.length = 0

    expect(alive(pid)).toBe(false)
    expect(await findPostmaster(join(dataDir, 'postgres', 'data'))).toBeNull()
  })
})

describe('external PostgreSQL (DATABASE_URL)', () => {
  const reach = (url: string) => connectDatabase({ dataDir, databaseUrl: url, databasePool: 2 }, silentLog)
  const urlOf = (engine: Engine, user: string, database: string) =>
    `postgres://${user}@${encodeURIComponent(String(engine.connection.host))}:${engine.connection.port}/${database}`

  it('works as lms_app with a login that can create roles and owns the database', async () => {
    const engine = await start()
    await ask(engine, 'create role hosting login createrole')
    await ask(engine, 'create database shop owner hosting')
    const connected = await reach(urlOf(engine, 'hosting', 'shop'))
    try {
      const { rows } = await connected.database.pool.query(
        'select current_user as role, session_user as login',
      )
      expect(rows).toEqual([{ role: 'lms_app', login: 'hosting' }])
      expect(connected.migrated[0]).toBe('0001_tenancy')
      expect(
        (
          await reach(urlOf(engine, 'hosting', 'shop')).then((again) =>
            again.database.close().then(() => again),
          )
        ).migrated,
      ).toEqual([])
    } finally {
      await connected.database.close()
    }
  })

  it('says which statements to run if the login cannot create missing roles', async () => {
    const engine = await start()
    await ask(engine, 'create role poor login')
    await ask(engine, 'create database shop owner poor')

    await expect(reach(urlOf(engine, 'poor', 'shop'))).rejects.toThrow(
      /the login poor may not create roles\. .*create role lms_owner noinherit/,
    )
  })

  it('refuses to start if the application role can bypass row-level security', async () => {
    const engine = await start()
    await ask(engine, 'create role lms_app bypassrls')
    await ask(engine, 'create database shop')

    await expect(reach(urlOf(engine, 'postgres', 'shop'))).rejects.toThrow(
      'lms_app has more rights than the product allows',
    )
  })

  it('reports an unreachable server in one line, without the password', async () => {
    const tried = reach('postgres://me:hunter2@127.0.0.1:1/lms')

    await expect(tried).rejects.toThrow('DATABASE_URL: the database at 127.0.0.1:1 cannot be reached')
    await expect(tried).rejects.not.toThrow('hunter2')
  })
})

describe('H1: kill -9 during writes (20 kills in npm run chaos)', () => {
  it(
    'H1: loses no acknowledged sign-up when server, database or both are killed',
    async () => {
      const result = await runChaos({ kills: KILLS, dataDir })

      expect(result.kills).toBe(KILLS)
      expect(result.acknowledged).toBeGreaterThan(4 * KILLS)
      expect(result.lost).toEqual([])
      expect(result.unexpectedExits).toBe(0)
      const engine = await start()
      expect(await findMissing(dataDir, ['never-written@chaos.example'])).toEqual([
        'never-written@chaos.example',
      ])
      expect(alive(engine.pid())).toBe(true)
    },
    CHAOS_WITHIN_MS,
  )
})
