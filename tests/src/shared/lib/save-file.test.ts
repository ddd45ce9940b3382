import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { toBase64 } from '#src/shared/lib/base64.ts'
import { saveFile } from '#src/shared/lib/save-file.ts'

const saved: { file: Blob; name: string }[] = []

beforeEach(() => {
  saved.length = 0
  const files: Blob[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push({ file: files.at(-1) ?? new Blob(), name: this.download })
  })
  vi.stubGlobal(
    'URL',
    Object.assign(URL, {
      createObjectURL: (file: Blob) => {
        files.push(file)
        return 'blob:file'
      },
      revokeObjectURL: () => undefined,
    }),
  )
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const firstBytes = async ({ file }: { file: Blob }) =>
  [...new Uint8Array(await file.arrayBuffer())].slice(0, 3)
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf]

describe('saving a text as a file', () => {
  it('marks a table as UTF-8 once, for spreadsheets', async () => {
    saveFile('a.csv', 'ä', 'text/csv')
    saveFile('b.csv', '\uFEFFä', 'text/csv')

    expect(saved.map(({ name }) => name)).toEqual(['a.csv', 'b.csv'])
    for (const each of saved) {
      expect(await firstBytes(each)).toEqual(BYTE_ORDER_MARK)
      expect(each.file.size).toBe(5)
    }
  })

  it('saves JSON and plain texts as they are, so that other programs can read them', async () => {
    saveFile('receipt.json', '{"a":1}', 'application/json')
    saveFile('notes.txt', 'text')

    expect(JSON.parse((await saved[0]?.file.text()) ?? '')).toEqual({ a: 1 })
    expect(saved.map(({ file }) => file.type)).toEqual([
      'application/json;charset=utf-8',
      'text/plain;charset=utf-8',
    ])
    expect(document.querySelector('a[download]')).toBeNull()
  })
})

describe('base64 of a file', () => {
  it('encodes bytes and an empty file', async () => {
    expect(await toBase64(new Blob([Uint8Array.of(0, 255, 128)]))).toBe('AP+A')
    expect(await toBase64(new Blob([]))).toBe('')
  })
})
