/**
 * Reads untrusted zip packages (C6). Checks the whole central directory before unpacking; while unpacking, counts
 * the actual bytes and verifies the checksum. Never writes a file under a name from the package.
 */
import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable, Transform } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { crc32 } from 'node:zlib'
import * as yauzl from 'yauzl'
import { PACKAGE_MAX_BYTES } from '#contract/course-import/packages.ts'
import { PackageError } from './package-error.ts'

export interface ZipLimits {
  /** Size of the package file. */
  readonly packedBytes: number
  /** Size of all files, unpacked. */
  readonly totalBytes: number
  readonly entries: number
  /** Unpacked to packed size, checked from RATIO_FROM_BYTES on. */
  readonly ratio: number
}
const LIMITS: ZipLimits = {
  packedBytes: PACKAGE_MAX_BYTES,
  totalBytes: PACKAGE_MAX_BYTES,
  entries: 20_000,
  ratio: 200,
}
/** Small repetitive texts compress better than a bomb and are harmless. */
const RATIO_FROM_BYTES = 4 * 1024 ** 2
const NAME_MAX = 500
const SEGMENT_MAX = 255
/** The folders of 20,000 paths with 250 segments would take a gigabyte. */
const SEGMENTS_MAX = 32
const LOCAL_HEADER_BYTES = 30
const STORED = 0
const DEFLATED = 8
/** Type bits of a Unix mode. */
const MODE_TYPE = 0o170000
const MODE_FILE = 0o100000
const MODE_FOLDER = 0o040000

export interface ZipEntry {
  /** With slashes, relative, without `.` and `..`. */
  readonly name: string
  readonly bytes: number
}

export interface Zip {
  /** Files in the order of the package, without folders. */
  readonly entries: readonly ZipEntry[]
  /** The entry with a name. Ignores case: names that differ only in case are rejected. */
  readonly find: (name: string) => ZipEntry | null
  /** The content of a file; larger than `maxBytes` is rejected. */
  readonly read: (name: string, maxBytes: number) => Promise<Buffer>
  /** Unpacks a file without storing it; throws if it does not match the directory. */
  readonly check: (name: string) => Promise<void>
  /** A file as it is unpacked, or some of its bytes, both ends included. */
  readonly stream: (name: string, range?: { start: number; end: number }) => Promise<Readable>
  /** Unpacks a file of any size to a path that the caller chose. */
  readonly save: (name: string, path: string) => Promise<void>
  readonly close: () => void
}

/** A package in other storage: its size, and its bytes from `start` to `end`, both included. */
export interface ZipSource {
  readonly bytes: number
  readonly read: (start: number, end: number) => Promise<Readable>
}

/**
 * Opens a package in memory, on disk or in other storage; throws {@link PackageError} unless it is valid and safe.
 */
export const openZip = async (
  source: Buffer | string | ZipSource,
  limits: Partial<ZipLimits> = {},
): Promise<Zip> => {
  const allLimits = { ...LIMITS, ...limits }
  const packedBytes = await sizeOf(source)
  if (packedBytes > allLimits.packedBytes) throw new PackageError('zip_too_large')
  const options = { autoClose: false, lazyEntries: true, decodeStrings: false, validateEntrySizes: true }
  const file = await openFile(source, packedBytes, options).catch((error: unknown) => {
    throw new PackageError(isNotZip(error) ? 'zip_not_a_zip' : 'zip_broken')
  })
  try {
    return zipOf(file, await readEntries(file, allLimits), allLimits)
  } catch (error) {
    file.close()
    throw toPackageError(error)
  }
}

const sizeOf = async (source: Buffer | string | ZipSource): Promise<number> => {
  if (typeof source === 'string') return (await stat(source)).size
  return 'bytes' in source ? source.bytes : source.length
}

const openFile = (source: Buffer | string | ZipSource, size: number, options: yauzl.Options) => {
  if (typeof source === 'string') return yauzl.openPromise(source, options)
  return 'bytes' in source
    ? yauzl.fromRandomAccessReaderPromise(new SourceReader(source), size, options)
    : yauzl.fromBufferPromise(source, options)
}

class SourceReader extends yauzl.RandomAccessReader {
  readonly #source: ZipSource
  constructor(source: ZipSource) {
    super()
    this.#source = source
  }
  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(readRange(this.#source, start, end), { objectMode: false })
  }
}
/** Reads only when the first bytes are requested. */
async function* readRange(source: ZipSource, start: number, end: number): AsyncGenerator<Buffer> {
  for await (const part of await source.read(start, end - 1)) yield part as Buffer
}

const isNotZip = (error: unknown) =>
  error instanceof Error && /end of central directory record signature not found/i.test(error.message)

/** Errors of the zip library mean a broken package; errors of the operating system do not. */
const toPackageError = (error: unknown, detail = ''): unknown => {
  if (error instanceof PackageError) return error
  const code = (error as NodeJS.ErrnoException).code ?? ''
  if (/^E[A-Z]+$/.test(code) && !code.startsWith('ERR_')) return error
  return new PackageError('zip_broken', detail)
}

const zipOf = (file: yauzl.ZipFile, entries: ReadonlyMap<string, CheckedEntry>, limits: ZipLimits): Zip => {
  const entryOf = (name: string): CheckedEntry => {
    const entry = entries.get(foldName(name))
    if (!entry) throw new PackageError('zip_entry_missing', name)
    return entry
  }
  const unpack = async <T>(name: string, maxBytes: number, use: (stream: Readable) => Promise<T>) => {
    const { raw, name: entryName } = entryOf(name)
    try {
      const stream = await file.openReadStreamPromise(raw)
      const verified = verifyContent(raw, maxBytes, entryName)
      stream.on('error', (error) => verified.destroy(error))
      return await use(stream.pipe(verified))
    } catch (error) {
      throw toPackageError(error, entryName)
    }
  }
  return {
    entries: [...entries.values()].map(({ name, bytes }) => ({ name, bytes })),
    find: (name) => {
      const entry = entries.get(foldName(name))
      return entry ? { name: entry.name, bytes: entry.bytes } : null
    },
    read: (name, maxBytes) =>
      unpack(name, maxBytes, async (stream) => {
        const parts: Buffer[] = []
        for await (const part of stream) parts.push(part as Buffer)
        return Buffer.concat(parts)
      }),
    check: (name) =>
      unpack(name, limits.totalBytes, async (stream) => {
        stream.resume()
        await finished(stream)
      }),
    stream: async (name, range) => {
      const { raw, name: entryName } = entryOf(name)
      try {
        const isStored = raw.compressionMethod === STORED
        if (range && isStored)
          return await file.openReadStreamPromise(raw, { start: range.start, end: range.end + 1 })
        const stream = await file.openReadStreamPromise(raw)
        return range ? sliceStream(stream, range) : stream
      } catch (error) {
        throw toPackageError(error, entryName)
      }
    },
    save: (name, path) =>
      unpack(name, limits.totalBytes, (stream) => pipeline(stream, createWriteStream(path, { flags: 'wx' }))),
    close: () => file.close(),
  }
}

/** Compressed data cannot be read from the middle: unpacks and discards what is before the range. */
const sliceStream = (stream: Readable, { start, end }: { start: number; end: number }): Readable => {
  let offset = 0
  const part = new Transform({
    transform: (bytes: Buffer, _encoding, callback) => {
      const from = Math.max(0, start - offset)
      const to = Math.min(bytes.length, end + 1 - offset)
      offset += bytes.length
      if (to > from) part.push(bytes.subarray(from, to))
      if (offset > end) {
        part.push(null)
        stream.unpipe(part)
        stream.destroy()
      }
      callback()
    },
  })
  stream.on('error', (error) => part.destroy(error))
  part.on('close', () => stream.destroy())
  return stream.pipe(part)
}

/** Passes on at most the declared bytes, and fails at the end if the checksum differs. */
const verifyContent = (entry: yauzl.Entry, maxBytes: number, name: string): Transform => {
  let bytes = 0
  let checksum = 0
  return new Transform({
    transform: (part: Buffer, _encoding, callback) => {
      bytes += part.length
      checksum = crc32(part, checksum)
      if (bytes > entry.uncompressedSize) callback(new PackageError('zip_broken', name))
      else if (bytes > maxBytes) callback(new PackageError('zip_too_large', name))
      else callback(null, part)
    },
    flush: (callback) => callback(checksum === entry.crc32 ? null : new PackageError('zip_broken', name)),
  })
}

interface CheckedEntry extends ZipEntry {
  readonly raw: yauzl.Entry
}

const readEntries = async (file: yauzl.ZipFile, limits: ZipLimits): Promise<Map<string, CheckedEntry>> => {
  if (file.entryCount > limits.entries) throw new PackageError('zip_crowded', String(file.entryCount))
  const files = new Map<string, CheckedEntry>()
  const folders = new Set<string>()
  const byteRanges: { from: number; to: number }[] = []
  let total = 0
  for await (const raw of file.eachEntry()) {
    const rawName = yauzl.getFileNameLowLevel(
      raw.generalPurposeBitFlag,
      raw.fileNameRaw,
      raw.extraFields,
      false,
    )
    const name = safeName(rawName)
    const isFolder = rawName.endsWith('/') || rawName.endsWith('\\')
    checkKind(raw, name, isFolder)
    total += raw.uncompressedSize
    if (total > limits.totalBytes) throw new PackageError('zip_too_large')
    if (
      raw.uncompressedSize > RATIO_FROM_BYTES &&
      raw.uncompressedSize > limits.ratio * Math.max(raw.compressedSize, 1)
    )
      throw new PackageError('zip_bomb', name)
    const from = raw.relativeOffsetOfLocalHeader
    byteRanges.push({ from, to: from + LOCAL_HEADER_BYTES + raw.fileNameLength + raw.compressedSize })
    const foldedName = foldName(name)
    for (const folder of foldersOf(foldedName)) folders.add(folder)
    if (isFolder) {
      folders.add(foldedName)
      continue
    }
    if (files.has(foldedName)) throw new PackageError('zip_duplicate', name)
    files.set(foldedName, { name, bytes: raw.uncompressedSize, raw })
  }
  for (const [foldedName, { name }] of files)
    if (folders.has(foldedName)) throw new PackageError('zip_duplicate', name)
  // Overlapping entries are how a small file unpacks to a huge size.
  byteRanges.sort((a, b) => a.from - b.from)
  if (byteRanges.some(({ from }, index) => index > 0 && from < (byteRanges[index - 1]?.to ?? 0)))
    throw new PackageError('zip_bomb')
  return files
}

const checkKind = (raw: yauzl.Entry, name: string, isFolder: boolean): void => {
  if (raw.isEncrypted()) throw new PackageError('zip_encrypted', name)
  if (raw.compressionMethod !== STORED && raw.compressionMethod !== DEFLATED)
    throw new PackageError('zip_method', name)
  const type = (raw.externalFileAttributes >>> 16) & MODE_TYPE
  if (type !== 0 && type !== MODE_FILE && !(type === MODE_FOLDER && isFolder))
    throw new PackageError('zip_link', name)
}

/** Converts to a plain relative path, or rejects: no parent folder, no drive, no control characters. */
const safeName = (rawName: string): string => {
  if (rawName.length > NAME_MAX)
    throw new PackageError('zip_unsafe_path', JSON.stringify(rawName).slice(1, -1))
  const name = rawName.replaceAll('\\', '/').normalize('NFC')
  const segments = name.replace(/\/$/, '').split('/')
  const isUnsafe =
    name.length > NAME_MAX ||
    segments.length > SEGMENTS_MAX ||
    /[\p{Cc}\p{Cs}\u{202a}-\u{202e}\u{2066}-\u{2069}]/u.test(name) ||
    /^[a-z]:/i.test(name) ||
    segments.some((part) => part === '..' || part === '' || part.length > SEGMENT_MAX)
  if (isUnsafe) throw new PackageError('zip_unsafe_path', JSON.stringify(rawName).slice(1, -1))
  const path = segments.filter((part) => part !== '.').join('/')
  if (path === '') throw new PackageError('zip_unsafe_path', rawName)
  return path
}

const foldName = (name: string): string => name.normalize('NFC').toLowerCase()

const foldersOf = (name: string): string[] => {
  const folders: string[] = []
  for (let index = name.indexOf('/'); index >= 0; index = name.indexOf('/', index + 1))
    folders.push(name.slice(0, index))
  return folders
}
