/**
 * Pictures are taken apart and put together again from the parts that draw them: what hides behind the end, comments,
 * places and camera data do not come along (TRUST C6). Null for what is no whole picture of its format.
 */
import { crc32 } from 'node:zlib'

/** Larger ones are drawn by no page and stop small devices. */
export const PIXELS_MAX = 50_000_000
export const SIDE_MAX = 12_000

const fits = (width: number, height: number): boolean =>
  width > 0 && height > 0 && width <= SIDE_MAX && height <= SIDE_MAX && width * height <= PIXELS_MAX
const name = (bytes: Buffer, at: number): string => bytes.toString('latin1', at, at + 4)

/** A reader that ends early throws; the picture is then not whole. */
const guarded = (clean: (bytes: Buffer) => Buffer | null) => (bytes: Buffer) => {
  try {
    return clean(bytes)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/* ---- PNG ---- */

const PNG_SIGN = 8
const PNG_PARTS = new Set(
  'IHDR PLTE tRNS IDAT IEND gAMA cHRM sRGB iCCP sBIT pHYs acTL fcTL fdAT bKGD'.split(' '),
)

const cleanPng = (bytes: Buffer): Buffer | null => {
  const parts = [bytes.subarray(0, PNG_SIGN)]
  let at = PNG_SIGN
  let drawn = false
  for (;;) {
    const length = bytes.readUInt32BE(at)
    const type = name(bytes, at + 4)
    const end = at + 12 + length
    const body = bytes.subarray(at + 4, at + 8 + length)
    if (crc32(body) !== bytes.readUInt32BE(end - 4)) return null
    if (
      at === PNG_SIGN &&
      (type !== 'IHDR' || !fits(bytes.readUInt32BE(at + 8), bytes.readUInt32BE(at + 12)))
    )
      return null
    if (PNG_PARTS.has(type)) parts.push(bytes.subarray(at, end))
    drawn ||= type === 'IDAT'
    if (type === 'IEND') return drawn ? Buffer.concat(parts) : null
    at = end
  }
}

/* ---- JPEG ---- */

const ORIENTATION = 0x0112
/** How the camera was held: the one camera fact that the picture needs. 1 when it says nothing. */
const orientationOf = (segment: Buffer): number => {
  if (segment.toString('latin1', 0, 6) !== 'Exif\0\0') return 1
  const tiff = segment.subarray(6)
  const little = tiff.toString('latin1', 0, 2) === 'II'
  const short = (at: number) => (little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const start = little ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  for (let entry = 0; entry < short(start); entry += 1) {
    const at = start + 2 + entry * 12
    if (short(at) === ORIENTATION) return short(at + 8)
  }
  return 1
}
const orientationPart = (value: number): Buffer => {
  const part = Buffer.alloc(36)
  part.writeUInt16BE(0xffe1, 0)
  part.writeUInt16BE(34, 2)
  part.write('Exif\0\0MM\0*', 4, 'latin1')
  part.writeUInt32BE(8, 14)
  part.writeUInt16BE(1, 18)
  part.writeUInt16BE(ORIENTATION, 20)
  part.writeUInt16BE(3, 22)
  part.writeUInt32BE(1, 24)
  part.writeUInt16BE(value, 28)
  return part
}
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
/** JFIF, colour profile and Adobe's colour order; every other APPn and comments go. */
const keepsApp = (marker: number) => marker === 0xe0 || marker === 0xe2 || marker === 0xee

/** Where the drawing data after a scan's head ends: at the next marker that is no filler and no restart. */
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
  let framed = false
  let scanned = false
  for (;;) {
    if (bytes.readUInt8(at) !== 0xff) return null
    const marker = bytes.readUInt8(at + 1)
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === 0xd9)
      return framed && scanned ? Buffer.concat([...parts, Buffer.from([0xff, 0xd9])]) : null
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    if (end > bytes.length) return null
    const segment = bytes.subarray(at + 4, end)
    if (isFrame(marker)) {
      framed = true
      if (!fits(segment.readUInt16BE(3), segment.readUInt16BE(1))) return null
    }
    const orientation = marker === 0xe1 ? orientationSafely(segment) : 1
    if (orientation > 1 && orientation <= 8) parts.push(orientationPart(orientation))
    const app = marker >= 0xe0 && marker <= 0xef
    if (app ? keepsApp(marker) : marker !== 0xfe) parts.push(bytes.subarray(at, end))
    at = end
    if (marker !== 0xda) continue
    scanned = true
    at = scanEnd(bytes, end)
    parts.push(bytes.subarray(end, at))
  }
}
// Broken camera data is no reason to refuse the picture.
const orientationSafely = (segment: Buffer): number => {
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
  let drawn = false
  for (;;) {
    const kind = bytes.readUInt8(at)
    if (kind === 0x3b) return drawn ? Buffer.concat([...parts, Buffer.from([0x3b])]) : null
    let end: number
    let keep = true
    if (kind === 0x2c) {
      drawn = true
      end = blocksEnd(bytes, at + 11 + colourTable(bytes.readUInt8(at + 9)))
    } else if (kind === 0x21) {
      const label = bytes.readUInt8(at + 1)
      end = blocksEnd(bytes, at + 2)
      // How frames follow each other, and how often they are repeated.
      keep = label === 0xf9 || (label === 0xff && bytes.toString('latin1', at + 3, at + 14) === 'NETSCAPE2.0')
    } else return null
    if (end > bytes.length) return null
    if (keep) parts.push(bytes.subarray(at, end))
    at = end
  }
}

/* ---- WebP ---- */

const WEBP_PARTS = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP'])
/** In VP8X: camera data and XMP are there. */
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
  let drawn = false
  for (let at = 12; at + 8 <= total;) {
    const type = name(bytes, at)
    const length = bytes.readUInt32LE(at + 4)
    const end = at + 8 + length + (length % 2)
    if (end > total) return null
    const size = sizeOf(bytes, type, at + 8)
    if (size && !fits(...size)) return null
    drawn ||= type === 'VP8 ' || type === 'VP8L' || type === 'ANMF'
    if (WEBP_PARTS.has(type)) {
      const part = Buffer.from(bytes.subarray(at, end))
      if (type === 'VP8X') part[8] = (part[8] as number) & ~EXIF_AND_XMP
      parts.push(part)
    }
    at = end
  }
  if (!drawn) return null
  const head = Buffer.alloc(12)
  head.write('RIFF', 0, 'latin1')
  head.writeUInt32LE(4 + parts.reduce((sum, part) => sum + part.length, 0), 4)
  head.write('WEBP', 8, 'latin1')
  return Buffer.concat([head, ...parts])
}

const FORMATS: Readonly<Record<string, (bytes: Buffer) => Buffer | null>> = {
  png: guarded(cleanPng),
  jpg: guarded(cleanJpeg),
  gif: guarded(cleanGif),
  webp: guarded(cleanWebp),
}

/** The picture without everything that does not draw; null when it is broken, too large, or not of its format. */
export const cleanPicture = (ending: string, bytes: Buffer): Buffer | null => FORMATS[ending]?.(bytes) ?? null
