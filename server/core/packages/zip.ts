/**
 * Reads packages that strangers made (TRUST C6). The whole table of contents is judged before a byte is unpacked; while
 * unpacking, what really comes out is counted and its checksum compared. Nothing is ever written under a name that
 * stands in the package.
 */
import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable, Transform } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { crc32 } from 'node:zlib'
import * as yauzl from 'yauzl'
import { PACKAGE_MAX_BYTES } from '#contract/course-import/packages.ts'
import { PackageError } from './refusal.ts'

export interface ZipLimits {
  /** Of the package as it lies there. */
  readonly packedBytes: number
  /** Of everything in it, unpacked. */
  readonly totalBytes: number
  readonly entries: number
  /** Unpacked to packed, where it matters (see RATIO_FROM_BYTES). */
  readonly ratio: number
}
const LIMITS: ZipLimits = {
  packedBytes: PACKAGE_MAX_BYTES,
  totalBytes: PACKAGE_MAX_BYTES,
  entries: 20_000,
  ratio: 200,
}
/** Small texts of repeated words pack better than any bomb; they can do no harm. */
const RATIO_FROM_BYTES = 4 * 1024 ** 2
const NAME_MAX = 500
const SEGMENT_MAX = 255
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
  /** Files in the order of the package, folders left out. */
  readonly entries: readonly ZipEntry[]
  /** The entry of a name; capitals matter only where two names differ by nothing else, which is refused. */
  readonly find: (name: string) => ZipEntry | null
  /** A file whole; more than `maxBytes` is refused. */
  readonly read: (name: string, maxBytes: number) => Promise<Buffer>
  /** Unpacks a file to nowhere: throws when it is not what the package says. */
  readonly check: (name: string) => Promise<void>
  /** A file as it is unpacked, or some of its bytes, both ends included. */
  readonly stream: (name: string, range?: { start: number; end: number }) => Promise<Readable>
  /** A file of any size, unpacked to a path of our own. */
  readonly save: (name: string, path: string) => Promise<void>
  readonly close: () => void
}

/** A package that lies elsewhere: its size, and its bytes from `start` to `end`, both included. */
export interface ZipSource {
  readonly bytes: number
  readonly read: (start: number, end: number) => Promise<Readable>
}

/** Opens a package in memory, on disk or elsewhere; throws {@link PackageError} for everything that is not a clean one. */
export const openZip = async (
  source: Buffer | string | ZipSource,
  limits: Partial<ZipLimits> = {},
): Promise<Zip> => {
  const bound = { ...LIMITS, ...limits }
  const packed = await sizeOf(source)
  if (packed > bound.packedBytes) throw new PackageError('zip_too_large')
  const options = { autoClose: false, lazyEntries: true, decodeStrings: false, validateEntrySizes: true }
  const file = await opened(source, packed, options).catch((error: unknown) => {
    throw new PackageError(isNoZip(error) ? 'zip_not_a_zip' : 'zip_broken')
  })
  try {
    return zipOf(file, await judged(file, bound), bound)
  } catch (error) {
    file.close()
    throw asRefusal(error)
  }
}

const sizeOf = async (source: Buffer | string | ZipSource): Promise<number> => {
  if (typeof source === 'string') return (await stat(source)).size
  return 'bytes' in source ? source.bytes : source.length
}

const opened = (source: Buffer | string | ZipSource, size: number, options: yauzl.Options) => {
  if (typeof source === 'string') return yauzl.openPromise(source, options)
  return 'bytes' in source
    ? yauzl.fromRandomAccessReaderPromise(new Elsewhere(source), size, options)
    : yauzl.fromBufferPromise(source, options)
}

class Elsewhere extends yauzl.RandomAccessReader {
  readonly #source: ZipSource
  constructor(source: ZipSource) {
    super()
    this.#source = source
  }
  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(partsFrom(this.#source, start, end), { objectMode: false })
  }
}
/** Asked for when the first bytes are wanted. */
async function* partsFrom(source: ZipSource, start: number, end: number): AsyncGenerator<Buffer> {
  for await (const part of await source.read(start, end - 1)) yield part as Buffer
}

const isNoZip = (error: unknown) =>
  error instanceof Error && /end of central directory record signature not found/i.test(error.message)

/** What the reading library refuses is a broken package; what the machine refuses is not. */
const asRefusal = (error: unknown, detail = ''): unknown => {
  if (error instanceof PackageError) return error
  const code = (error as NodeJS.ErrnoException).code ?? ''
  if (/^E[A-Z]+$/.test(code) && !code.startsWith('ERR_')) return error
  return new PackageError('zip_broken', detail)
}

const zipOf = (file: yauzl.ZipFile, judgedEntries: ReadonlyMap<string, Judged>, limits: ZipLimits): Zip => {
  const entryOf = (name: string): Judged => {
    const found = judgedEntries.get(foldName(name))
    if (!found) throw new PackageError('zip_entry_missing', name)
    return found
  }
  const unpacked = async <T>(name: string, maxBytes: number, use: (stream: Readable) => Promise<T>) => {
    const { raw, name: shown } = entryOf(name)
    try {
      const stream = await file.openReadStreamPromise(raw)
      const checked = checking(raw, maxBytes, shown)
      stream.on('error', (error) => checked.destroy(error))
      return await use(stream.pipe(checked))
    } catch (error) {
      throw asRefusal(error, shown)
    }
  }
  return {
    entries: [...judgedEntries.values()].map(({ name, bytes }) => ({ name, bytes })),
    find: (name) => {
      const found = judgedEntries.get(foldName(name))
      return found ? { name: found.name, bytes: found.bytes } : null
    },
    read: (name, maxBytes) =>
      unpacked(name, maxBytes, async (stream) => {
        const parts: Buffer[] = []
        for await (const part of stream) parts.push(part as Buffer)
        return Buffer.concat(parts)
      }),
    check: (name) =>
      unpacked(name, limits.totalBytes, async (stream) => {
        stream.resume()
        await finished(stream)
      }),
    stream: async (name, range) => {
      const { raw, name: shown } = entryOf(name)
      try {
        const stored = raw.compressionMethod === STORED
        if (range && stored)
          return await file.openReadStreamPromise(raw, { start: range.start, end: range.end + 1 })
        const stream = await file.openReadStreamPromise(raw)
        return range ? cut(stream, range) : stream
      } catch (error) {
        throw asRefusal(error, shown)
      }
    },
    save: (name, path) =>
      unpacked(name, limits.totalBytes, (stream) =>
        pipeline(stream, createWriteStream(path, { flags: 'wx' })),
      ),
    close: () => file.close(),
  }
}

/** Compressed bytes have no places: what stands before the range is unpacked and let go. */
const cut = (stream: Readable, { start, end }: { start: number; end: number }): Readable => {
  let at = 0
  const part = new Transform({
    transform: (bytes: Buffer, _encoding, done) => {
      const from = Math.max(0, start - at)
      const to = Math.min(bytes.length, end + 1 - at)
      at += bytes.length
      if (to > from) part.push(bytes.subarray(from, to))
      if (at > end) {
        part.push(null)
        stream.unpipe(part)
        stream.destroy()
      }
      done()
    },
  })
  stream.on('error', (error) => part.destroy(error))
  part.on('close', () => stream.destroy())
  return stream.pipe(part)
}

/** Passes bytes on while they are no more than announced, and ends well only with the announced checksum. */
const checking = (entry: yauzl.Entry, maxBytes: number, name: string): Transform => {
  let bytes = 0
  let sum = 0
  return new Transform({
    transform: (part: Buffer, _encoding, done) => {
      bytes += part.length
      sum = crc32(part, sum)
      if (bytes > entry.uncompressedSize) done(new PackageError('zip_broken', name))
      else if (bytes > maxBytes) done(new PackageError('zip_too_large', name))
      else done(null, part)
    },
    flush: (done) => done(sum === entry.crc32 ? null : new PackageError('zip_broken', name)),
  })
}

interface Judged extends ZipEntry {
  readonly raw: yauzl.Entry
}

const judged = async (file: yauzl.ZipFile, limits: ZipLimits): Promise<Map<string, Judged>> => {
  if (file.entryCount > limits.entries) throw new PackageError('zip_crowded', String(file.entryCount))
  const files = new Map<string, Judged>()
  const folders = new Set<string>()
  const places: { from: number; to: number }[] = []
  let total = 0
  for await (const raw of file.eachEntry()) {
    const written = yauzl.getFileNameLowLevel(
      raw.generalPurposeBitFlag,
      raw.fileNameRaw,
      raw.extraFields,
      false,
    )
    const name = safeName(written)
    const isFolder = written.endsWith('/') || written.endsWith('\\')
    checkKind(raw, name, isFolder)
    total += raw.uncompressedSize
    if (total > limits.totalBytes) throw new PackageError('zip_too_large')
    if (
      raw.uncompressedSize > RATIO_FROM_BYTES &&
      raw.uncompressedSize > limits.ratio * Math.max(raw.compressedSize, 1)
    )
      throw new PackageError('zip_bomb', name)
    const from = raw.relativeOffsetOfLocalHeader
    places.push({ from, to: from + LOCAL_HEADER_BYTES + raw.fileNameLength + raw.compressedSize })
    const folded = foldName(name)
    for (const folder of isFolder ? [folded, ...foldersOf(folded)] : foldersOf(folded)) folders.add(folder)
    if (isFolder) continue
    if (files.has(folded)) throw new PackageError('zip_duplicate', name)
    files.set(folded, { name, bytes: raw.uncompressedSize, raw })
  }
  for (const [folded, { name }] of files)
    if (folders.has(folded)) throw new PackageError('zip_duplicate', name)
  // Entries that share their bytes are how a small file unpacks to everything there is.
  places.sort((one, other) => one.from - other.from)
  if (places.some(({ from }, at) => at > 0 && from < (places[at - 1]?.to ?? 0)))
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

/** The name as a plain relative path, or a refusal: no way out of a folder, no drive, no control characters. */
const safeName = (written: string): string => {
  const name = written.replaceAll('\\', '/').normalize('NFC')
  const segments = name.replace(/\/$/, '').split('/')
  const unsafe =
    name.length > NAME_MAX ||
    /[\p{Cc}\p{Cs}\u{202a}-\u{202e}\u{2066}-\u{2069}]/u.test(name) ||
    /^[a-z]:/i.test(name) ||
    segments.some((part) => part === '..' || part === '' || part.length > SEGMENT_MAX)
  if (unsafe) throw new PackageError('zip_unsafe_path', JSON.stringify(written).slice(1, -1))
  const plain = segments.filter((part) => part !== '.').join('/')
  if (plain === '') throw new PackageError('zip_unsafe_path', written)
  return plain
}

const foldName = (name: string): string => name.normalize('NFC').toLowerCase()

const foldersOf = (name: string): string[] => {
  const parts = name.split('/')
  return parts.slice(1).map((_, at) => parts.slice(0, at + 1).join('/'))
}
