/** A tar file (POSIX ustar), which every system can open: just names and contents. */
import { BackupError } from '../backup-error.ts'

const BLOCK = 512
const NAME_MAX = 100
/** Eleven octal digits. */
const SIZE_MAX = 8 ** 11 - 1
const CHECKSUM_AT = 148

export interface TarEntry {
  readonly name: string
  readonly size: number
  /** Exactly `size` bytes. */
  readonly content: Iterable<Buffer> | AsyncIterable<Buffer>
}

const octal = (value: number, length: number): string => `${value.toString(8).padStart(length - 1, '0')}\0`

const checksumOf = (header: Buffer): number => {
  let sum = 0
  // The place of the sum counts as spaces.
  for (const [at, byte] of header.entries()) sum += at >= CHECKSUM_AT && at < CHECKSUM_AT + 8 ? 32 : byte
  return sum
}

const headerOf = ({ name, size }: TarEntry): Buffer => {
  if (Buffer.byteLength(name) > NAME_MAX || size > SIZE_MAX)
    throw new BackupError(`${name} does not fit into the archive`)
  const header = Buffer.alloc(BLOCK)
  header.write(name, 0)
  header.write(octal(0o600, 8), 100)
  header.write(octal(0, 8), 108)
  header.write(octal(0, 8), 116)
  header.write(octal(size, 12), 124)
  header.write(octal(0, 12), 136)
  header.write('0', 156)
  header.write('ustar\u000000', 257)
  header.write(`${octal(checksumOf(header), 7)} `, CHECKSUM_AT)
  return header
}

const padding = (size: number) => Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK)

export async function* writeTar(entries: AsyncIterable<TarEntry>): AsyncGenerator<Buffer> {
  for await (const entry of entries) {
    yield headerOf(entry)
    let written = 0
    for await (const bytes of entry.content) {
      written += bytes.length
      yield bytes
    }
    if (written !== entry.size) throw new BackupError(`${entry.name} changed while it was read: try again`)
    yield padding(entry.size)
  }
  yield Buffer.alloc(2 * BLOCK)
}

const damaged = () => new BackupError('The archive is damaged or not complete')

/** Gives exactly the bytes that are asked for; throws at the end of the source. */
const createReader = (source: AsyncIterator<Buffer>) => {
  let rest: Buffer = Buffer.alloc(0)
  const more = async () => {
    const { value, done } = await source.next()
    if (done) throw damaged()
    return value
  }
  const upTo = async (max: number): Promise<Buffer> => {
    while (rest.length === 0) rest = await more()
    const taken = rest.subarray(0, max)
    rest = rest.subarray(taken.length)
    return taken
  }
  return {
    upTo,
    exactly: async (size: number): Promise<Buffer> => {
      const parts: Buffer[] = []
      for (let left = size; left > 0; left -= parts.at(-1)?.length ?? 0) parts.push(await upTo(left))
      return Buffer.concat(parts)
    },
  }
}

const textAt = (header: Buffer, at: number, length: number): string =>
  header.toString('utf8', at, at + length).replace(/\0.*$/s, '')

/** The entries in their order. Read the content of each before the next one; what is left of it is skipped. */
export async function* readTar(bytes: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const reader = createReader(bytes[Symbol.asyncIterator]())
  for (;;) {
    const header = await reader.exactly(BLOCK)
    if (header.every((byte) => byte === 0)) return
    const size = Number.parseInt(textAt(header, 124, 12), 8)
    const sum = Number.parseInt(textAt(header, CHECKSUM_AT, 8), 8)
    if (!Number.isSafeInteger(size) || sum !== checksumOf(header)) throw damaged()
    let left = size
    const content = async function* () {
      while (left > 0) {
        const piece = await reader.upTo(left)
        left -= piece.length
        yield piece
      }
    }
    const iterator = content()
    yield { name: textAt(header, 0, NAME_MAX), size, content: iterator }
    for await (const _skipped of content());
    await reader.exactly(padding(size).length)
  }
}
