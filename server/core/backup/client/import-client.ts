/** Brings the archive of a client into an installation that has none with its id: all of it or nothing. */
import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createGunzip } from 'node:zlib'
import pg from 'pg'
import type * as z from 'zod/mini'
import { OWNER } from '../../db/roles.ts'
import { BackupError } from '../backup-error.ts'
import {
  quoted,
  readClientIds,
  readMigrations,
  readTables,
  useNeutralFormats,
  type Table,
} from '../catalogue.ts'
import { suspendRules } from '../load-database.ts'
import type { WritableFiles } from '../restore.ts'
import {
  CLIENT_ARCHIVE_FORMAT,
  ENTRIES,
  fileShape,
  hashOf,
  manifestShape,
  tableOf,
  totalsShape,
  type ClientFile,
  type ClientManifest,
  type ClientTotals,
} from './shapes.ts'
import { readTar, type TarEntry } from './tar.ts'

export interface ClientTarget {
  /** A login that may become the owner of the database, whose schema is there. */
  readonly connection: pg.ClientConfig
  readonly files: WritableFiles
  /** Tables whose rows no archive may bring, whoever wrote it. */
  readonly leftOut: Readonly<Record<string, string>>
  /** Host names for which the operator vouches. */
  readonly hosts: readonly string[]
  /** For a file while it comes out of the archive. */
  readonly dataDir: string
}

export interface ImportedClient extends ClientTotals {
  readonly clientId: number
  readonly createdAt: string
  /** Superadmins of the archive, who are admins here. */
  readonly loweredSuperadmins: number
}

/** Rows of one statement. */
const ROWS_MAX = 500
const TEXT_MAX_BYTES = 64 * 1_048_576

const damaged = (cause?: unknown) =>
  new BackupError('The archive is damaged or not complete', cause === undefined ? {} : { cause })

const textOf = async ({ size, content }: TarEntry): Promise<string> => {
  if (size > TEXT_MAX_BYTES) throw damaged()
  const parts: Buffer[] = []
  for await (const bytes of content) parts.push(bytes)
  return Buffer.concat(parts).toString('utf8')
}

const parsed = <T extends z.ZodMiniType>(shape: T, text: string): z.output<T> => {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw damaged(error)
  }
  const result = shape.safeParse(value)
  if (!result.success) throw damaged(result.error)
  return result.data
}

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line !== '')

async function* bytesOf(path: string): AsyncGenerator<Buffer> {
  if (!(await stat(path).catch(() => null))?.isFile()) throw new BackupError(`There is no file ${path}`)
  try {
    for await (const bytes of createReadStream(path).pipe(createGunzip())) yield bytes as Buffer
  } catch (error) {
    throw damaged(error)
  }
}

export const importClient = async (path: string, target: ClientTarget): Promise<ImportedClient> => {
  const entries = readTar(bytesOf(path))
  const client = new pg.Client({ ...target.connection, application_name: 'lms client import' })
  client.on('error', () => undefined)
  await client.connect()
  const stored: string[] = []
  let clientId = 0
  try {
    const manifest = await readManifest(entries)
    clientId = manifest.client_id
    await client.query('begin')
    await useNeutralFormats(client)
    await client.query(`set local role ${OWNER}`)
    await requireFree(client, target, manifest)
    const loaded = await load({ client, target, manifest, stored }, entries)
    await client.query('commit')
    return { ...loaded, clientId, createdAt: manifest.created_at }
  } catch (error) {
    for (const name of stored) await target.files.drop(clientId, name)
    throw error
  } finally {
    await entries.return(undefined)
    // Undoes everything that is not committed.
    await client.end()
  }
}

const readManifest = async (entries: AsyncGenerator<TarEntry>): Promise<ClientManifest> => {
  const { value: first, done } = await entries.next()
  if (done || first.name !== ENTRIES.manifest) throw new BackupError('This is not the archive of a client')
  const manifest = parsed(manifestShape, await textOf(first))
  if (manifest.format > CLIENT_ARCHIVE_FORMAT)
    throw new BackupError('The archive was made by a newer release: use that release or a later one')
  return manifest
}

const requireFree = async (
  client: pg.Client,
  { files }: ClientTarget,
  { client_id: clientId, migrations }: ClientManifest,
): Promise<void> => {
  if ((await readMigrations(client)).join() !== migrations.toSorted().join())
    throw new BackupError('The archive was made by another release: use the same release on both sides')
  if ((await readClientIds(client)).includes(clientId))
    throw new BackupError(`There is a client ${clientId} here already: its id must be free`)
  for await (const file of files.list())
    if (file.clientId === clientId)
      throw new BackupError(`Files of a client ${clientId} are stored here already`)
}

interface Import {
  readonly client: pg.Client
  readonly target: ClientTarget
  readonly manifest: ClientManifest
  /** Names of the files that were stored, in case it fails. */
  readonly stored: string[]
}

const load = async (
  run: Import,
  entries: AsyncGenerator<TarEntry>,
): Promise<ClientTotals & Pick<ImportedClient, 'loweredSuperadmins'>> => {
  const { client, manifest, target } = run
  const all = await readTables(client)
  const tables = new Map(
    all
      .filter(({ name, isTenants }) => isTenants && !(name in manifest.left_out) && !(name in target.leftOut))
      .map((table) => [table.name, table]),
  )
  const restoreRules = await suspendRules(client, all)
  const counted: ClientTotals = {
    tables: Object.fromEntries([...tables.keys()].map((name) => [name, 0])),
    files: 0,
    bytes: 0,
  }
  const expected = await readEntries(run, entries, { tables, counted })
  if (!expected || !isSame(expected, counted)) throw damaged()
  await addHosts(run)
  const loweredSuperadmins = await lowerSuperadmins(client, manifest.client_id)
  await continueSequences(client, [...tables.values()])
  await restoreRules().catch((error: unknown) => {
    throw new BackupError('The archive refers to rows that it does not hold', { cause: error })
  })
  return { ...counted, loweredSuperadmins }
}

/** A superadmin reads and decides about every client of an installation: the archive of one must not bring any. */
const lowerSuperadmins = async (client: pg.Client, clientId: number): Promise<number> => {
  const { rowCount } = await client.query(
    "update app_user set role = 'admin' where client_id = $1 and role = 'superadmin'",
    [clientId],
  )
  return rowCount ?? 0
}

const addHosts = async ({ client, target, manifest }: Import): Promise<void> => {
  for (const host of target.hosts) {
    const { rowCount } = await client.query(
      'insert into client_host (client_id, host) values ($1, $2) on conflict do nothing',
      [manifest.client_id, host],
    )
    if (rowCount === 0) throw new BackupError(`${host} leads to another client of this installation`)
  }
}

const isSame = (one: ClientTotals, other: ClientTotals): boolean => {
  const lines = ({ tables, files, bytes }: ClientTotals) =>
    JSON.stringify([Object.entries(tables).toSorted(([a], [b]) => (a < b ? -1 : 1)), files, bytes])
  return lines(one) === lines(other)
}

/** Everything after the manifest; what the archive says that it holds comes last. */
const readEntries = async (
  run: Import,
  entries: AsyncGenerator<TarEntry>,
  { tables, counted }: { tables: ReadonlyMap<string, Table>; counted: ClientTotals },
): Promise<ClientTotals | null> => {
  const names = new Map<string, ClientFile[]>()
  let totals: ClientTotals | null = null
  for await (const entry of entries) {
    const name = tableOf(entry.name) ?? ''
    if (name in run.target.leftOut)
      throw new BackupError(`The archive holds rows of ${name}, which no archive may bring`)
    const table = tables.get(name)
    const files = names.get(hashOf(entry.name) ?? '')
    if (table) counted.tables[table.name]! += await insertRows(run, table, linesOf(await textOf(entry)))
    else if (entry.name === ENTRIES.files)
      for (const line of linesOf(await textOf(entry))) {
        const file = parsed(fileShape, line)
        names.set(file.sha256, [...(names.get(file.sha256) ?? []), file])
      }
    else if (files) {
      await storeFiles(run, entry, files)
      counted.files += files.length
      counted.bytes += files.length * entry.size
    } else if (entry.name === ENTRIES.totals) totals = parsed(totalsShape, await textOf(entry))
    else throw damaged()
  }
  return totals
}

/** PostgreSQL reads what it wrote: no value passes through JavaScript. */
const insertRows = async (
  { client, manifest }: Import,
  { name, columns }: Table,
  lines: readonly string[],
): Promise<number> => {
  const list = columns.map(quoted).join(', ')
  for (let at = 0; at < lines.length; at += ROWS_MAX) {
    const rows = `[${lines.slice(at, at + ROWS_MAX).join(',')}]`
    const { rows: foreign } = await client
      .query<{ n: number }>(
        `with added as (
           insert into ${quoted(name)} (${list}) overriding system value
           select ${list} from json_populate_recordset(null::${quoted(name)}, $1::json) returning client_id)
         select count(*)::integer as n from added where client_id <> $2`,
        [rows, manifest.client_id],
      )
      .catch((error: unknown) => {
        throw new BackupError(`The rows of ${name} do not fit into this installation`, { cause: error })
      })
    // A row of another client would be let in, because row-level security is suspended.
    if (foreign[0]?.n !== 0) throw damaged()
  }
  return lines.length
}

const storeFiles = async (
  { target, manifest, stored }: Import,
  { content }: TarEntry,
  files: readonly ClientFile[],
): Promise<void> => {
  await mkdir(target.dataDir, { recursive: true, mode: 0o700 })
  const path = join(target.dataDir, `client-import.${randomUUID()}`)
  const hash = createHash('sha256')
  try {
    const draft = await open(path, 'wx', 0o600)
    try {
      for await (const bytes of content) {
        hash.update(bytes)
        await draft.writeFile(bytes)
      }
    } finally {
      await draft.close()
    }
    const sha256 = hash.digest('hex')
    if (files.some((file) => file.sha256 !== sha256)) throw damaged()
    for (const { name } of files) {
      stored.push(name)
      await target.files.put(manifest.client_id, name, { path, sha256 })
    }
  } finally {
    await rm(path, { force: true })
  }
}

/** New rows go on above the imported ones. */
const continueSequences = async (client: pg.Client, tables: readonly Table[]): Promise<void> => {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(
    `select c.relname::text as table, a.attname::text as column, s.sequence from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     cross join lateral pg_get_serial_sequence(quote_ident(c.relname), a.attname) s(sequence)
     where c.relnamespace = 'public'::regnamespace and c.relname = any($1) and s.sequence is not null`,
    [tables.map(({ name }) => name)],
  )
  for (const { table, column, sequence } of rows)
    await client.query(
      `select setval($1::regclass, greatest(m.top, s.last_value)) from (
         select max(${quoted(column)})::bigint as top from ${quoted(table)}) m,
         (select last_value from ${sequence}) s where m.top is not null`,
      [sequence],
    )
}
