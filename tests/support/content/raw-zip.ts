/** Writes zip files byte by byte, so that tests can create invalid ones (C6). */
import { crc32, deflateRawSync } from 'node:zlib'

export interface RawEntry {
  name: string
  content?: string | Buffer
  stored?: boolean
  /** Unix mode; default is a regular file. */
  mode?: number
  encrypted?: boolean
  method?: number
  /** Declared instead of the true values. */
  size?: number
  crc?: number
  /** Packed bytes that do not unpack to `content`. */
  packed?: Buffer
  /** Points to the bytes of the previous entry. */
  sameBytes?: boolean
}

const UTF8 = 0x800

const headerOf = (entry: RawEntry) => {
  const content = Buffer.from(entry.content ?? '')
  const packed = entry.packed ?? (entry.stored ? content : deflateRawSync(content))
  const name = Buffer.from(entry.name)
  const fields = Buffer.alloc(26)
  fields.writeUInt16LE(20, 0)
  fields.writeUInt16LE(UTF8 | (entry.encrypted ? 1 : 0), 2)
  fields.writeUInt16LE(entry.method ?? (entry.stored ? 0 : 8), 4)
  fields.writeUInt32LE(entry.crc ?? crc32(content), 10)
  fields.writeUInt32LE(packed.length, 14)
  fields.writeUInt32LE(entry.size ?? content.length, 18)
  fields.writeUInt16LE(name.length, 22)
  return { fields, name, packed }
}

export const rawZip = (entries: readonly RawEntry[]): Buffer => {
  const local: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  let previousOffset = 0
  for (const entry of entries) {
    const { fields, name, packed } = headerOf(entry)
    const entryOffset = entry.sameBytes ? previousOffset : offset
    if (!entry.sameBytes) {
      const body = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, name, packed])
      local.push(body)
      previousOffset = offset
      offset += body.length
    }
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(((entry.mode ?? 0o100644) << 16) >>> 0, 6)
    tail.writeUInt32LE(entryOffset, 10)
    central.push(
      Buffer.concat([Buffer.from('PK\x01\x02', 'latin1'), Buffer.from([20, 3]), fields, tail, name]),
    )
  }
  const table = Buffer.concat(central)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 0, 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(table.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...local, table, end])
}
