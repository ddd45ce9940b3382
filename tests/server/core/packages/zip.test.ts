import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from '#tests/support/property.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deflateRawSync } from 'node:zlib'
import { PackageError } from '#server/core/packages/package-error.ts'
import { openZip } from '#server/core/packages/zip.ts'
import { rawZip, type RawEntry } from '#tests/support/content/raw-zip.ts'

const entry = (name: string, changes: Partial<RawEntry> = {}): RawEntry => ({
  name,
  content: 'hello',
  ...changes,
})
const read = async (source: Buffer | string, limits = {}) => {
  const zip = await openZip(source, limits)
  try {
    const contents: [string, string][] = []
    for (const { name, bytes } of zip.entries)
      contents.push([name, (await zip.read(name, bytes)).toString('utf8')])
    return contents
  } finally {
    zip.close()
  }
}
const errorCodeOf = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work
    return 'accepted'
  } catch (error) {
    return error instanceof PackageError ? error.code : `threw ${String(error)}`
  }
}
const megabytes = (count: number) => Buffer.alloc(count * 1024 ** 2)

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zip-test-'))
})
afterAll(() => rm(folder, { recursive: true }))

describe('untrusted zip packages', () => {
  it('reads the files of valid packages', async () => {
    const zip = rawZip([
      entry('imsmanifest.xml'),
      entry('folder/'),
      entry('folder/पाठ.html', { content: 'नमस्ते', stored: true }),
      entry('windows\\path.txt'),
      entry('./here.txt'),
    ])
    expect(await read(zip)).toEqual([
      ['imsmanifest.xml', 'hello'],
      ['folder/पाठ.html', 'नमस्ते'],
      ['windows/path.txt', 'hello'],
      ['here.txt', 'hello'],
    ])
    const path = join(folder, 'clean.zip')
    await writeFile(path, zip)
    expect(await read(path)).toHaveLength(4)
  })

  it('saves a large file only to the given path', async () => {
    const content = Buffer.alloc(3_000_000, 'learning ')
    const zip = await openZip(rawZip([entry('big.bin', { content })]))
    const path = join(folder, 'saved')
    await zip.save('big.bin', path)
    zip.close()
    const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
    expect(hash(await readFile(path))).toBe(hash(content))
    expect((await readdir(folder)).toSorted()).toEqual(['clean.zip', 'saved'])
  })

  const outsideNames = [
    '../up.txt',
    'a/../../up.txt',
    '/etc/passwd',
    'C:\\windows\\x',
    'c:/x',
    '..\\up.txt',
    '..',
    'a//b',
  ]
  const unsafeNames = [
    'a\0b.txt',
    'a\nb',
    'pic\u202egnp.exe',
    '.',
    `${'x'.repeat(300)}.txt`,
    `${'ab/'.repeat(200)}c`,
    `${'ab/'.repeat(33)}c`,
  ]
  it.each([...outsideNames, ...unsafeNames])('rejects an entry named %j', async (name) => {
    expect(await errorCodeOf(read(rawZip([entry(name)])))).toBe('zip_unsafe_path')
  })

  it.each<[string, string, RawEntry[]]>([
    ['a symbolic link', 'zip_link', [entry('link', { content: '/etc/passwd', mode: 0o120777 })]],
    ['a device', 'zip_link', [entry('null', { mode: 0o020666 })]],
    ['encryption', 'zip_encrypted', [entry('a', { encrypted: true })]],
    ['another compression method', 'zip_method', [entry('a', { method: 12 })]],
    ['a duplicate name', 'zip_duplicate', [entry('a.txt'), entry('a.txt')]],
    ['names that differ in case', 'zip_duplicate', [entry('A.txt'), entry('a.TXT')]],
    ['a file and a folder of one name', 'zip_duplicate', [entry('a'), entry('a/b')]],
    ['overlapping entries', 'zip_bomb', [entry('a'), entry('b', { sameBytes: true })]],
    ['a high compression ratio', 'zip_bomb', [entry('a', { content: megabytes(8) })]],
    ['a wrong checksum', 'zip_broken', [entry('a', { crc: 1 })]],
    ['more bytes than declared', 'zip_broken', [entry('a', { size: 2 })]],
    ['fewer bytes than declared', 'zip_broken', [entry('a', { size: 2000 })]],
    [
      'a small declared size for a huge file',
      'zip_broken',
      [entry('a', { packed: deflateRawSync(megabytes(8)) })],
    ],
    ['invalid compressed data', 'zip_broken', [entry('a', { packed: Buffer.from('nonsense') })]],
  ])('rejects %s as %s', async (_, code, entries) => {
    expect(await errorCodeOf(read(rawZip(entries)))).toBe(code)
  })

  it('rejects packages over the limits before unpacking', async () => {
    const many = rawZip(Array.from({ length: 30 }, (_, at) => entry(`f${at}`)))
    expect(await errorCodeOf(read(many, { entries: 20 }))).toBe('zip_crowded')
    expect(await errorCodeOf(read(many, { totalBytes: 100 }))).toBe('zip_too_large')
    expect(await errorCodeOf(read(many, { packedBytes: 100 }))).toBe('zip_too_large')
    expect(await errorCodeOf(read(rawZip([entry('a', { size: 3 * 1024 ** 3 })])))).toBe('zip_too_large')
    expect(await errorCodeOf(read(many))).toBe('accepted')
  })

  it.each([
    ['an empty file', ''],
    ['plain text', 'hello'],
    ['HTML', '<html></html>'],
    ['a truncated package', rawZip([entry('a')]).subarray(0, 40)],
    ['a package without its beginning', rawZip([entry('a')]).subarray(20)],
  ])('rejects %s', async (_, content) => {
    expect(['zip_not_a_zip', 'zip_broken']).toContain(await errorCodeOf(read(Buffer.from(content))))
  })

  it('rejects a missing file and a file over the limit', async () => {
    const zip = await openZip(rawZip([entry('a.txt')]))
    expect(await errorCodeOf(zip.read('b.txt', 10))).toBe('zip_entry_missing')
    expect(await errorCodeOf(zip.read('a.txt', 3))).toBe('zip_too_large')
    expect((await zip.read('A.TXT', 5)).toString()).toBe('hello')
    zip.close()
  })

  it('accepts or rejects packages with flipped bytes without other errors', async () => {
    const whole = rawZip([
      entry('a.txt'),
      entry('b/c.txt', { stored: true }),
      entry('d.bin', { content: 'x'.repeat(999) }),
    ])
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 }),
        async (flips) => {
          const broken = Buffer.from(whole)
          for (const [position, value] of flips) broken[position] = value
          expect(await errorCodeOf(read(broken))).not.toMatch(/^threw/)
        },
      ),
      { numRuns: process.env['FULL'] ? 5000 : 400 },
    )
  })
})
