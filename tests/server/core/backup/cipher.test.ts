import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BackupError } from '#server/core/backup/backup-error.ts'
import { CHUNK_BYTES, decryptFile, encryptStream, HEADER_BYTES } from '#server/core/backup/cipher.ts'

const PASSPHRASE = 'a long passphrase'
const STEP = CHUNK_BYTES + 16

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lms-cipher-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function* pieces(content: Buffer, size: number) {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size)
}
const encrypted = (content: Buffer, passphrase = PASSPHRASE) =>
  buffer(encryptStream(pieces(content, 100_000), passphrase))
const decrypted = async (bytes: Buffer, passphrase = PASSPHRASE) => {
  const path = join(folder, 'file')
  await writeFile(path, bytes)
  return buffer(decryptFile(path, passphrase))
}
const content = Buffer.alloc(CHUNK_BYTES * 2 + 1_000, 'some text of a backup ')

describe('encryption of a backup', () => {
  it.each([
    ['nothing', 0],
    ['one byte', 1],
    ['exactly one chunk', CHUNK_BYTES],
    ['exactly two chunks', CHUNK_BYTES * 2],
    ['a chunk and a byte', CHUNK_BYTES + 1],
  ])('gives back %s', async (_name, length) => {
    const bytes = content.subarray(0, length)
    expect((await decrypted(await encrypted(bytes))).equals(bytes)).toBe(true)
  })

  it('accepts a passphrase in either Unicode form, and encrypts the same content differently', async () => {
    const first = await encrypted(content, 'Pässwort für Sicherung'.normalize('NFD'))
    const second = await encrypted(content, 'Pässwort für Sicherung')
    expect((await decrypted(first, 'Pässwort für Sicherung'.normalize('NFC'))).equals(content)).toBe(true)
    expect(first.subarray(HEADER_BYTES).equals(second.subarray(HEADER_BYTES))).toBe(false)
    expect(first.includes('some text of a backup')).toBe(false)
  })

  describe('a file that is not right', () => {
    let good: Buffer
    beforeAll(async () => {
      good = await encrypted(content)
    })
    const chunk = (index: number) =>
      good.subarray(HEADER_BYTES + index * STEP, HEADER_BYTES + (index + 1) * STEP)
    const flipped = (at: number) => {
      const bytes = Buffer.from(good)
      bytes[at] = (bytes[at] ?? 0) ^ 1
      return bytes
    }
    const expectRefused = async (bytes: Buffer, passphrase?: string): Promise<string> => {
      const result = decrypted(bytes, passphrase)
      await expect(result).rejects.toBeInstanceOf(BackupError)
      const message = await result.catch((error: Error) => error.message)
      expect(message).not.toContain('\n')
      return String(message)
    }

    it('is refused with a wrong passphrase', async () => {
      expect(await expectRefused(good, 'another passphrase')).toContain('passphrase is wrong')
    })

    it.each([
      ['salt', 30],
      ['authentication of the header', HEADER_BYTES - 1],
      ['first chunk', HEADER_BYTES],
      ['middle', HEADER_BYTES + STEP + 17],
      ['tag of a chunk', HEADER_BYTES + STEP - 1],
    ])('is refused with one changed bit in the %s', async (_name, at) => {
      expect(await expectRefused(flipped(at))).toMatch(/damaged/)
    })

    it('is refused with one changed bit in its last byte', async () => {
      expect(await expectRefused(flipped(good.length - 1))).toContain('damaged')
    })

    it.each([
      ['in the header', 40],
      ['after the header', HEADER_BYTES],
      ['after a chunk', HEADER_BYTES + STEP],
      ['after all chunks but the last', HEADER_BYTES + STEP * 2],
    ])('is refused when it ends %s', async (_name, length) => {
      expect(await expectRefused(good.subarray(0, length))).toContain('its end is missing')
    })

    it('is refused when it ends within a chunk', async () => {
      await expectRefused(good.subarray(0, HEADER_BYTES + STEP + 1_000))
      await expectRefused(good.subarray(0, good.length - 1))
    })

    it('is refused with chunks swapped, repeated, left out or appended', async () => {
      const header = good.subarray(0, HEADER_BYTES)
      const last = good.subarray(HEADER_BYTES + STEP * 2)
      for (const parts of [
        [header, chunk(1), chunk(0), last],
        [header, chunk(0), chunk(0), chunk(1), last],
        [header, chunk(0), last],
        [good, last],
        [good, Buffer.from('x')],
      ])
        await expectRefused(Buffer.concat(parts))
    })

    it('is refused with a chunk of another backup under the same passphrase', async () => {
      const other = await encrypted(content)
      await expectRefused(Buffer.concat([good.subarray(0, HEADER_BYTES), other.subarray(HEADER_BYTES)]))
    })

    it('is refused when it is no backup, or from a newer release', async () => {
      expect(await expectRefused(Buffer.from('PK\u0003\u0004 some archive'))).toContain('is not a backup')
      expect(await expectRefused(Buffer.alloc(0))).toContain('is not a backup')
      const newer = Buffer.from(good)
      newer[25] = 2
      expect(await expectRefused(newer)).toContain('newer release')
      // A forged cost would ask for all memory.
      const costly = Buffer.from(good)
      costly[26] = 30
      expect(await expectRefused(costly)).toContain('damaged')
    })

    it('is refused when it does not exist', async () => {
      const missing = buffer(decryptFile(join(folder, 'none'), PASSPHRASE))
      await expect(missing).rejects.toThrow('no such file')
    })
  })

  it('control: the file is the one that was written', async () => {
    await writeFile(join(folder, 'kept'), await encrypted(content))
    expect((await readFile(join(folder, 'kept'))).length).toBe(HEADER_BYTES + content.length + 3 * 16)
  })
})
