/** Makes a backup file: keys, the database as it is at one moment, and the files. The product may run meanwhile. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, opendir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type pg from 'pg'
import { ARCHIVE_FORMAT, encodeEntries, type Entry } from './archive.ts'
import { BackupError } from './backup-error.ts'
import { readMigrations } from './catalogue.ts'
import { encryptStream } from './cipher.ts'
import { dumpDatabase, inSnapshot } from './dump-database.ts'

/** Folders of DATA_DIR that are part of a backup, besides the stored files: own pictures, and uploads on their way. */
export const KEPT_FOLDERS = ['brand', 'uploads'] as const

/** What a backup needs of the store of files. */
export interface ReadableFiles {
  readonly list: () => AsyncIterable<{ clientId: number; name: string }>
  readonly open: (
    clientId: number,
    name: string,
  ) => Promise<{
    size: number
    read: (start: number, end: number) => Promise<Readable>
    close: () => Promise<void>
  } | null>
}

export interface BackupSource {
  /** A login that may become the owner of the database. */
  readonly connection: pg.ClientConfig
  readonly files: ReadableFiles
  readonly dataDir: string
  /** Master keys, the current one first. */
  readonly keys: readonly Buffer[]
  readonly now: Date
}

export interface Totals {
  tables: number
  rows: number
  files: number
  /** Of all files together. */
  bytes: number
}

/** Writes the backup beside its place and moves it there when it is complete. Never replaces a file. */
export const writeBackup = async (
  source: BackupSource,
  path: string,
  passphrase: string,
): Promise<Totals> => {
  if (await stat(path).catch(() => null)) throw new BackupError(`${path} exists already: name another file`)
  const totals: Totals = { tables: 0, rows: 0, files: 0, bytes: 0 }
  const partial = `${path}.partial`
  const file = await open(partial, 'w', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw new BackupError(`${partial} cannot be written: ${error.message}`)
  })
  try {
    const entries = inSnapshot(source.connection, (client) => backupEntries(client, source, totals))
    for await (const bytes of encryptStream(encodeEntries(entries), passphrase)) await file.writeFile(bytes)
    await file.sync()
  } catch (error) {
    await file.close()
    await rm(partial, { force: true })
    throw error
  }
  await file.close()
  await rename(partial, path)
  return totals
}

async function* backupEntries(
  client: pg.Client,
  source: BackupSource,
  totals: Totals,
): AsyncGenerator<Entry> {
  // The first query: the backup shows the database as it is now.
  const migrations = await readMigrations(client)
  const createdAt = source.now.toISOString()
  yield { record: { type: 'manifest', format: ARCHIVE_FORMAT, createdAt, migrations } }
  yield { record: { type: 'keys', keys: source.keys.map((key) => key.toString('base64')) } }
  for await (const entry of dumpDatabase(client)) {
    yield entry
    if (!('record' in entry) || entry.record.type !== 'table-end') continue
    totals.tables += 1
    totals.rows += entry.record.rows
  }
  // After the rows: a file never changes, is stored before a row names it, and is removed only when no row has named it
  // for days. So every file that the rows name is there.
  for await (const entry of fileEntries(source)) {
    yield entry
    if (!('record' in entry) || entry.record.type !== 'file-end') continue
    totals.files += 1
    totals.bytes += entry.record.bytes
  }
  yield { record: { type: 'end', ...totals } }
}

async function* fileEntries({ files, dataDir }: BackupSource): AsyncGenerator<Entry> {
  for await (const { clientId, name } of files.list()) {
    const file = await files.open(clientId, name)
    // Removed since it was listed: no row names it.
    if (!file) continue
    yield { record: { type: 'stored-file', clientId, name } }
    yield* contentEntries(file.size === 0 ? null : await file.read(0, file.size - 1))
    if (file.size === 0) await file.close()
  }
  for (const folder of KEPT_FOLDERS)
    for await (const path of filesBelow(dataDir, folder)) {
      const facts = await stat(join(dataDir, path)).catch(() => null)
      if (!facts?.isFile()) continue
      yield { record: { type: 'data-dir-file', path } }
      // An upload may grow meanwhile: its next piece is sent again after a restore.
      yield* contentEntries(
        facts.size === 0 ? null : createReadStream(join(dataDir, path), { end: facts.size - 1 }),
      )
    }
}

async function* contentEntries(stream: Readable | null): AsyncGenerator<Entry> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of stream ?? []) {
    const data = chunk as Buffer
    hash.update(data)
    bytes += data.length
    yield { data, isCompressible: false }
  }
  yield { record: { type: 'file-end', bytes, sha256: hash.digest('hex') } }
}

/** Paths below the data folder with forward slashes. */
export async function* filesBelow(dataDir: string, folder: string): AsyncGenerator<string> {
  const entries = await opendir(join(dataDir, folder)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (!entries) return
  for await (const entry of entries) {
    if (entry.isDirectory()) yield* filesBelow(dataDir, `${folder}/${entry.name}`)
    else if (entry.isFile()) yield `${folder}/${entry.name}`
  }
}
