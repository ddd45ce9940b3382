/**
 * What a backup holds, as a stream of records; data follows the record that it belongs to.
 * Each frame is its kind (1 byte), its length (4 bytes) and its payload: a record (JSON), data, or deflated data.
 */
import { promisify } from 'node:util'
import { deflate, inflate } from 'node:zlib'
import * as z from 'zod/mini'
import { BackupError } from './backup-error.ts'

export const ARCHIVE_FORMAT = 1
const DATA_BYTES = 262_144
const FRAME_HEADER_BYTES = 5
const FRAME_MAX_BYTES = 4 * 1_048_576
const KINDS = { record: 1, data: 2, deflated: 3 } as const

const count = z.number().check(z.nonnegative())
const archiveRecord = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('manifest'),
    format: z.number(),
    createdAt: z.string(),
    /** Names of the migrations that made the schema. */
    migrations: z.array(z.string()),
  }),
  /** Master keys in base64, the current one first. */
  z.object({ type: z.literal('keys'), keys: z.array(z.string()).check(z.minLength(1)) }),
  /** Data follows in the text format of COPY. */
  z.object({ type: z.literal('table'), name: z.string(), columns: z.array(z.string()) }),
  z.object({ type: z.literal('table-end'), rows: count }),
  z.object({ type: z.literal('sequence'), name: z.string(), value: z.string(), isCalled: z.boolean() }),
  /** A stored file of a client, or a file below DATA_DIR; data follows. */
  z.object({ type: z.literal('stored-file'), clientId: z.number(), name: z.string() }),
  z.object({ type: z.literal('data-dir-file'), path: z.string() }),
  z.object({ type: z.literal('file-end'), bytes: count, sha256: z.string() }),
  z.object({ type: z.literal('end'), tables: count, rows: count, files: count, bytes: count }),
])
export type ArchiveRecord = z.output<typeof archiveRecord>
type RecordOf<Type extends ArchiveRecord['type']> = Extract<ArchiveRecord, { type: Type }>

export type Entry = { record: ArchiveRecord } | { data: Buffer; isCompressible: boolean }

const deflated = promisify<Buffer, { level: number }, Buffer>(deflate)
const inflated = promisify<Buffer, { maxOutputLength: number }, Buffer>(inflate)

const frame = (kind: number, payload: Buffer): Buffer => {
  const header = Buffer.alloc(FRAME_HEADER_BYTES)
  header[0] = kind
  header.writeUInt32BE(payload.length, 1)
  return Buffer.concat([header, payload])
}

const dataFrame = async (data: Buffer, isCompressible: boolean) =>
  isCompressible ? frame(KINDS.deflated, await deflated(data, { level: 1 })) : frame(KINDS.data, data)

/** Entries as bytes; small pieces of data are joined, large ones are cut. */
export async function* encodeEntries(entries: AsyncIterable<Entry>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let waitingBytes = 0
  let isCompressible = false
  const flush = async function* () {
    if (waitingBytes === 0) return
    const bytes = Buffer.concat(waiting)
    waiting = []
    waitingBytes = 0
    for (let at = 0; at < bytes.length; at += DATA_BYTES)
      yield await dataFrame(bytes.subarray(at, at + DATA_BYTES), isCompressible)
  }
  for await (const entry of entries) {
    if ('record' in entry) {
      yield* flush()
      yield frame(KINDS.record, Buffer.from(JSON.stringify(entry.record)))
      continue
    }
    waiting.push(entry.data)
    waitingBytes += entry.data.length
    isCompressible = entry.isCompressible
    if (waitingBytes >= DATA_BYTES) yield* flush()
  }
  yield* flush()
}

export interface ArchiveReader {
  /** The next record; skips no data. */
  readonly next: () => Promise<ArchiveRecord>
  /** The next record, which must be of this type. */
  readonly expect: <Type extends ArchiveRecord['type']>(type: Type) => Promise<RecordOf<Type>>
  /** The data up to the next record. */
  readonly data: () => AsyncGenerator<Buffer>
  /** Nothing follows. */
  readonly atEnd: () => Promise<boolean>
  readonly close: () => Promise<void>
}

const wrongContent = () => new BackupError('The backup has a content that this release does not know')

async function* frames(bytes: AsyncGenerator<Buffer>): AsyncGenerator<{ kind: number; payload: Buffer }> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const piece of bytes) {
    rest = rest.length === 0 ? piece : Buffer.concat([rest, piece])
    while (rest.length >= FRAME_HEADER_BYTES) {
      const length = rest.readUInt32BE(1)
      if (length > FRAME_MAX_BYTES) throw wrongContent()
      if (rest.length < FRAME_HEADER_BYTES + length) break
      yield { kind: rest[0] ?? 0, payload: rest.subarray(FRAME_HEADER_BYTES, FRAME_HEADER_BYTES + length) }
      rest = rest.subarray(FRAME_HEADER_BYTES + length)
    }
  }
  if (rest.length > 0) throw wrongContent()
}

const parseRecord = (payload: Buffer): ArchiveRecord => {
  const parsed = archiveRecord.safeParse(JSON.parse(payload.toString('utf8')))
  if (!parsed.success) throw wrongContent()
  return parsed.data
}

export const readArchive = (bytes: AsyncGenerator<Buffer>): ArchiveReader => {
  const source = frames(bytes)
  let pushedBack: { kind: number; payload: Buffer } | null = null
  const nextFrame = async () => {
    const found = pushedBack
    pushedBack = null
    if (found) return found
    const { value, done } = await source.next()
    return done ? null : value
  }
  const next = async (): Promise<ArchiveRecord> => {
    const found = await nextFrame()
    if (found?.kind !== KINDS.record) throw wrongContent()
    return parseRecord(found.payload)
  }
  return {
    next,
    expect: async <Type extends ArchiveRecord['type']>(type: Type) => {
      const record = await next()
      if (record.type !== type) throw wrongContent()
      return record as RecordOf<Type>
    },
    data: async function* () {
      for (;;) {
        const found = await nextFrame()
        if (found?.kind === KINDS.data) yield found.payload
        else if (found?.kind === KINDS.deflated)
          yield await inflated(found.payload, { maxOutputLength: FRAME_MAX_BYTES })
        else {
          pushedBack = found
          return
        }
      }
    },
    atEnd: async () => (pushedBack ??= await nextFrame()) === null,
    close: async () => {
      await source.return(undefined)
      await bytes.return(undefined)
    },
  }
}
