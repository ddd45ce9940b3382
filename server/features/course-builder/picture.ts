/**
 * Rebuilds pictures from only the parts needed to draw them: trailing data, comments, locations and camera data are
 * dropped (C6). Returns null for a file that is not a complete picture of its format.
 */
import { crc32 } from 'node:zlib'

/** No page shows larger pictures, and small devices fail on them. */
export const PIXELS_MAX = 50_000_000
export const SIDE_MAX = 12_000

const fits = (width: number, height: number): boolean =>
  width > 0 && height > 0 && width <= SIDE_MAX && height <= SIDE_MAX && width * height <= PIXELS_MAX
const fourCc = (bytes: Buffer, at: number): string => bytes.toString('latin1', at, at + 4)

/** Reading past the end throws a RangeError: the picture is incomplete. */
const nullWhenTruncated = (clean: (bytes: Buffer) => Buffer | null) => (bytes: Buffer) => {
  try {
    return clean(bytes)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/* ---- PNG ---- */

const PNG_SIGNATURE_BYTES = 8
const PNG_CHUNKS = new Set(
  'IHDR PLTE tRNS IDAT IEND gAMA cHRM sRGB iCCP sBIT pHYs acTL fcTL fdAT bKGD'.split(' '),
)

const cleanPng = (bytes: Buffer): Buffer | null => {
  const chunks = [bytes.subarray(0, PNG_SIGNATURE_BYTES)]
  let at = PNG_SIGNATURE_BYTES
  let hasImageData = false
  for (;;) {
    const length = bytes.readUInt32BE(at)
    const type = fourCc(bytes, at + 4)
    const end = at + 12 + length
    const body = bytes.subarray(at + 4, at + 8 + length)
    if (crc32(body) !== bytes.readUInt32BE(end - 4)) return null
    if (
      at === PNG_SIGNATURE_BYTES &&
      (type !== 'IHDR' || !fits(bytes.readUInt32BE(at + 8), bytes.readUInt32BE(at + 12)))
    )
      return null
    if (PNG_CHUNKS.has(type)) chunks.push(bytes.subarray(at, end))
    hasImageData ||= type === 'IDAT'
    if (type === 'IEND') return hasImageData ? Buffer.concat(chunks) : null
    at = end
  }
}

/* ---- JPEG ---- */

const ORIENTATION = 0x0112
/** The orientation tag: the only camera data that the picture needs. 1 by default. */
const orientationOf = (segment: Buffer): number => {
  if (segment.toString('latin1', 0, 6) !== 'Exif\0\0') return 1
  const tiff = segment.subarray(6)
  const isLittleEndian = tiff.toString('latin1', 0, 2) === 'II'
  const readShort = (at: number) => (isLittleEndian ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const start = isLittleEndian ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  for (let entry = 0; entry < readShort(start); entry += 1) {
    const at = start + 2 + entry * 12
    if (readShort(at) === ORIENTATION) return readShort(at + 8)
  }
  return 1
}
const orientationSegment = (value: number): Buffer => {
  const segment = Buffer.alloc(36)
  segment.writeUInt16BE(0xffe1, 0)
  segment.writeUInt16BE(34, 2)
  segment.write('Exif\0\0MM\0*', 4, 'latin1')
  segment.writeUInt32BE(8, 14)
  segment.writeUInt16BE(1, 18)
  segment.writeUInt16BE(ORIENTATION, 20)
  segment.writeUInt16BE(3, 22)
  segment.writeUInt32BE(1, 24)
  segment.writeUInt16BE(value, 28)
  return segment
}
const isFrameMarker = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
/** Keeps JFIF, the colour profile and Adobe's colour order; drops every other APPn segment and comments. */
const isKeptApp = (marker: number) => marker === 0xe0 || marker === 0xe2 || marker === 0xee

/** The end of a scan's image data: the next marker that is neither padding nor a restart marker. */
const scanEnd = (bytes: Buffer, from: number): number => {
  for (let at = from; at < bytes.length - 1; at += 1) {
    const next = bytes[at + 1] as number
    if (bytes[at] === 0xff && next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at
  }
  throw new RangeError('the scan has no end')
}

const cleanJpeg = (bytes: Buffer): Buffer | null => {
  const parts = [bytes.subarray(0, 2)]
  let at = 2
  let hasFrame = false
  let hasScan = false
  for (;;) {
    if (bytes.readUInt8(at) !== 0xff) return null
    const marker = bytes.readUInt8(at + 1)
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === 0xd9)
      return hasFrame && hasScan ? Buffer.concat([...parts, Buffer.from([0xff, 0xd9])]) : null
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    if (end > bytes.length) return null
    const segment = bytes.subarray(at + 4, end)
    if (isFrameMarker(marker)) {
      hasFrame = true
      if (!fits(segment.readUInt16BE(3), segment.readUInt16BE(1))) return null
    }
    const orientation = marker === 0xe1 ? orientationOrDefault(segment) : 1
    if (orientation > 1 && orientation <= 8) parts.push(orientationSegment(orientation))
    const isApp = marker >= 0xe0 && marker <= 0xef
    if (isApp ? isKeptApp(marker) : marker !== 0xfe) parts.push(bytes.subarray(at, end))
    at = end
    if (marker !== 0xda) continue
    hasScan = true
    at = scanEnd(bytes, end)
    parts.push(bytes.subarray(end, at))
  }
}
// Broken camera data must not reject the picture.
const orientationOrDefault = (segment: Buffer): number => {
  try {
    return orientationOf(segment)
  } catch {
    return 1
  }
}

/* ---- GIF ---- */

const colourTable = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)
const blocksEnd = (bytes: Buffer, from: number): number => {
  let at = from
  while (bytes.readUInt8(at) !== 0) at += 1 + bytes.readUInt8(at)
  return at + 1
}

const cleanGif = (bytes: Buffer): Buffer | null => {
  if (!fits(bytes.readUInt16LE(6), bytes.readUInt16LE(8))) return null
  let at = 13 + colourTable(bytes.readUInt8(10))
  const parts = [bytes.subarray(0, at)]
  let hasImageData = false
  for (;;) {
    const kind = bytes.readUInt8(at)
    if (kind === 0x3b) return hasImageData ? Buffer.concat([...parts, Buffer.from([0x3b])]) : null
    let end: number
    let keep = true
    if (kind === 0x2c) {
      hasImageData = true
      end = blocksEnd(bytes, at + 11 + colourTable(bytes.readUInt8(at + 9)))
    } else if (kind === 0x21) {
      const label = bytes.readUInt8(at + 1)
      end = blocksEnd(bytes, at + 2)
      // Frame timing, and the number of repetitions.
      keep = label === 0xf9 || (label === 0xff && bytes.toString('latin1', at + 3, at + 14) === 'NETSCAPE2.0')
    } else return null
    if (end > bytes.length) return null
    if (keep) parts.push(bytes.subarray(at, end))
    at = end
  }
}

/* ---- WebP ---- */

const WEBP_CHUNKS = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP'])
/** VP8X flags for camera data and XMP. */
const EXIF_AND_XMP = 0x0c
const sizeOf = (bytes: Buffer, type: string, at: number): [number, number] | null => {
  if (type === 'VP8X') return [bytes.readUIntLE(at + 4, 3) + 1, bytes.readUIntLE(at + 7, 3) + 1]
  if (type === 'VP8 ') return [bytes.readUInt16LE(at + 6) & 0x3fff, bytes.readUInt16LE(at + 8) & 0x3fff]
  if (type !== 'VP8L') return null
  const packed = bytes.readUInt32LE(at + 1)
  return [(packed & 0x3fff) + 1, ((packed >>> 14) & 0x3fff) + 1]
}

const cleanWebp = (bytes: Buffer): Buffer | null => {
  const total = bytes.readUInt32LE(4) + 8
  if (total > bytes.length) return null
  const parts: Buffer[] = []
  let hasImageData = false
  for (let at = 12; at + 8 <= total;) {
    const type = fourCc(bytes, at)
    const length = bytes.readUInt32LE(at + 4)
    const end = at + 8 + length + (length % 2)
    if (end > total) return null
    const size = sizeOf(bytes, type, at + 8)
    if (size && !fits(...size)) return null
    hasImageData ||= type === 'VP8 ' || type === 'VP8L' || type === 'ANMF'
    if (WEBP_CHUNKS.has(type)) {
      const part = Buffer.from(bytes.subarray(at, end))
      if (type === 'VP8X') part[8] = (part[8] as number) & ~EXIF_AND_XMP
      parts.push(part)
    }
    at = end
  }
  if (!hasImageData) return null
  const header = Buffer.alloc(12)
  header.write('RIFF', 0, 'latin1')
  header.writeUInt32LE(4 + parts.reduce((sum, part) => sum + part.length, 0), 4)
  header.write('WEBP', 8, 'latin1')
  return Buffer.concat([header, ...parts])
}

const FORMATS: Readonly<Record<string, (bytes: Buffer) => Buffer | null>> = {
  png: nullWhenTruncated(cleanPng),
  jpg: nullWhenTruncated(cleanJpeg),
  gif: nullWhenTruncated(cleanGif),
  webp: nullWhenTruncated(cleanWebp),
}

/** Removes everything that is not needed to draw; null for a file that is broken, too large or of another format. */
export const cleanPicture = (ending: string, bytes: Buffer): Buffer | null => FORMATS[ending]?.(bytes) ?? null
