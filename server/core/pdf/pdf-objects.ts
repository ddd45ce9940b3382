/** Finds the names in all objects of a PDF, wherever a reader could find an object. Pure; runs in a worker thread. */
import { inflateSync } from 'node:zlib'

/** Of one object or trailer. */
export interface PdfObject {
  /** Its names without the slash, keys and values alike. */
  readonly names: ReadonlySet<string>
  readonly isTrailer: boolean
}

/** Nothing that a person exports needs more; a crafted file does. */
const LEXED_MAX_BYTES = 64 * 1024 * 1024
const INFLATED_MAX_BYTES = 32 * 1024 * 1024

/** The file is damaged, or built to be slow. */
export class PdfError extends Error {}

const code = (text: string) => text.charCodeAt(0)
const SPACES = new Set([0, 9, 10, 12, 13, 32])
const DELIMITERS = new Set('()<>[]{}/%'.split('').map(code))
const isRegular = (byte: number | undefined) =>
  byte !== undefined && !SPACES.has(byte) && !DELIMITERS.has(byte)
const [PERCENT, OPEN, CLOSE, LESS, GREATER, SLASH, BACKSLASH] = '%()<>/\\'.split('').map(code)
const BRACKETS: ReadonlyMap<number, number> = new Map([
  [code('['), 1],
  [code(']'), -1],
  [code('{'), 1],
  [code('}'), -1],
])

interface Lexed {
  names: Set<string>
  /** Behind the value. */
  end: number
}

const afterString = (bytes: Buffer, start: number): number => {
  let depth = 1
  let at = start + 1
  for (; at < bytes.length && depth > 0; at += 1) {
    if (bytes[at] === BACKSLASH) at += 1
    else if (bytes[at] === OPEN) depth += 1
    else if (bytes[at] === CLOSE) depth -= 1
  }
  return at
}

const afterLine = (bytes: Buffer, start: number): number => {
  let at = start
  while (at < bytes.length && bytes[at] !== 10 && bytes[at] !== 13) at += 1
  return at
}

const afterWord = (bytes: Buffer, start: number): number => {
  let at = start
  while (isRegular(bytes[at])) at += 1
  return at
}

/** Names may write any character as #xx. */
const nameIn = (bytes: Buffer, start: number, end: number): string =>
  bytes
    .toString('latin1', start, Math.min(end, start + 200))
    .replaceAll(/#([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

/** Reads one value from here: a dictionary, an array, or a single token. */
const lexValue = (bytes: Buffer, start: number): Lexed => {
  const names = new Set<string>()
  let depth = 0
  let at = start
  while (at < bytes.length) {
    const byte = bytes[at] ?? 0
    if (SPACES.has(byte)) {
      at += 1
      continue
    }
    if (byte === PERCENT) {
      at = afterLine(bytes, at)
      continue
    }
    const token = lexToken(bytes, at)
    if (byte === SLASH) names.add(nameIn(bytes, at + 1, token.end))
    depth += token.depth
    at = token.end
    if (depth <= 0) break
  }
  return { names, end: at }
}

/** Where the token ends, and by how many levels it opens or closes. */
const lexToken = (bytes: Buffer, at: number): { end: number; depth: number } => {
  const byte = bytes[at] ?? 0
  const isDouble = bytes[at + 1] === byte
  if (byte === SLASH) return { end: afterWord(bytes, at + 1), depth: 0 }
  if (byte === OPEN) return { end: afterString(bytes, at), depth: 0 }
  if (byte === LESS && isDouble) return { end: at + 2, depth: 1 }
  if (byte === GREATER && isDouble) return { end: at + 2, depth: -1 }
  if (byte === LESS) {
    const end = bytes.indexOf('>', at)
    return { end: end < 0 ? bytes.length : end + 1, depth: 0 }
  }
  const bracket = BRACKETS.get(byte)
  if (bracket !== undefined) return { end: at + 1, depth: bracket }
  return { end: Math.max(afterWord(bytes, at), at + 1), depth: 0 }
}

const streamStart = (bytes: Buffer, end: number): number | null => {
  let at = end
  while (SPACES.has(bytes[at] ?? -1)) at += 1
  if (bytes.toString('latin1', at, at + 6) !== 'stream') return null
  at += 6
  if (bytes[at] === 13) at += 1
  return bytes[at] === 10 ? at + 1 : at
}

const OTHER_FILTERS = [
  'LZWDecode',
  'LZW',
  'ASCII85Decode',
  'A85',
  'ASCIIHexDecode',
  'AHx',
  'RunLengthDecode',
  'RL',
]

/** Objects can be hidden in compressed streams: those with a count (`N`) and the place of the first one. */
const isObjectStream = (names: ReadonlySet<string>) =>
  names.has('ObjStm') || (names.has('N') && names.has('First'))

class Reader {
  readonly found: PdfObject[] = []
  private lexed = 0
  private inflated = 0

  private value(bytes: Buffer, start: number): Lexed {
    const value = lexValue(bytes, start)
    this.lexed += value.end - start
    if (this.lexed > LEXED_MAX_BYTES) throw new PdfError('too much to read')
    return value
  }

  private inflate(bytes: Buffer, start: number, names: ReadonlySet<string>): Buffer {
    if (OTHER_FILTERS.some((filter) => names.has(filter)) || names.has('Predictor'))
      throw new PdfError('an object stream with a filter that is not read')
    const data = bytes.subarray(start)
    if (!names.has('Filter')) {
      const end = data.indexOf('endstream')
      return end < 0 ? data : data.subarray(0, end)
    }
    const content = inflateSync(data, { maxOutputLength: INFLATED_MAX_BYTES })
    this.inflated += content.length
    if (this.inflated > INFLATED_MAX_BYTES) throw new PdfError('too much to inflate')
    return content
  }

  /** The stream starts with pairs of a number and an offset from `First`. */
  private packed(content: Buffer, first: number): void {
    const numbers = content
      .toString('latin1', 0, first)
      .split(/[\s\0]+/)
      .filter((text) => text !== '')
    const starts = new Set(
      numbers.filter((_, index) => index % 2 === 1).map((offset) => first + Number(offset)),
    )
    for (const start of starts)
      if (start < content.length)
        this.found.push({ names: this.value(content, start).names, isTrailer: false })
  }

  private at(bytes: Buffer, start: number, isTrailer: boolean): void {
    const { names, end } = this.value(bytes, start)
    this.found.push({ names, isTrailer: isTrailer || names.has('XRef') })
    const data = isObjectStream(names) ? streamStart(bytes, end) : null
    if (data === null) return
    const first = /\/First[\s\0]+(\d{1,9})/.exec(bytes.toString('latin1', start, end))?.[1]
    if (first === undefined) throw new PdfError('an object stream without the place of its first object')
    this.packed(this.inflate(bytes, data, names), Number(first))
  }

  /** Every place that says `obj` counts, also inside of streams: a reader follows offsets, not the order. */
  read(bytes: Buffer): void {
    for (let at = bytes.indexOf('obj'); at >= 0; at = bytes.indexOf('obj', at + 3))
      if (bytes.toString('latin1', Math.max(0, at - 3), at) !== 'end') this.at(bytes, at + 3, false)
    for (let at = bytes.indexOf('trailer'); at >= 0; at = bytes.indexOf('trailer', at + 7))
      this.at(bytes, at + 7, true)
  }
}

/** Throws for a file that cannot be read. */
export const pdfObjects = (bytes: Buffer): readonly PdfObject[] => {
  const reader = new Reader()
  reader.read(bytes)
  return reader.found
}
