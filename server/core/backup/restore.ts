/** Restores a backup into an empty place, or only checks the file. */
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type pg from 'pg'
import { ARCHIVE_FORMAT, readArchive, type ArchiveReader, type ArchiveRecord } from './archive.ts'
import { BackupError } from './backup-error.ts'
import { filesBelow, KEPT_FOLDERS, type Totals } from './backup.ts'
import { decryptFile } from './cipher.ts'
import { beginLoad, checkDatabaseIsEmpty, type DatabaseLoad } from './load-database.ts'

/** Stands in DATA_DIR while a restore runs: the product does not start on half of the data. */
export const UNFINISHED_RESTORE = 'restore.unfinished'
const DRAFT_PREFIX = 'restore.file.'

/** What a restore needs of the store of files. */
export interface WritableFiles {
  readonly list: () => AsyncIterable<{ clientId: number; name: string }>
  readonly put: (clientId: number, name: string, source: { path: string; sha256: string }) => Promise<void>
  readonly drop: (clientId: number, name: string) => Promise<void>
}

export interface RestoreTarget {
  /** A login that may become the owner of the database. */
  readonly connection: pg.ClientConfig
  readonly files: WritableFiles
  readonly dataDir: string
  /** Names of all migrations of this release. */
  readonly knownMigrations: readonly string[]
  /** Makes roles and the schema with exactly these migrations. */
  readonly migrate: (migrations: readonly string[]) => Promise<void>
  readonly keys: {
    /** Throws a one-line error if the place has a key already, or a configured one that is not the backup's. */
    readonly check: (keys: readonly Buffer[]) => Promise<void>
    readonly write: (keys: readonly Buffer[]) => Promise<void>
    readonly remove: () => Promise<void>
  }
}

/** Where the content of a backup goes; null only checks the file. */
interface Sink {
  readonly load: DatabaseLoad
  readonly target: RestoreTarget
}

export interface Restored extends Totals {
  /** When the backup was made. */
  readonly createdAt: string
}

/** Reads the whole file and compares it with its own totals, without a place to restore to. */
export const checkBackup = async (path: string, passphrase: string): Promise<Restored> => {
  const archive = readArchive(decryptFile(path, passphrase))
  try {
    const { createdAt } = await readManifest(archive, path)
    await archive.expect('keys')
    return { createdAt, ...(await readContent(archive, null)) }
  } finally {
    await archive.close()
  }
}

/** Throws a one-line error for a foreign file and a wrong passphrase, before anything is touched. */
export const checkBackupStart = async (path: string, passphrase: string): Promise<void> => {
  const archive = readArchive(decryptFile(path, passphrase))
  await readManifest(archive, path).finally(() => archive.close())
}

/** Fills the empty place; on an error it is empty again. */
export const restoreBackup = async (
  path: string,
  passphrase: string,
  target: RestoreTarget,
): Promise<Restored> => {
  const archive = readArchive(decryptFile(path, passphrase))
  try {
    const { createdAt, migrations } = await readManifest(archive, path)
    const unknown = migrations.find((name) => !target.knownMigrations.includes(name))
    if (unknown)
      throw new BackupError(
        `${path} was made by a newer release (${unknown}): use that release or a later one`,
      )
    const keys = (await archive.expect('keys')).keys.map((key) => Buffer.from(key, 'base64'))
    await checkPlaceIsEmpty(target, migrations, keys)
    const marker = join(target.dataDir, UNFINISHED_RESTORE)
    await mkdir(target.dataDir, { recursive: true, mode: 0o700 })
    await writeFile(marker, `${createdAt}\n`, { flush: true })
    const totals = await fill(archive, target, { migrations, keys })
    await rm(marker)
    return { createdAt, ...totals }
  } finally {
    await archive.close()
  }
}

const readManifest = async (archive: ArchiveReader, path: string) => {
  const manifest = await archive.expect('manifest')
  if (manifest.format > ARCHIVE_FORMAT)
    throw new BackupError(`${path} was made by a newer release: use that release or a later one`)
  return manifest
}

const checkPlaceIsEmpty = async (target: RestoreTarget, migrations: readonly string[], keys: Buffer[]) => {
  const { dataDir, files } = target
  // What an interrupted restore left is not data.
  if (await stat(join(dataDir, UNFINISHED_RESTORE)).catch(() => null)) await removeFiles(target)
  for await (const { clientId, name } of files.list())
    throw new BackupError(`Files are stored already (${clientId}/${name}): restore into an empty place`)
  for (const folder of KEPT_FOLDERS)
    for await (const path of filesBelow(dataDir, folder))
      throw new BackupError(`${join(dataDir, path)} exists: restore into an empty DATA_DIR`)
  await target.keys.check(keys)
  await checkDatabaseIsEmpty(target.connection, migrations)
}

const removeFiles = async ({ files, dataDir, keys }: RestoreTarget) => {
  // Collected first: a list that shrinks while it is read would skip some.
  const stored: { clientId: number; name: string }[] = []
  for await (const file of files.list()) stored.push(file)
  for (const { clientId, name } of stored) await files.drop(clientId, name)
  for (const folder of KEPT_FOLDERS) await rm(join(dataDir, folder), { recursive: true, force: true })
  for (const name of await readdir(dataDir)) if (name.startsWith(DRAFT_PREFIX)) await rm(join(dataDir, name))
  await keys.remove()
}

const fill = async (
  archive: ArchiveReader,
  target: RestoreTarget,
  { migrations, keys }: { migrations: readonly string[]; keys: readonly Buffer[] },
): Promise<Totals> => {
  await target.migrate(migrations)
  const load = await beginLoad(target.connection)
  try {
    const totals = await readContent(archive, { load, target })
    await target.keys.write(keys)
    await load.commit()
    return totals
  } catch (error) {
    await load.close()
    await removeFiles(target)
    await rm(join(target.dataDir, UNFINISHED_RESTORE), { force: true })
    throw error
  } finally {
    await load.close()
  }
}

/** Everything after the keys. Throws unless it equals the totals at the end of the file. */
const readContent = async (archive: ArchiveReader, sink: Sink | null): Promise<Totals> => {
  const totals: Totals = { tables: 0, rows: 0, files: 0, bytes: 0 }
  for (;;) {
    const record = await archive.next()
    if (record.type === 'table') {
      totals.rows += await readTable(archive, record, sink)
      totals.tables += 1
    } else if (record.type === 'sequence') {
      await sink?.load.sequence(record)
    } else if (record.type === 'stored-file' || record.type === 'data-dir-file') {
      totals.bytes += await readFile(archive, record, sink)
      totals.files += 1
    } else if (record.type === 'end') {
      const { tables, rows, files, bytes } = record
      const same =
        tables === totals.tables &&
        rows === totals.rows &&
        files === totals.files &&
        bytes === totals.bytes &&
        (await archive.atEnd())
      if (same) return totals
      throw new BackupError('The backup does not hold what its last line says')
    } else {
      throw new BackupError('The backup has its parts in a wrong order')
    }
  }
}

const readTable = async (
  archive: ArchiveReader,
  record: Extract<ArchiveRecord, { type: 'table' }>,
  sink: Sink | null,
): Promise<number> => {
  const loaded = sink ? await sink.load.table(record, archive) : await countLines(archive)
  const { rows } = await archive.expect('table-end')
  if (rows !== loaded)
    throw new BackupError(`The backup's table ${record.name} has ${loaded} rows instead of ${rows}`)
  return rows
}

/** In COPY's text format a line is a row: line breaks in values are escaped. */
const countLines = async (archive: ArchiveReader): Promise<number> => {
  let lines = 0
  for await (const data of archive.data())
    for (let at = data.indexOf(10); at !== -1; at = data.indexOf(10, at + 1)) lines += 1
  return lines
}

type FileRecord = Extract<ArchiveRecord, { type: 'stored-file' | 'data-dir-file' }>

const readFile = async (archive: ArchiveReader, record: FileRecord, sink: Sink | null): Promise<number> => {
  const place = sink ? await placeOf(record, sink.target) : null
  const file = place ? await open(place.draft, 'wx', 0o600) : null
  const hash = createHash('sha256')
  let bytes = 0
  try {
    for await (const data of archive.data()) {
      hash.update(data)
      bytes += data.length
      await file?.writeFile(data)
    }
    await file?.sync()
  } finally {
    await file?.close()
  }
  const sha256 = hash.digest('hex')
  const end = await archive.expect('file-end')
  if (end.bytes !== bytes || end.sha256 !== sha256)
    throw new BackupError('A file in the backup is not the one that was saved')
  await place?.finish(sha256)
  return bytes
}

const isKeptPath = (path: string): boolean => {
  const [folder = '', ...rest] = path.split('/')
  return (
    (KEPT_FOLDERS as readonly string[]).includes(folder) &&
    rest.length > 0 &&
    rest.every((part) => part !== '' && part !== '.' && part !== '..' && !part.includes('\\'))
  )
}

/** Where a file is written first, and how it gets to its place. */
const placeOf = async (record: FileRecord, { dataDir, files }: RestoreTarget) => {
  if (record.type === 'stored-file') {
    const draft = join(dataDir, `${DRAFT_PREFIX}${randomUUID()}`)
    return {
      draft,
      finish: async (sha256: string) => {
        await files.put(record.clientId, record.name, { path: draft, sha256 })
        await rm(draft)
      },
    }
  }
  if (!isKeptPath(record.path)) throw new BackupError('The backup names a file outside of its folders')
  const path = join(dataDir, record.path)
  await mkdir(dirname(path), { recursive: true })
  return { draft: `${path}.restored`, finish: () => rename(`${path}.restored`, path) }
}
