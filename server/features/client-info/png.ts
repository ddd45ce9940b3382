/** The part of PNG that icons and screenshots need: 8 bits per channel, RGB or RGBA, not interlaced. */
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

/** `deflated`: the compressed rows, each starting with its filter byte. */
export const encodePng = (image: {
  width: number
  height: number
  alpha: boolean
  deflated: Buffer
}): Buffer => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(image.width, 0)
  header.writeUInt32BE(image.height, 4)
  header.set([8, image.alpha ? 6 : 2, 0, 0, 0], 8)
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', image.deflated),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Four bytes for each pixel. */
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

/** The value that a filtered byte is relative to (PNG specification, 9.2). */
const predict = (filter: number, left: number, up: number, corner: number): number => {
  if (filter === 1) return left
  if (filter === 2) return up
  if (filter === 3) return (left + up) >> 1
  return filter === 4 ? paeth(left, up, corner) : 0
}

/** Throws for other kinds of PNG. */
export const decodePng = (png: Buffer, inflate: (deflated: Buffer) => Buffer): Pixels => {
  if (!png.subarray(0, 8).equals(SIGNATURE)) throw new Error('not a PNG')
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  const [depth, colourType, , , interlaced] = png.subarray(24, 29)
  if (depth !== 8 || (colourType !== 2 && colourType !== 6) || interlaced !== 0)
    throw new Error('unsupported kind of PNG')
  const chunks: Buffer[] = []
  for (let offset = 8; offset < png.length;) {
    const length = png.readUInt32BE(offset)
    if (png.toString('latin1', offset + 4, offset + 8) === 'IDAT')
      chunks.push(png.subarray(offset + 8, offset + 8 + length))
    offset += length + 12
  }
  const rows = inflate(Buffer.concat(chunks))
  const bytesPerPixel = colourType === 6 ? 4 : 3
  const stride = width * bytesPerPixel
  const decoded = Buffer.alloc(stride * height)
  for (let row = 0; row < height; row += 1) {
    const filter = rows[row * (stride + 1)] ?? 0
    for (let column = 0; column < stride; column += 1) {
      const index = row * stride + column
      const left = column >= bytesPerPixel ? (decoded[index - bytesPerPixel] ?? 0) : 0
      const up = row > 0 ? (decoded[index - stride] ?? 0) : 0
      const corner = column >= bytesPerPixel && row > 0 ? (decoded[index - stride - bytesPerPixel] ?? 0) : 0
      decoded[index] = (rows[row * (stride + 1) + 1 + column] ?? 0) + predict(filter, left, up, corner)
    }
  }
  if (colourType === 6) return { width, height, pixels: decoded }
  const pixels = Buffer.alloc(width * height * 4, 255)
  for (let pixel = 0; pixel < width * height; pixel += 1)
    decoded.copy(pixels, pixel * 4, pixel * 3, pixel * 3 + 3)
  return { width, height, pixels }
}
