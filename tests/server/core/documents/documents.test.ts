/** Drawing documents with Typst: what a template can reach, and that nothing stays behind between documents. */
import { describe, expect, it, vi } from 'vitest'
import { renderPdf, renderPng } from '#server/core/documents/documents.ts'
import type { DrawableDocument } from '#server/core/documents/drawable.ts'
import { TURN_MAX_MS, usualTurnMs } from '#tests/support/server/loop-delay.ts'
import { readPdf } from '#tests/support/documents/read-pdf.ts'

const HEAD = `#let d = json(bytes(sys.inputs.data))
#set document(title: d.title, date: none)
#set page(width: 100mm, height: 60mm)
#set text(font: ("Noto Sans", "Noto Sans Arabic"), lang: d.language, fallback: false)
= #d.title
`
const documentOf = (
  body: string,
  { title = 'Receipt', language = 'en', ...rest }: Partial<Record<string, unknown>> = {},
  pictures: DrawableDocument['pictures'] = {},
): DrawableDocument => ({
  template: { main: '/main.typ', sources: { '/main.typ': HEAD + body } },
  data: { title, language, ...rest },
  pictures,
})
const RED = new TextEncoder().encode(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1" width="9" height="9"><path fill="#f00" d="M0 0h1v1H0z"/></svg>',
)

describe('documents', () => {
  it('draws off the event loop, the first time too', async () => {
    const draw = async (attempt: number) => {
      if (attempt > 0) vi.resetModules()
      const fresh = await import('#server/core/documents/documents.ts')
      await fresh.renderPdf(documentOf('Hello'))
    }
    expect(await usualTurnMs(draw)).toBeLessThan(TURN_MAX_MS)
  })

  it('makes a tagged PDF with its title and language', async () => {
    const facts = await readPdf(await renderPdf(documentOf('نص', { title: 'إيصال', language: 'ar' })))
    expect(facts).toMatchObject({ pages: 1, title: 'إيصال', language: 'ar', isTagged: true })
    expect(facts.roles).toContain('H1')
  })

  it('gives the same bytes for the same document, whatever was drawn in between', async () => {
    const first = await renderPdf(documentOf('Same'))
    for (let index = 0; index < 25; index += 1) await renderPdf(documentOf(`Other ${index}`))
    expect(Buffer.from(await renderPdf(documentOf('Same'))).equals(first)).toBe(true)
    // control: another title gives other bytes
    expect(Buffer.from(await renderPdf(documentOf('Same', { title: 'Two' }))).equals(first)).toBe(false)
  })

  it('never evaluates data', async () => {
    const title = '#panic("run") $x$ *bold* \\ @ref <tag> #read("/etc/passwd")'
    const facts = await readPdf(await renderPdf(documentOf('', { title })))
    expect(facts.title).toBe(title)
    expect(facts.text).toContain('#panic("run")')
  })

  it.each([
    ['a package of the network', '#import "@preview/cetz:0.4.0"'],
    ['a file of the machine', '#read("/etc/passwd")'],
    ['a font of the machine or none', '#text(font: "DejaVu Sans", fallback: false)[#panic("not found")]'],
    ['what is no Typst', '#let'],
  ])('refuses %s', async (_name, body) => {
    await expect(renderPdf(documentOf(body))).rejects.toThrow('the document was not drawn')
  })

  it('goes on after a template that failed', async () => {
    await expect(renderPdf(documentOf('#panic("no")'))).rejects.toThrow('no')
    expect((await readPdf(await renderPdf(documentOf('Yes')))).text).toContain('Yes')
  })

  it('forgets the pictures of the document before', async () => {
    const body = '#image("/logo", alt: "Logo")'
    const facts = await readPdf(await renderPdf(documentOf(body, {}, { '/logo': RED })))
    expect(facts.alts).toEqual(['Logo'])
    await expect(renderPdf(documentOf(body))).rejects.toThrow('failed to load file')
  })

  it('draws a PNG as wide as asked', async () => {
    const png = Buffer.from(await renderPng(documentOf('Hello'), 640))
    expect(png.subarray(1, 4).toString('latin1')).toBe('PNG')
    expect(png.readUInt32BE(16)).toBe(640)
    expect(png.readUInt32BE(20) / 640).toBeCloseTo(60 / 100, 2)
  })
})
