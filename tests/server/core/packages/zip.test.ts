import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deflateRawSync } from 'node:zlib'
import { PackageError } from '#server/core/packages/package-error.ts'
import { openZip } from '#server/core/packages/zip.ts'
import { rawZip, type RawEntry } from '#tests/support/content/raw-zip.ts'

const entry = (name: string, given: Partial<RawEntry> = {}): RawEntry => ({
  name,
  content: 'hello',
  ...given,
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
const refusalOf = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work
    return 'taken'
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

describe('reading packages', () => {
  it('given clean packages, when read, then their files come out as they went in', async () => {
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

  it('given a large file, when saved, then it goes to the path of our own and nowhere else', async () => {
    const content = Buffer.alloc(3_000_000, 'learning ')
    const zip = await openZip(rawZip([entry('big.bin', { content })]))
    const path = join(folder, 'saved')
    await zip.save('big.bin', path)
    zip.close()
    const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
    expect(hash(await readFile(path))).toBe(hash(content))
    expect((await readdir(folder)).toSorted()).toEqual(['clean.zip', 'saved'])
  })

  const out = [
    '../up.txt',
    'a/../../up.txt',
    '/etc/passwd',
    'C:\\windows\\x',
    'c:/x',
    '..\\up.txt',
    '..',
    'a//b',
  ]
  const hidden = [
    'a\0b.txt',
    'a\nb',
    'pic\u202egnp.exe',
    '.',
    `${'x'.repeat(300)}.txt`,
    `${'ab/'.repeat(200)}c`,
  ]
  it.each([...out, ...hidden])('given an entry named %j, when opened, then nothing is read', async (name) => {
    expect(await refusalOf(read(rawZip([entry(name)])))).toBe('zip_unsafe_path')
  })

  it.each<[string, string, RawEntry[]]>([
    ['a symbolic link', 'zip_link', [entry('link', { content: '/etc/passwd', mode: 0o120777 })]],
    ['a device', 'zip_link', [entry('null', { mode: 0o020666 })]],
    ['a secret', 'zip_encrypted', [entry('a', { encrypted: true })]],
    ['another way of packing', 'zip_method', [entry('a', { method: 12 })]],
    ['a name twice', 'zip_duplicate', [entry('a.txt'), entry('a.txt')]],
    ['names that differ by capitals', 'zip_duplicate', [entry('A.txt'), entry('a.TXT')]],
    ['a file and a folder of one name', 'zip_duplicate', [entry('a'), entry('a/b')]],
    ['bytes shared by entries', 'zip_bomb', [entry('a'), entry('b', { sameBytes: true })]],
    ['much from little', 'zip_bomb', [entry('a', { content: megabytes(8) })]],
    ['a checksum that is wrong', 'zip_broken', [entry('a', { crc: 1 })]],
    ['more than it says', 'zip_broken', [entry('a', { size: 2 })]],
    ['less than it says', 'zip_broken', [entry('a', { size: 2000 })]],
    ['a small head before a flood', 'zip_broken', [entry('a', { packed: deflateRawSync(megabytes(8)) })]],
    ['what is no deflated text', 'zip_broken', [entry('a', { packed: Buffer.from('nonsense') })]],
  ])('given %s, when read, then it is refused as %s', async (_, code, entries) => {
    expect(await refusalOf(read(rawZip(entries)))).toBe(code)
  })

  it('given too much, when opened, then it is refused before anything is unpacked', async () => {
    const many = rawZip(Array.from({ length: 30 }, (_, at) => entry(`f${at}`)))
    expect(await refusalOf(read(many, { entries: 20 }))).toBe('zip_crowded')
    expect(await refusalOf(read(many, { totalBytes: 100 }))).toBe('zip_too_large')
    expect(await refusalOf(read(many, { packedBytes: 100 }))).toBe('zip_too_large')
    expect(await refusalOf(read(rawZip([entry('a', { size: 3 * 1024 ** 3 })])))).toBe('zip_too_large')
    expect(await refusalOf(read(many))).toBe('taken')
  })

  it.each([
    ['nothing', ''],
    ['a text', 'hello'],
    ['a page', '<html></html>'],
    ['a half package', rawZip([entry('a')]).subarray(0, 40)],
    ['an end without a beginning', rawZip([entry('a')]).subarray(20)],
  ])('given %s, when opened, then it is no package', async (_, content) => {
    expect(['zip_not_a_zip', 'zip_broken']).toContain(await refusalOf(read(Buffer.from(content))))
  })

  it('given a file asked for that is not there, or larger than may be, then it is refused', async () => {
    const zip = await openZip(rawZip([entry('a.txt')]))
    expect(await refusalOf(zip.read('b.txt', 10))).toBe('zip_entry_missing')
    expect(await refusalOf(zip.read('a.txt', 3))).toBe('zip_too_large')
    expect((await zip.read('A.TXT', 5)).toString()).toBe('hello')
    zip.close()
  })

  it('given packages with flipped bytes, when read, then each is taken or refused, never anything else', async () => {
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
          for (const [at, value] of flips) broken[at] = value
          expect(await refusalOf(read(broken))).not.toMatch(/^threw/)
        },
      ),
      { numRuns: process.env['FULL'] ? 5000 : 400 },
    )
  })
})
