/** As much of PNG as icons and pictures here need: 8 bits a channel, RGB or RGBA, not interlaced. */
import { crc32 } from 'node:zlib'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const out = Buffer.alloc(body.length + 8)
  out.writeUInt32BE(data.length, 0)
  body.copy(out, 4)
  out.writeUInt32BE(crc32(body), body.length + 4)
  return out
}

/** `deflated`: rows with their filter byte in front, compressed. */
export const pngOf = (of: { width: number; height: number; alpha: boolean; deflated: Buffer }): Buffer => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(of.width, 0)
  header.writeUInt32BE(of.height, 4)
  header.set([8, of.alpha ? 6 : 2, 0, 0, 0], 8)
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', of.deflated),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Four bytes a pixel. */
export interface Pixels {
  width: number
  height: number
  pixels: Buffer
}

const paeth = (left: number, up: number, corner: number): number => {
  const estimate = left + up - corner
  const [byLeft, byUp, byCorner] = [left, up, corner].map((value) => Math.abs(estimate - value)) as [
    number,
    number,
    number,
  ]
  if (byLeft <= byUp && byLeft <= byCorner) return left
  return byUp <= byCorner ? up : corner
}

/** What a filtered byte is measured from (PNG specification, 9.2). */
const predicted = (filter: number, left: number, up: number, corner: number): number => {
  if (filter === 1) return left
  if (filter === 2) return up
  if (filter === 3) return (left + up) >> 1
  return filter === 4 ? paeth(left, up, corner) : 0
}

/** Throws for another kind of PNG than the ones above. */
export const decodePng = (png: Buffer, inflate: (deflated: Buffer) => Buffer): Pixels => {
  if (!png.subarray(0, 8).equals(SIGNATURE)) throw new Error('no PNG')
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  const [depth, kind, , , interlaced] = png.subarray(24, 29)
  if (depth !== 8 || (kind !== 2 && kind !== 6) || interlaced !== 0) throw new Error('a PNG of another kind')
  const parts: Buffer[] = []
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at)
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + length))
    at += length + 12
  }
  const rows = inflate(Buffer.concat(parts))
  const each = kind === 6 ? 4 : 3
  const stride = width * each
  const plain = Buffer.alloc(stride * height)
  for (let row = 0; row < height; row += 1) {
    const filter = rows[row * (stride + 1)] ?? 0
    for (let at = 0; at < stride; at += 1) {
      const here = row * stride + at
      const left = at >= each ? (plain[here - each] ?? 0) : 0
      const up = row > 0 ? (plain[here - stride] ?? 0) : 0
      const corner = at >= each && row > 0 ? (plain[here - stride - each] ?? 0) : 0
      plain[here] = (rows[row * (stride + 1) + 1 + at] ?? 0) + predicted(filter, left, up, corner)
    }
  }
  if (kind === 6) return { width, height, pixels: plain }
  const pixels = Buffer.alloc(width * height * 4, 255)
  for (let at = 0; at < width * height; at += 1) plain.copy(pixels, at * 4, at * 3, at * 3 + 3)
  return { width, height, pixels }
}
