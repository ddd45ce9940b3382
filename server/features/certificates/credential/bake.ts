/** Puts a credential into a PNG, as Open Badges 3.0 says: one iTXt chunk with the key `openbadgecredential`. */
import { crc32 } from 'node:zlib'

const SIGNATURE_BYTES = 8
/** Length, type, 13 bytes of content and a checksum. */
const HEADER_BYTES = 12 + 13
const KEYWORD = 'openbadgecredential'

const chunk = (type: string, content: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  checksum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, checksum])
}

/** The PNG must come from our own encoder: it has no such chunk yet. */
export const bakeBadge = (png: Uint8Array, credential: string): Buffer => {
  const at = SIGNATURE_BYTES + HEADER_BYTES
  // After the keyword: not compressed, no language, no translated keyword.
  const content = Buffer.concat([
    Buffer.from(`${KEYWORD}\0`, 'latin1'),
    Buffer.alloc(4),
    Buffer.from(credential, 'utf8'),
  ])
  return Buffer.concat([png.subarray(0, at), chunk('iTXt', content), png.subarray(at)])
}
