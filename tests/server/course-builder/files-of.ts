/** Small real pictures, and the hostile ones made from them (TRUST C6). */
import { crc32, deflateSync } from 'node:zlib'

const part = (type: string, body: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), body])
  const out = Buffer.alloc(named.length + 8)
  out.writeUInt32BE(body.length, 0)
  named.copy(out, 4)
  out.writeUInt32BE(crc32(named), named.length + 4)
  return out
}
const SIGN = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** A red PNG that says it is so large; its drawing is that of 2 × 2. */
export const pngOf = (width = 2, height = 2, extra: readonly Buffer[] = []): Buffer => {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head[8] = 8
  head[9] = 2
  const lines = Buffer.concat([0, 1].map(() => Buffer.from([0, 255, 0, 0, 255, 0, 0])))
  return Buffer.concat([
    SIGN,
    part('IHDR', head),
    ...extra,
    part('IDAT', deflateSync(lines)),
    part('IEND', Buffer.alloc(0)),
  ])
}
export const pngText = (text: string): Buffer => part('tEXt', Buffer.from(`Comment\0${text}`, 'latin1'))
export const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
export const jpeg = Buffer.from(
  '/9j/4AAQSkZJRgABAgAAAQABAAD//gAQTGF2YzU5LjM3LjEwMAD/2wBDAAg+Pkk+SVVVVVVVVWRdZGhoaGRkZGRoaGhwcHCDg4NwcHBoaHBwfHyDg4+Tj4eHg4eTk5ubm7q6srLZ2eD/////xABMAAEBAAAAAAAAAAAAAAAAAAAABgEBAQAAAAAAAAAAAAAAAAAABgcQAQAAAAAAAAAAAAAAAAAAAAARAQAAAAAAAAAAAAAAAAAAAAD/wAARCAAIABADASIAAhEAAxEA/9oADAMBAAIRAxEAPwCLAFF/f//Z',
  'base64',
)
/** A JPEG segment right after the start of the picture. */
export const jpegWith = (marker: number, body: Buffer): Buffer => {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), head, body, jpeg.subarray(2)])
}
/** Where the camera stood and how it was held. */
export const exif = (orientation: number, secret: string): Buffer => {
  const tiff = Buffer.from('MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\0\0\0\0\0\0\0', 'latin1')
  tiff[19] = orientation
  return Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff, Buffer.from(secret)])
}
