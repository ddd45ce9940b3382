/** A drawing thread that holds too much memory is replaced. */
import { describe, expect, it } from 'vitest'
import { renderPdf } from '#server/core/documents/documents.ts'
import type { DrawableDocument } from '#server/core/documents/drawable.ts'
import { typstEngine } from '#server/core/documents/engine.ts'
import { compile, isWorn, memoryBytes } from '#server/core/documents/typst.ts'

/** Typst keeps some hundred bytes for each entry. */
const listOf = (entries: number, title: string): DrawableDocument => ({
  template: {
    main: '/list.typ',
    sources: {
      '/list.typ': `#let d = json(bytes(sys.inputs.data))
#let kept = range(d.entries).map(entry => (entry, d.title))
#set document(date: none)
#set text(font: "Noto Sans")
#d.title has #kept.len() entries`,
    },
  },
  data: { entries, title },
})

describe('the memory of documents', () => {
  it('does not grow with the number of documents', async () => {
    // Some hundred kilobytes each.
    const draw = async (count: number) => {
      for (let index = 0; index < count; index += 1)
        await compile(await typstEngine(), listOf(1_500, `Document ${index} of ${count}`), 'pdf')
    }
    await draw(10)
    const before = await memoryBytes()
    await draw(60)
    expect(await memoryBytes()).toBe(before)
  })

  it('is noticed when it is too much, not before', async () => {
    await compile(await typstEngine(), listOf(3, 'Short'), 'pdf')
    expect(await isWorn()).toBe(false)
    await compile(await typstEngine(), listOf(200_000, 'Long'), 'pdf')
    expect(await isWorn()).toBe(true)
  })

  it('is given back after such a document, and those that wait are drawn', async () => {
    const [long, short] = await Promise.all([
      renderPdf(listOf(200_000, 'Long')),
      renderPdf(listOf(3, 'Short')),
    ])
    expect(long.length).toBeGreaterThan(1000)
    expect(Buffer.from(await renderPdf(listOf(3, 'Short'))).equals(short)).toBe(true)
  })

  it('survives a fault inside of WebAssembly', async () => {
    await expect(renderPdf(listOf(60_000_000, 'Too long'))).rejects.toThrow('crash')
    expect((await renderPdf(listOf(3, 'Short'))).length).toBeGreaterThan(1000)
  })
})
