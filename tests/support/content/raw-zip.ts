/** Packages written byte by byte, so that they can lie (TRUST C6). */
import { crc32, deflateRawSync } from 'node:zlib'

export interface RawEntry {
  name: string
  content?: string | Buffer
  stored?: boolean
  /** Unix mode; a regular file unless said. */
  mode?: number
  encrypted?: boolean
  method?: number
  /** What the package says instead of the truth. */
  size?: number
  crc?: number
  /** Bytes that unpack to something else than `content`. */
  packed?: Buffer
  /** Shares the bytes of the entry before. */
  sameBytes?: boolean
}

const UTF8 = 0x800

const headOf = (one: RawEntry) => {
  const content = Buffer.from(one.content ?? '')
  const packed = one.packed ?? (one.stored ? content : deflateRawSync(content))
  const name = Buffer.from(one.name)
  const fields = Buffer.alloc(26)
  fields.writeUInt16LE(20, 0)
  fields.writeUInt16LE(UTF8 | (one.encrypted ? 1 : 0), 2)
  fields.writeUInt16LE(one.method ?? (one.stored ? 0 : 8), 4)
  fields.writeUInt32LE(one.crc ?? crc32(content), 10)
  fields.writeUInt32LE(packed.length, 14)
  fields.writeUInt32LE(one.size ?? content.length, 18)
  fields.writeUInt16LE(name.length, 22)
  return { fields, name, packed }
}

export const rawZip = (entries: readonly RawEntry[]): Buffer => {
  const local: Buffer[] = []
  const central: Buffer[] = []
  let at = 0
  let before = 0
  for (const one of entries) {
    const { fields, name, packed } = headOf(one)
    const from = one.sameBytes ? before : at
    if (!one.sameBytes) {
      const body = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, name, packed])
      local.push(body)
      before = at
      at += body.length
    }
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(((one.mode ?? 0o100644) << 16) >>> 0, 6)
    tail.writeUInt32LE(from, 10)
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
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...local, table, end])
}
