/** Supported encodings of a declaration or a byte order mark. */
const SUPPORTED = new Set([
  'utf-8',
  'utf-16le',
  'utf-16be',
  'utf-16',
  'us-ascii',
  'iso-8859-1',
  'windows-1252',
])

const byteOrderMark = (bytes: Buffer): string | null => {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return null
}

/** Decodes a file without its byte order mark; null if it is invalid in its encoding (default UTF-8). */
export const decodeText = (bytes: Buffer, declared: string | null = null): string | null => {
  const encoding = (byteOrderMark(bytes) ?? declared ?? 'utf-8').toLowerCase()
  if (!SUPPORTED.has(encoding)) return null
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    return text.includes('\0') ? null : text
  } catch {
    return null
  }
}
