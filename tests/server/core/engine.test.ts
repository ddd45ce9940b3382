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
import { missing, runChaos } from '#tests/support/server/chaos.ts'
import { silent } from '#tests/support/server/engine.ts'

const isRoot = process.getuid?.() === 0
/** `daemon`: an account that every system has; initdb wants the user to have a name. */
const ORDINARY_USER = 1
const KILLS = 4
/** Hashing passwords on a busy machine takes its time. */
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
  const engine = await startEngine({ dataDir, log: silent, ...options })
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

describe('the private PostgreSQL', () => {
  it('given an empty folder, when it starts, then it is reached by socket only, safe against crashes, in UTF-8', async () => {
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

  it.skipIf(!isRoot)(
    'given a closed data folder of root’s, when it starts, then only the engine’s group may pass',
    async () => {
      await chmod(dataDir, 0o700)
      await start()
      const facts = await stat(dataDir)

      expect(facts.mode & 0o777).toBe(0o710)
      expect(facts.gid).toBe(65_534)
      expect(await readdir(dataDir)).toEqual(['postgres'])
    },
  )

  it.skipIf(!isRoot)('given root, when it starts, then the database does not run as root', async () => {
    const engine = await start()

    const status = await readFile(`/proc/${engine.pid()}/status`, 'utf8')
    expect(/^Uid:\s+(\d+)/m.exec(status)?.[1]).toBe('65534')
    expect(/^Groups:[^\S\n]*(.*)$/m.exec(status)?.[1]?.trim()).toBe('')
  })

  it.skipIf(!isRoot)(
    'given an ordinary user, when they start it, then it runs as them; root may start it later',
    async () => {
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
    },
  )

  it.skipIf(!isRoot)(
    'given root’s data, when an ordinary user starts, then one line says whose it is',
    async () => {
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
    },
  )

  it.skipIf(!isRoot)(
    'given a folder that is closed to others, when root starts, then the data is kept where it can live, and found again',
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

  it('given a path too long for a socket, when it starts, then the socket moves to a short path and goes with it', async () => {
    const long = join(dataDir, 'a-long-folder-name-'.repeat(6))
    const engine = await start({ dataDir: long })
    const socket = String(engine.connection.host)

    expect(Buffer.byteLength(socket)).toBeLessThan(90)
    expect(await ask(engine, 'select 1 as one')).toEqual([{ one: 1 }])
    await engine.stop()
    running.length = 0
    await expect(stat(socket)).rejects.toThrow('ENOENT')
  })

  it('given no sockets, when it starts over TCP, then it listens on loopback and nobody enters without the password', async () => {
    const engine = await start({ transport: 'tcp' })
    const { password, ...without } = engine.connection

    expect(engine.connection.host).toBe('127.0.0.1')
    expect(await ask(engine, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(String(password).length).toBeGreaterThan(20)
    const stranger = new pg.Client({ ...without, password: 'guess' })
    await expect(stranger.connect()).rejects.toThrow('password authentication failed')
  })

  it('given a server on the folder, when a second one starts, then it is told so and the first goes on', async () => {
    const engine = await start()

    await expect(startEngine({ dataDir, log: silent })).rejects.toThrow('Another server already works on')
    expect(await ask(engine, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('given a running server, when a command joins, then it works beside it and leaves it running', async () => {
    const engine = await start()
    const visitor = await startEngine({ dataDir, log: silent, join: true })
    await ask(visitor, 'select 1')
    await visitor.stop()

    expect(await ask(engine, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('given data of another major version, when it starts, then one line says what to do', async () => {
    await mkdir(join(dataDir, 'postgres', 'data'), { recursive: true })
    await writeFile(join(dataDir, 'postgres', 'data', 'PG_VERSION'), '13\n')

    await expect(start()).rejects.toThrow(/DATA_DIR was made by PostgreSQL 13, this release brings 18/)
    await expect(start()).rejects.toBeInstanceOf(ConfigError)
  })

  it('given a crash while the cluster was made, when it starts again, then no half cluster is in the way', async () => {
    await mkdir(join(dataDir, 'postgres', `data.${process.pid}`), { recursive: true })
    await writeFile(join(dataDir, 'postgres', `data.${process.pid}`, 'half'), '')
    const engine = await start()

    expect(await ask(engine, 'select 1 as one')).toEqual([{ one: 1 }])
    expect((await readdir(join(dataDir, 'postgres'))).filter((name) => name.startsWith('data'))).toEqual([
      'data',
    ])
  })

  it('given a lock file whose number belongs to somebody else now, when it starts, then it is not held up', async () => {
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

  it('given it is killed, when something asks again, then it is back on the same address with what was committed', async () => {
    const engine = await start()
    await ask(engine, 'create table kept as select 42 as answer')
    const before = engine.pid()
    process.kill(before, 'SIGKILL')

    expect(await eventually(() => ask(engine, 'select answer from kept'))).toEqual([{ answer: 42 }])
    expect(engine.pid()).not.toBe(before)
  })

  it('given it is stopped in order, when the folder is looked at, then nothing runs and nothing is locked', async () => {
    const engine = await start()
    const pid = engine.pid()
    await engine.stop()
    running.length = 0

    expect(alive(pid)).toBe(false)
    expect(await findPostmaster(join(dataDir, 'postgres', 'data'))).toBeNull()
  })
})

describe('an own PostgreSQL (DATABASE_URL)', () => {
  const reach = (url: string) => connectDatabase({ dataDir, databaseUrl: url, databasePool: 2 }, silent)
  const urlOf = (engine: Engine, user: string, database: string) =>
    `postgres://${user}@${encodeURIComponent(String(engine.connection.host))}:${engine.connection.port}/${database}`

  it('given a login that may create roles and owns its database, when it is used, then the product works as lms_app', async () => {
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

  it('given a login that may not create roles, when they are missing, then one line says what to run', async () => {
    const engine = await start()
    await ask(engine, 'create role poor login')
    await ask(engine, 'create database shop owner poor')

    await expect(reach(urlOf(engine, 'poor', 'shop'))).rejects.toThrow(
      /the login poor may not create roles\. .*create role lms_owner noinherit/,
    )
  })

  it('given a product role that could pass the walls, when it starts, then it refuses', async () => {
    const engine = await start()
    await ask(engine, 'create role lms_app bypassrls')
    await ask(engine, 'create database shop')

    await expect(reach(urlOf(engine, 'postgres', 'shop'))).rejects.toThrow(
      'lms_app has more rights than the product allows',
    )
  })

  it('given a server that is not there, when it is used, then one line says so without the password', async () => {
    const tried = reach('postgres://me:hunter2@127.0.0.1:1/lms')

    await expect(tried).rejects.toThrow('DATABASE_URL: the database at 127.0.0.1:1 cannot be reached')
    await expect(tried).rejects.not.toThrow('hunter2')
  })
})

describe('kill -9 under writes (H1; the full twenty are npm run chaos)', () => {
  it(
    'given sign-ups in flight, when server, database and both are killed, then nothing acknowledged is lost',
    async () => {
      const result = await runChaos({ kills: KILLS, dataDir })

      expect(result.kills).toBe(KILLS)
      expect(result.acknowledged).toBeGreaterThan(4 * KILLS)
      expect(result.lost).toEqual([])
      expect(result.unasked).toBe(0)
      const engine = await start()
      expect(await missing(dataDir, ['never-written@chaos.example'])).toEqual(['never-written@chaos.example'])
      expect(alive(engine.pid())).toBe(true)
    },
    CHAOS_WITHIN_MS,
  )
})
