/** Writes everything of one client into an archive that needs no product to be read. The product may run meanwhile. */
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { BackupError } from '../backup-error.ts'
import type { ReadableFiles } from '../backup.ts'
import { quoted, readClientIds, readMigrations, readTables, type Table } from '../catalogue.ts'
import { inSnapshot } from '../dump-database.ts'
import {
  CLIENT_ARCHIVE,
  CLIENT_ARCHIVE_FORMAT,
  ENTRIES,
  type ClientFile,
  type ClientManifest,
  type ClientTotals,
} from './shapes.ts'
import { writeTar, type TarEntry } from './tar.ts'

export interface ClientSource {
  /** A login that may become the owner of the database. */
  readonly connection: pg.ClientConfig
  readonly files: ReadableFiles
  /** Tables whose rows stay behind, each with the reason. */
  readonly leftOut: Readonly<Record<string, string>>
  readonly now: Date
  /** Size from which on a table goes on in another entry; tests choose a small one. */
  readonly partBytes?: number
}

const PART_BYTES = 4 * 1_048_576
const LINE_END = 10

/** Writes the archive beside its place and moves it there when it is complete. Never replaces a file. */
export const exportClient = async (
  source: ClientSource,
  clientId: number,
  path: string,
): Promise<ClientTotals> => {
  if (await stat(path).catch(() => null)) throw new BackupError(`${path} exists already: name another file`)
  const totals: ClientTotals = { tables: {}, files: 0, bytes: 0 }
  const partial = `${path}.partial`
  try {
    const entries = inSnapshot(source.connection, (client) => clientEntries(client, source, clientId, totals))
    await pipeline(
      Readable.from(writeTar(entries), { objectMode: false }),
      createGzip(),
      createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true }),
    )
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
  await rename(partial, path)
  return totals
}

const entryOf = (name: string, content: string | Buffer): TarEntry => {
  const bytes = Buffer.from(content)
  return { name, size: bytes.length, content: [bytes] }
}

async function* clientEntries(
  client: pg.Client,
  source: ClientSource,
  clientId: number,
  totals: ClientTotals,
): AsyncGenerator<TarEntry> {
  // The first query: the archive shows the client as it is now.
  const migrations = await readMigrations(client)
  if (!(await readClientIds(client)).includes(clientId))
    throw new BackupError(`There is no client ${clientId} here`)
  const manifest: ClientManifest = {
    archive: CLIENT_ARCHIVE,
    format: CLIENT_ARCHIVE_FORMAT,
    client_id: clientId,
    created_at: source.now.toISOString(),
    migrations,
    left_out: { ...source.leftOut },
  }
  yield entryOf(ENTRIES.manifest, `${JSON.stringify(manifest, null, 2)}\n`)
  await client.query("select set_config('app.client_id', $1, true)", [String(clientId)])
  const tables = (await readTables(client)).filter(
    ({ name, isTenants }) => isTenants && !(name in source.leftOut),
  )
  const partBytes = source.partBytes ?? PART_BYTES
  for (const table of tables) yield* tableEntries(client, table, { totals, partBytes })
  yield* fileEntries(source.files, clientId, totals)
  yield entryOf(ENTRIES.totals, `${JSON.stringify(totals, null, 2)}\n`)
}

/**
 * Rows as PostgreSQL writes them in JSON, in parts of some megabytes. As CSV with a quote and a delimiter that no JSON
 * contains, COPY changes no byte of them.
 */
async function* tableEntries(
  client: pg.Client,
  { name, columns }: Table,
  { totals, partBytes }: { totals: ClientTotals; partBytes: number },
): AsyncGenerator<TarEntry> {
  const stream = client.query(
    copyTo(
      `copy (select row_to_json(r) from (select ${columns.map(quoted).join(', ')} from ${quoted(name)}) r)
       to stdout with (format csv, quote e'\\x01', delimiter e'\\x02')`,
    ),
  )
  let part = 0
  let waiting: Buffer[] = []
  let waitingBytes = 0
  for await (const chunk of stream) {
    const data = chunk as Buffer
    waiting.push(data)
    waitingBytes += data.length
    const end = data.lastIndexOf(LINE_END) + 1
    if (waitingBytes < partBytes || end === 0) continue
    waiting.pop()
    part += 1
    yield entryOf(ENTRIES.table(name, part), Buffer.concat([...waiting, data.subarray(0, end)]))
    waiting = [data.subarray(end)]
    waitingBytes = data.length - end
  }
  if (waitingBytes > 0) yield entryOf(ENTRIES.table(name, part + 1), Buffer.concat(waiting))
  totals.tables[name] = stream.rowCount
}

async function* contentOf(files: ReadableFiles, clientId: number, name: string): AsyncGenerator<Buffer> {
  const file = await files.open(clientId, name)
  if (!file) throw new BackupError(`${name} was removed meanwhile: try again`)
  if (file.size === 0) {
    await file.close()
    return
  }
  for await (const bytes of await file.read(0, file.size - 1)) yield bytes as Buffer
}

/** After the rows: a file is stored before a row names it, so every file that the rows name is there. */
async function* fileEntries(
  files: ReadableFiles,
  clientId: number,
  totals: ClientTotals,
): AsyncGenerator<TarEntry> {
  const found: ClientFile[] = []
  for await (const { clientId: owner, name } of files.list()) {
    if (owner !== clientId) continue
    const hash = createHash('sha256')
    let bytes = 0
    for await (const piece of contentOf(files, clientId, name)) {
      hash.update(piece)
      bytes += piece.length
    }
    found.push({ name, sha256: hash.digest('hex'), bytes })
  }
  yield entryOf(ENTRIES.files, found.map((file) => `${JSON.stringify(file)}\n`).join(''))
  const written = new Set<string>()
  for (const { name, sha256, bytes } of found) {
    totals.files += 1
    totals.bytes += bytes
    if (written.has(sha256)) continue
    written.add(sha256)
    yield { name: ENTRIES.file(sha256), size: bytes, content: contentOf(files, clientId, name) }
  }
}
