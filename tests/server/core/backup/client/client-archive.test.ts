/** Leaving freely: the archive of a client, imported elsewhere, is the same client. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { encryptedColumns } from '#server/app.ts'
import { LEFT_OUT } from '#server/commands/left-out-tables.ts'
import { verifyAuditChain } from '#server/core/audit/verify.ts'
import { exportClient, type ClientSource } from '#server/core/backup/client/export-client.ts'
import {
  importClient,
  type ClientTarget,
  type ImportedClient,
} from '#server/core/backup/client/import-client.ts'
import type { ClientTotals } from '#server/core/backup/client/shapes.ts'
import { seedDemo } from '#server/demo/seed.ts'
import { fileStore, storeFile } from '#server/features/files/index.ts'
import { DEMO_PASSWORD } from '#server/demo/people.ts'
import { startAccessWorld, WORLD_PASSWORD } from '#tests/server/access/world.ts'
import { fillEmptyTables, tenantTables } from '#tests/server/tenancy/fill.ts'
import { createTestDatabase, testPostgres, type TestDatabase } from '#tests/support/server/database.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server.ts'

const CLIENT = 7
/** The demo client takes 10 s to make: it is for full runs. */
const isFull = process.env['FULL'] === '1'
const PERSON = isFull
  ? { email: 'student@demo.test', password: DEMO_PASSWORD }
  : { email: 'student-one@example.test', password: WORLD_PASSWORD }
const VIDEO = randomBytes(300_000)
const AWKWARD = ['tab\tline\nreturn\rslash\\', '\\N', 'हिन्दी العربية 🎓', '"quoted",\u0001\u0002']

let folder: string
let server: TestServer
let login: string
let archive: string
let made: ClientTotals
const databases: TestDatabase[] = []

const asAdmin = async (text: string) => {
  const client = new pg.Client(testPostgres())
  await client.connect()
  await client.query(text).finally(() => client.end())
}
/** A login as a hosting company gives it: no superuser, so row-level security binds it. */
const loginTo = (database: string): pg.ClientConfig => ({ ...testPostgres(), database, user: login })

const sourceOf = (): ClientSource => ({
  connection: loginTo(server.db.name),
  files: fileStore(server.config),
  leftOut: LEFT_OUT,
  partBytes: 3_000,
  now: new Date('2026-11-24T03:00:00Z'),
})

interface Place {
  readonly database: TestDatabase
  readonly target: ClientTarget
}
const emptyPlace = async (): Promise<Place> => {
  const database = await createTestDatabase()
  databases.push(database)
  const dataDir = join(folder, database.name)
  return {
    database,
    target: {
      connection: loginTo(database.name),
      files: fileStore({ dataDir, bucket: null }),
      dataDir,
      leftOut: LEFT_OUT,
      hosts: [],
    },
  }
}

/** Superadmins become admins, which a test of its own shows. */
const rowText = (table: string) =>
  table === 'app_user' ? `replace(t::text, ',superadmin,', ',admin,')` : 't::text'
/** How many rows of the client each table has, and what they say. One statement: a connection for each would cost more. */
const contentOf = async (db: TestDatabase): Promise<Map<string, string>> => {
  const parts = (await tenantTables(db)).map(
    (table) =>
      `select '${table}' as name, count(*) || ' ' || coalesce(md5(string_agg(h, '' order by h)), '') as said
       from (select md5(${rowText(table)}) as h from "${table}" t where client_id = ${CLIENT}) x`,
  )
  const rows = await db.asSuperuser<{ name: string; said: string }>(parts.join(' union all '))
  return new Map(rows.map(({ name, said }) => [name, said]))
}
const rowsIn = async (db: TestDatabase) =>
  [...(await contentOf(db))].filter(([, said]) => !said.startsWith('0 ')).map(([table]) => table)

const filesOf = async (dataDir: string): Promise<Map<string, string>> => {
  const at = join(dataDir, 'files', String(CLIENT))
  const names = await readdir(at).catch(() => [])
  return new Map(
    await Promise.all(
      names.map(async (name) => [name, (await readFile(join(at, name))).toString('base64')] as const),
    ),
  )
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lms-client-'))
  login = `operator_${randomBytes(4).toString('hex')}`
  await asAdmin(`create role ${login} login`)
  await asAdmin(`grant lms_owner to ${login}`)
  if (isFull) {
    server = await startTestServer()
    await seedDemo(server.core)
  } else ({ server } = await startAccessWorld())
  for (const [index, text] of AWKWARD.entries())
    await server.db.asSuperuser(
      `update app_user set full_name = $1 where client_id = 7
       and id = (select id from app_user where client_id = 7 order by id offset $2 limit 1)`,
      [text, index + (isFull ? 10 : 3)],
    )
  await storeFile(server.config.dataDir, CLIENT, { words: 'film', ending: 'mp4', content: VIDEO })
  await storeFile(server.config.dataDir, CLIENT, { words: 'same', ending: 'mp4', content: VIDEO })
  await storeFile(server.config.dataDir, CLIENT, { words: 'empty', ending: 'vtt', content: Buffer.alloc(0) })
  await storeFile(server.config.dataDir, 8, { words: 'other', ending: 'vtt', content: Buffer.from('of 8') })
  archive = join(folder, 'client-7.tar.gz')
  made = await exportClient(sourceOf(), CLIENT, archive)
})
afterAll(async () => {
  await server.close()
  for (const database of databases) await database.drop()
  await asAdmin(`drop owned by ${login} cascade`)
  await asAdmin(`drop role ${login}`)
  await rm(folder, { recursive: true, force: true })
})

describe('the archive of a client', () => {
  let place: Place
  let imported: ImportedClient
  beforeAll(async () => {
    place = await emptyPlace()
    imported = await importClient(archive, place.target)
  })

  it('holds every row of every table but those that are left out, with a reason', async () => {
    const [original, copy] = [await contentOf(server.db), await contentOf(place.database)]
    const carried = [...original].filter(([table]) => !(table in LEFT_OUT))
    expect(Object.values(made.tables).reduce((sum, count) => sum + count, 0)).toBeGreaterThan(
      isFull ? 5_000 : 100,
    )
    expect(carried.filter(([table, said]) => copy.get(table) !== said)).toEqual([])
    expect(Object.keys(LEFT_OUT).filter((table) => !copy.get(table)?.startsWith('0 '))).toEqual([])
  })

  it('leaves out every table with something encrypted', () => {
    const encrypted = encryptedColumns.filter(({ isTenants }) => isTenants).map(({ table }) => table)
    expect([...encrypted, 'user_session'].filter((table) => !(table in LEFT_OUT))).toEqual([])
  })

  it('holds every file of the client and none of another one', async () => {
    const original = await filesOf(server.config.dataDir)
    expect(original.size).toBeGreaterThanOrEqual(3)
    expect(await filesOf(place.target.dataDir)).toEqual(original)
    expect(await readdir(join(place.target.dataDir, 'files'))).toEqual([String(CLIENT)])
    const others = await place.database.asSuperuser('select client_id from client where client_id <> 7')
    expect(others).toEqual([])
  })

  it('signs people in with their passwords, with the chain of events whole and new numbers free', async () => {
    const other = await startTestServer({ database: place.database })
    const answer = await other.app.inject({
      method: 'POST',
      url: '/accounts/clients/7/user/login/',
      payload: PERSON,
    })
    expect(answer.statusCode).toBe(200)
    expect(await other.core.db.withTenant(CLIENT, (db) => verifyAuditChain(db))).toMatchObject({ ok: true })
    const [row] = await place.database.asSuperuser<{ id: number }>(
      `insert into app_user (client_id, email, email_key, username, username_key, full_name, time_zone)
       values (7, 'new@x.test', 'new@x.test', 'new-one', 'new-one', 'New', 'UTC') returning id`,
    )
    const [top] = await server.db.asSuperuser<{ id: number }>(
      'select max(id) as id from app_user where client_id = 7',
    )
    expect(row?.id).toBeGreaterThan(top?.id ?? 0)
  })

  it('makes no superadmin of another installation', async () => {
    const superadminsIn = async (db: TestDatabase) =>
      (await db.asSuperuser("select from app_user where client_id = 7 and role = 'superadmin'")).length
    const brought = await superadminsIn(server.db)
    expect(brought).toBeGreaterThan(0)
    expect(await superadminsIn(place.database)).toBe(0)
    expect(imported.loweredSuperadmins).toBe(brought)
  })

  it('is refused where the client exists, and nothing changes', async () => {
    const people = () => server.db.asSuperuser('select count(*) as people from app_user where client_id = 7')
    const before = await people()
    const target = { ...place.target, connection: loginTo(server.db.name) }
    await expect(importClient(archive, target)).rejects.toThrow('There is a client 7 here already')
    expect(await people()).toEqual(before)
  })

  it('control: the comparison finds one changed letter in one row', async () => {
    const original = await contentOf(server.db)
    await server.db.asSuperuser("update app_user set email = email || '.' where id = 1")
    const changed = await contentOf(server.db)
    await server.db.asSuperuser("update app_user set email = rtrim(email, '.') where id = 1")
    expect(
      [...changed].filter(([table, said]) => original.get(table) !== said).map(([table]) => table),
    ).toEqual(['app_user'])
  })
})

describe('an archive that cannot be used', () => {
  it.each(isFull ? [0.05, 0.4, 0.9, 0.999] : [0.9])(
    'is refused when it ends after %f of its bytes, and leaves nothing',
    async (share) => {
      const bytes = await readFile(archive)
      const path = join(folder, `cut-${share}`)
      await writeFile(path, bytes.subarray(0, Math.floor(bytes.length * share)))
      const { database, target } = await emptyPlace()
      await expect(importClient(path, target)).rejects.toThrow('The archive is damaged or not complete')
      expect(await rowsIn(database)).toEqual([])
      expect(await filesOf(target.dataDir)).toEqual(new Map())
      const [rules] = await database.asSuperuser<{ suspended: number }>(
        `select count(*)::integer as suspended from pg_class where relrowsecurity and not relforcerowsecurity
       and relnamespace = 'public'::regnamespace`,
      )
      expect(rules?.suspended).toBe(0)
    },
  )

  it('is refused when it is something else, of nobody, or of another release', async () => {
    const path = join(folder, 'something')
    await writeFile(path, 'something else')
    const { database, target } = await emptyPlace()
    await expect(importClient(path, target)).rejects.toThrow('damaged')
    await expect(importClient(join(folder, 'nowhere'), target)).rejects.toThrow('There is no file')
    await expect(exportClient(sourceOf(), 99, join(folder, 'nobody'))).rejects.toThrow(
      'There is no client 99',
    )
    await expect(exportClient(sourceOf(), CLIENT, archive)).rejects.toThrow('exists already')
    await database.asSuperuser(`insert into kysely_migration values ('9999_later', now()::text)`)
    await expect(importClient(archive, target)).rejects.toThrow('another release')
    expect((await readdir(folder)).filter((name) => name.endsWith('.partial'))).toEqual([])
  })
})

describe('host names', () => {
  const HOST = 'learn.victim.example'
  const TOKEN = 'a'.repeat(32)
  const leadsTo = async ({ database }: Place) => {
    const [row] = await database.asSuperuser<{ id: number | null }>(`select find_client_by_host($1) as id`, [
      HOST,
    ])
    return row?.id ?? null
  }
  beforeAll(async () => {
    await server.db.asSuperuser('insert into client_host (client_id, host) values ($1, $2)', [CLIENT, HOST])
    await server.db.asSuperuser(
      `insert into client_domain (client_id, host, token, added_at, verified_at) values ($1, $2, $3, now(), now())`,
      [CLIENT, HOST, TOKEN],
    )
  })
  afterAll(() => server.db.asSuperuser('delete from client_host; delete from client_domain'))
  const exported = async (name: string, tables: readonly string[] = []) => {
    const path = join(folder, name)
    const leftOut = Object.fromEntries(Object.entries(LEFT_OUT).filter(([table]) => !tables.includes(table)))
    await exportClient({ ...sourceOf(), leftOut }, CLIENT, path)
    return path
  }

  it('stay behind: nothing leads to the imported client, and no proof comes along', async () => {
    const place = await emptyPlace()
    await importClient(await exported('hosts.tar.gz'), place.target)
    expect(await leadsTo(place)).toBeNull()
    expect(await place.database.asSuperuser('select from client_domain')).toEqual([])
  })

  it.each(['client_host', 'client_domain', 'signing_key'])(
    'are refused with the rest if an archive brings %s',
    async (table) => {
      const place = await emptyPlace()
      const path = await exported(`crafted-${table}.tar.gz`, [table])
      await expect(importClient(path, place.target)).rejects.toThrow(`The archive holds rows of ${table}`)
      expect(await rowsIn(place.database)).toEqual([])
    },
  )

  it('control: an import without the rule takes the host', async () => {
    const place = await emptyPlace()
    const path = await exported('without-rule.tar.gz', ['client_host'])
    await importClient(path, { ...place.target, leftOut: {} })
    expect(await leadsTo(place)).toBe(CLIENT)
  })

  it('are taken from the operator, unless they lead to another client', async () => {
    const place = await emptyPlace()
    const path = await exported('with-host.tar.gz')
    await place.database.asSuperuser(
      `insert into client (client_id, name, short_name, slug) values (2, 'Two', 'Two', 'two')`,
    )
    await place.database.asSuperuser('insert into client_host (client_id, host) values (2, $1)', [HOST])
    const target = { ...place.target, hosts: [HOST] }
    await expect(importClient(path, target)).rejects.toThrow(`${HOST} leads to another client`)
    await place.database.asSuperuser('delete from client_host')
    await importClient(path, target)
    expect(await leadsTo(place)).toBe(CLIENT)
  })
})

/** Last: the rows of the fill refer to nothing, and checks are gone. */
describe('every table of the client', () => {
  const missing = (tables: readonly string[], carried: ClientTotals['tables']) =>
    tables.filter((table) => !(table in LEFT_OUT) && !carried[table])

  it('is carried with its rows, or left out by name with a reason', async () => {
    await fillEmptyTables(server.db, CLIENT)
    const tables = await tenantTables(server.db)
    const { tables: carried } = await exportClient(sourceOf(), CLIENT, join(folder, 'filled.tar.gz'))
    expect(missing(tables, carried)).toEqual([])
    expect(Object.keys(LEFT_OUT).filter((table) => !tables.includes(table))).toEqual([])
    expect(Object.keys(carried).filter((table) => table in LEFT_OUT)).toEqual([])
    expect(Object.values(LEFT_OUT).every((reason) => reason.length > 10)).toBe(true)
  })

  it('control: finds a table that the archive forgets', async () => {
    await server.db.asSuperuser(
      'create table wall_note (client_id integer not null, text text); insert into wall_note values (7, null)',
    )
    const { tables: carried } = await exportClient(sourceOf(), CLIENT, join(folder, 'forgotten.tar.gz'))
    expect(missing(await tenantTables(server.db), carried)).toEqual(['wall_note'])
    await server.db.asSuperuser('drop table wall_note')
  })
})
