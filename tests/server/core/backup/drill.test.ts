/** The restore drill: a backup of a product at work, restored into an empty place, is the same product. */
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyAuditChain } from '#server/core/audit/verify.ts'
import { writeBackup, type BackupSource, type Totals } from '#server/core/backup/backup.ts'
import {
  checkBackup,
  restoreBackup,
  UNFINISHED_RESTORE,
  type RestoreTarget,
} from '#server/core/backup/restore.ts'
import { migrate, migrationNames } from '#server/core/db/migrate.ts'
import { findKeyring, removeKeyFiles, writeKeyFiles } from '#server/core/security/keyring.ts'
import { seedDemo } from '#server/demo/seed.ts'
import { DEMO_PASSWORD } from '#server/demo/people.ts'
import { fileStore, storeFile } from '#server/features/files/index.ts'
import { startS3 } from '../../files/s3-fake.ts'
import { openTestDatabase, testPostgres, type TestDatabase } from '#tests/support/server/database.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server.ts'

const PASSPHRASE = 'a passphrase for the drill'
const OWN_KEYS = { MASTER_KEY: '' }
const VIDEO = randomBytes(700_000)
/** Characters that COPY escapes, and a text that looks like its NULL. */
const AWKWARD = ['tab\tline\nreturn\rslash\\', '\\N', '', 'हिन्दी العربية 🎓', '\\.\n\\.']

let folder: string
let server: TestServer
let login: string
let backup: string
let made: Totals
/** Tokens from before the backup. */
let before: { access_token: string; refresh_token: string }
const databases: string[] = []
const cleanups: (() => Promise<void>)[] = []

const asAdmin = async (text: string, database = 'postgres') => {
  const client = new pg.Client({ ...testPostgres(), database })
  await client.connect()
  await client.query(text).finally(() => client.end())
}
/** A login as a hosting company gives it: no superuser, so row-level security binds it. */
const loginTo = (database: string): pg.ClientConfig => ({ ...testPostgres(), user: login, database })

const sourceOf = (from: TestServer, changes: Partial<BackupSource> = {}): BackupSource => ({
  connection: loginTo(from.db.name),
  files: fileStore(from.config),
  dataDir: from.config.dataDir,
  keys: [findKeyring(from.config)?.current ?? Buffer.alloc(0)],
  now: new Date('2026-11-22T20:00:00Z'),
  ...changes,
})

interface EmptyPlace {
  readonly database: string
  readonly dataDir: string
  readonly target: RestoreTarget
}

const emptyPlace = async (changes: Partial<RestoreTarget> = {}): Promise<EmptyPlace> => {
  const database = `lms_restored_${randomBytes(6).toString('hex')}`
  await asAdmin(`create database ${database} owner ${login}`)
  databases.push(database)
  const dataDir = join(folder, database)
  const connection = loginTo(database)
  const target: RestoreTarget = {
    connection,
    files: fileStore({ dataDir, bucket: null }),
    dataDir,
    knownMigrations: await migrationNames(),
    migrate: async (only) => {
      await migrate({ connection, appMayLogIn: false, only })
    },
    keys: {
      check: async () => undefined,
      write: (keys) => writeKeyFiles(dataDir, keys),
      remove: () => removeKeyFiles(dataDir),
    },
    ...changes,
  }
  return { database, dataDir, target }
}

/** Every row of every table, every sequence, and what guards them, as one line each. */
const contentOf = async (database: string): Promise<Map<string, string>> => {
  const client = new pg.Client({ ...testPostgres(), database })
  await client.connect()
  const content = new Map<string, string>()
  const ask = async (text: string) => (await client.query<{ name: string; value: string }>(text)).rows
  try {
    await client.query("set timezone = 'UTC'")
    const tables = await ask(
      `select relname as name, relrowsecurity || ' ' || relforcerowsecurity || ' ' || relowner::regrole || ' ' || coalesce(relacl::text, '') as value
       from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
    )
    for (const { name, value } of tables) {
      content.set(`table ${name}`, value)
      const [rows] = await ask(
        `select 'x' as name, count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as value from "${name}" t`,
      )
      content.set(`rows of ${name}`, rows?.value ?? '')
    }
    for (const { name } of await ask(
      `select relname as name, '' as value from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S'`,
    )) {
      const [state] = await ask(`select 'x' as name, last_value || ' ' || is_called as value from "${name}"`)
      content.set(`sequence ${name}`, state?.value ?? '')
    }
    for (const { name, value } of await ask(
      `select conrelid::regclass || '.' || conname as name, pg_get_constraintdef(oid) || ' ' || convalidated as value
       from pg_constraint where connamespace = 'public'::regnamespace
       union all
       select tgrelid::regclass || '.' || tgname, tgenabled::text from pg_trigger where not tgisinternal`,
    ))
      content.set(`guard ${name}`, value)
  } finally {
    await client.end()
  }
  return content
}

const filesOf = async (dataDir: string): Promise<Map<string, string>> => {
  const found = new Map<string, string>()
  for (const name of ['files', 'brand', 'uploads']) {
    const entries = await readdir(join(dataDir, name), { recursive: true }).catch(() => [])
    for (const entry of entries) {
      const path = join(dataDir, name, entry)
      if ((await stat(path)).isFile())
        found.set(`${name}/${entry}`, (await readFile(path)).toString('base64'))
    }
  }
  return found
}

const signIn = (at: TestServer, password: string) =>
  at.app.inject({
    method: 'POST',
    url: '/accounts/clients/7/user/login/',
    payload: { email: 'student@demo.test', password },
  })
const me = (at: TestServer, token: string) =>
  at.app.inject({ url: '/accounts/clients/7/user/me/', headers: { authorization: `Bearer ${token}` } })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lms-drill-'))
  login = `operator_${randomBytes(4).toString('hex')}`
  await asAdmin(`create role ${login} login createrole`)
  await asAdmin(`grant lms_owner, lms_app to ${login}`)
  server = await startTestServer({ env: OWN_KEYS })
  cleanups.push(() => server.close())
  await seedDemo(server.core)
  for (const [index, text] of AWKWARD.entries())
    await server.db.asSuperuser(
      'update app_user set full_name = $1 where client_id = 7 and id = (select id from app_user where client_id = 7 order by id offset $2 limit 1)',
      [text, index + 10],
    )
  await storeFile(server.config.dataDir, 7, { words: 'film', ending: 'mp4', content: VIDEO })
  await storeFile(server.config.dataDir, 8, { words: 'empty', ending: 'vtt', content: Buffer.alloc(0) })
  await mkdir(join(server.config.dataDir, 'brand', 'deep'), { recursive: true })
  await writeFile(join(server.config.dataDir, 'brand', 'deep', 'logo.svg'), '<svg/>')
  before = (await signIn(server, DEMO_PASSWORD)).json()
  backup = join(folder, 'one.backup')
  made = await writeBackup(sourceOf(server), backup, PASSPHRASE)
})
afterAll(async () => {
  for (const cleanup of cleanups.toReversed()) await cleanup()
  for (const name of databases) await asAdmin(`drop database if exists ${name} with (force)`)
  await asAdmin(`drop owned by ${login} cascade`)
  await asAdmin(`drop role ${login}`)
  await rm(folder, { recursive: true, force: true })
})

describe('restore drill', () => {
  let place: EmptyPlace
  let restored: TestServer
  let database: TestDatabase
  let counted: Totals
  beforeAll(async () => {
    place = await emptyPlace()
    counted = await restoreBackup(backup, PASSPHRASE, place.target)
  })

  it('gives back every row, sequence, constraint, trigger and right of the database', async () => {
    const [original, copy] = [await contentOf(server.db.name), await contentOf(place.database)]

    expect(counted).toMatchObject(made)
    expect(made.rows).toBeGreaterThan(1_000)
    expect(original.size).toBeGreaterThan(300)
    expect([...copy].filter(([name, value]) => original.get(name) !== value)).toEqual([])
    expect([...copy.keys()].toSorted()).toEqual([...original.keys()].toSorted())
  })

  it('gives back every file and the master key, and leaves nothing else', async () => {
    const original = await filesOf(server.config.dataDir)

    expect(original.size).toBeGreaterThanOrEqual(3)
    expect(await filesOf(place.dataDir)).toEqual(original)
    expect((await readdir(place.dataDir)).toSorted()).toEqual(['brand', 'files', 'master.key'])
    const [key, copy] = [server.config.dataDir, place.dataDir].map((dir) => join(dir, 'master.key'))
    expect(await readFile(copy ?? '')).toEqual(await readFile(key ?? ''))
    expect((await stat(copy ?? '')).mode & 0o777).toBe(0o600)
  })

  it('starts, signs people in with their passwords, and accepts tokens from before', async () => {
    database = await openTestDatabase(place.database)
    restored = await startTestServer({ env: { ...OWN_KEYS, DATA_DIR: place.dataDir }, database })
    cleanups.push(() => restored.close())

    expect((await signIn(restored, DEMO_PASSWORD)).statusCode).toBe(200)
    expect((await signIn(restored, 'a wrong password')).statusCode).not.toBe(200)
    expect((await me(restored, before.access_token)).json()).toMatchObject({ email: 'student@demo.test' })
    const refreshed = await restored.app.inject({
      method: 'POST',
      url: '/accounts/clients/7/user/refresh-token/',
      payload: { refresh_token: before.refresh_token },
    })
    expect(refreshed.statusCode).toBe(200)
    expect((await me(restored, refreshed.json<typeof before>().access_token)).statusCode).toBe(200)
    const proof = await restored.core.db.withTenant(7, (db) => verifyAuditChain(db))
    expect(proof).toMatchObject({ ok: true })
  })

  it('goes on numbering where the original stood', async () => {
    const insert = `insert into app_user (client_id, email, email_key, username, username_key, full_name, time_zone)
       values (7, 'new@x.test', 'new@x.test', 'new-one', 'new-one', 'New', 'UTC') returning id`
    const [row] = await database.asSuperuser<{ id: number }>(insert)
    const [top] = await server.db.asSuperuser<{ id: number }>('select max(id) as id from app_user')

    expect(row?.id).toBeGreaterThan(top?.id ?? 0)
  })

  it('control: the comparison finds one changed letter in one row', async () => {
    const original = await contentOf(server.db.name)
    await server.db.asSuperuser("update app_user set email = email || '.' where id = 1")
    const changed = await contentOf(server.db.name)
    await server.db.asSuperuser("update app_user set email = rtrim(email, '.') where id = 1")

    expect(
      [...changed].filter(([name, value]) => original.get(name) !== value).map(([name]) => name),
    ).toEqual(['rows of app_user'])
  })
})

describe('a backup of a product at work', () => {
  it('shows one moment: rows of one transaction are all there or none', async () => {
    let isDone = false
    let written = 0
    const write = async () => {
      while (!isDone) {
        await server.core.db.withTenant(8, async (db) => {
          await server.core.audit.record(db, { action: 'scorm.export', result: 'ok', actorId: null })
          await server.core.outbox.add(db, {
            to: 'drill@example.test',
            channel: 'email',
            language: 'en',
            subject: 'drill',
            text: 'drill',
            html: null,
          })
        })
        written += 1
      }
    }
    const path = join(folder, 'busy.backup')
    const writers = Promise.all([write(), write()])
    await writeBackup(sourceOf(server), path, PASSPHRASE)
    isDone = true
    await writers
    const place = await emptyPlace()
    await restoreBackup(path, PASSPHRASE, place.target)

    const database = await openTestDatabase(place.database)
    const [row] = await database.asSuperuser<{ events: number; links: number; mails: number }>(
      `select (select count(*) from audit_event where action = 'scorm.export') as events,
        (select count(*) from outbox_message where subject = 'drill') as mails,
        (select count(*) from audit_link l join audit_event e on e.id = l.event_id where action = 'scorm.export') as links`,
    )
    await database.drop()
    expect(written).toBeGreaterThan(5)
    expect(row?.events).toBeLessThan(written)
    expect(row).toEqual({ events: row?.events, links: row?.events, mails: row?.events })
  })

  it('goes from a folder to a bucket and back', async () => {
    const s3 = await startS3()
    const bucket = fileStore({ dataDir: '', bucket: s3.config })
    const place = await emptyPlace({ files: bucket })
    await restoreBackup(backup, PASSPHRASE, place.target)
    const path = join(folder, 'bucket.backup')
    await writeBackup(
      sourceOf(server, { connection: loginTo(place.database), files: bucket, dataDir: place.dataDir }),
      path,
      PASSPHRASE,
    )
    const back = await emptyPlace()
    await restoreBackup(path, PASSPHRASE, back.target)
    await s3.close()

    expect(await filesOf(back.dataDir)).toEqual(await filesOf(server.config.dataDir))
  })
})

describe('a restore that must not happen', { timeout: 120_000 }, () => {
  const refused = async (path: string, target: RestoreTarget, passphrase = PASSPHRASE): Promise<string> => {
    const message = await restoreBackup(path, passphrase, target).then(
      () => 'restored',
      (error: Error) => error.message,
    )
    expect(message).not.toContain('\n')
    return message
  }
  const tablesWithRows = async (database: string) =>
    [...(await contentOf(database))]
      .filter(([name, value]) => name.startsWith('rows of') && !value.startsWith('0 '))
      .map(([name]) => name)
      .toSorted()
  const truncatedAt = async (share: number): Promise<string> => {
    const path = join(folder, `cut-${share}`)
    const bytes = await readFile(backup)
    await writeFile(path, bytes.subarray(0, Math.floor(bytes.length * share)))
    return path
  }

  it('refuses a place with rows, with files or with an own folder, and changes nothing there', async () => {
    const full = await emptyPlace()
    await restoreBackup(backup, PASSPHRASE, full.target)
    const rows = await contentOf(full.database)

    expect(await refused(backup, full.target)).toContain('Files are stored already')
    const other = await emptyPlace()
    expect(await refused(backup, { ...other.target, connection: loginTo(full.database) })).toContain(
      'The database is not empty',
    )
    await mkdir(join(other.dataDir, 'brand'), { recursive: true })
    await writeFile(join(other.dataDir, 'brand', 'logo.svg'), '')
    expect(await refused(backup, other.target)).toContain('restore into an empty DATA_DIR')
    expect(await contentOf(full.database)).toEqual(rows)
  })

  it('refuses a database with tables of another program', async () => {
    const place = await emptyPlace()
    await asAdmin('create table ledger (id integer)', place.database)
    expect(await refused(backup, place.target)).toContain('The database is not empty')
  })

  it('refuses a backup with a migration that this release does not know', async () => {
    const place = await emptyPlace()
    const known = place.target.knownMigrations.slice(0, -1)
    expect(await refused(backup, { ...place.target, knownMigrations: known })).toContain('newer release')
    expect(await readdir(place.dataDir).catch(() => 'nothing')).toBe('nothing')
  })

  it.each([0.2, 0.99])('leaves the place empty and usable after a file cut at %f', async (share) => {
    const place = await emptyPlace()
    expect(await refused(await truncatedAt(share), place.target)).toMatch(/damaged|end is missing/)

    expect(await filesOf(place.dataDir)).toEqual(new Map())
    expect((await readdir(place.dataDir)).filter((name) => name !== 'files')).toEqual([])
    expect(await tablesWithRows(place.database)).toEqual([
      'rows of kysely_migration',
      'rows of kysely_migration_lock',
    ])
    expect(await restoreBackup(backup, PASSPHRASE, place.target)).toMatchObject(made)
  })

  it('repeats a restore that was killed, and the product does not start before', async () => {
    const place = await emptyPlace()
    const killed = Promise.withResolvers<never>()
    const reached = Promise.withResolvers<void>()
    // The process "dies" after the first file: nothing after it runs.
    const dying = restoreBackup(backup, PASSPHRASE, {
      ...place.target,
      files: {
        ...place.target.files,
        put: async (...file) => {
          await place.target.files.put(...file)
          reached.resolve()
          await killed.promise
        },
      },
    })
    await reached.promise
    await asAdmin(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${place.database}'`,
    )

    expect(await readdir(place.dataDir)).toContain(UNFINISHED_RESTORE)
    const { openProduct } = await import('#server/start.ts')
    await expect(openProduct({ ...server.config, dataDir: place.dataDir })).rejects.toThrow(
      'did not finish. Run npm run restore again',
    )
    expect(await restoreBackup(backup, PASSPHRASE, place.target)).toMatchObject(made)
    expect((await readdir(place.dataDir)).toSorted()).toEqual(['brand', 'files', 'master.key'])
    killed.reject(new Error('killed'))
    await expect(dying).rejects.toThrow('killed')
  })
})

describe('a backup file', () => {
  it('can be checked without a place to restore to', async () => {
    expect(await checkBackup(backup, PASSPHRASE)).toEqual({ createdAt: '2026-11-22T20:00:00.000Z', ...made })
    await expect(checkBackup(backup, 'another passphrase')).rejects.toThrow('passphrase is wrong')
  })

  it('never replaces a file, is readable by its owner only, and leaves nothing after an error', async () => {
    await expect(writeBackup(sourceOf(server), backup, PASSPHRASE)).rejects.toThrow('exists already')
    expect((await stat(backup)).mode & 0o777).toBe(0o600)
    const broken = { ...fileStore(server.config), open: () => Promise.reject(new Error('disk failed')) }
    const path = join(folder, 'failed.backup')
    await expect(writeBackup(sourceOf(server, { files: broken }), path, PASSPHRASE)).rejects.toThrow(
      'disk failed',
    )
    expect((await readdir(folder)).filter((name) => name.startsWith('failed'))).toEqual([])
  })

  it('holds no text of the database in the clear', async () => {
    const bytes = await readFile(backup)
    for (const secret of ['student@demo.test', 'kysely_migration', PASSPHRASE])
      expect(bytes.includes(secret)).toBe(false)
  })
})
