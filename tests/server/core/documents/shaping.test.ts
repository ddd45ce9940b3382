/**
 * Names are shaped as HarfBuzz shapes them, glyph by glyph: the outlines and places in Typst's drawing (which has its own
 * shaper, rustybuzz) against those of HarfBuzz with the same fonts.
 */
import { readFileSync } from 'node:fs'
import * as hb from 'harfbuzzjs'
import { describe, expect, it } from 'vitest'
import { fontFiles } from '#server/core/documents/fonts.ts'
import { typstEngine } from '#server/core/documents/engine.ts'
import { compile, toSvg } from '#server/core/documents/typst.ts'
import { names } from './names.ts'

const FAMILIES = {
  serif: ['Noto Serif Display', 'Noto Serif Devanagari', 'Amiri'],
  sans: ['Noto Sans', 'Noto Sans Arabic'],
} as const
const FILES: Readonly<Record<string, RegExp>> = {
  'Noto Serif Display': /NotoSerifDisplay_500/,
  'Noto Serif Devanagari': /NotoSerifDevanagari/,
  Amiri: /Amiri_400/,
  'Noto Sans': /NotoSans_400/,
  'Noto Sans Arabic': /NotoSansArabic_400/,
}
const SIZE_PT = 10
/** Typst rounds places to a hundredth of a point; a thousandth of the size of the text is that at 10 pt. */
const TOLERANCE = 2

interface Glyph {
  readonly outline: string
  readonly x: number
  readonly y: number
}
type Script = 'latin' | 'devanagari' | 'arabic'

const scriptOf = (word: string): Script =>
  /\p{Script=Arabic}/u.test(word) ? 'arabic' : /\p{Script=Devanagari}/u.test(word) ? 'devanagari' : 'latin'

/** Both write a closed outline; only one of them draws the last line back to its start. */
const normalised = (path: string): string => {
  let start = ''
  return path
    .replaceAll(/([MLQCZ])/g, ' $1 ')
    .replaceAll(',', ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .split(/(?=[MLQCZ])/)
    .map((part) => part.trim())
    .filter((part, index, parts) => {
      if (part.startsWith('M')) start = part.slice(1)
      return !(part === `L${start}` && parts[index + 1] === 'Z')
    })
    .join(' ')
}

const fontOf = (family: string): { font: hb.Font; unitsPerEm: number } => {
  const path = fontFiles().find((file) => FILES[family]?.test(file))
  if (path === undefined) throw new Error(`no file for ${family}`)
  const bytes = readFileSync(path)
  const face = new hb.Face(
    new hb.Blob(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)),
  )
  return { font: new hb.Font(face), unitsPerEm: face.upem }
}

/** In thousandths of the size of the text, from the first glyph of the word. */
const relative = (glyphs: readonly Glyph[]): Glyph[] =>
  glyphs.map(({ outline, x, y }) => ({ outline, x: x - (glyphs[0]?.x ?? 0), y: y - (glyphs[0]?.y ?? 0) }))

const byHarfBuzz = (word: string, { font, unitsPerEm }: ReturnType<typeof fontOf>): Glyph[] => {
  const buffer = new hb.Buffer()
  buffer.addText(word)
  buffer.guessSegmentProperties()
  hb.shape(font, buffer)
  const places = buffer.getGlyphPositions()
  let pen = 0
  const glyphs = buffer.getGlyphInfos().map(({ codepoint }, index) => {
    const { xAdvance, xOffset, yOffset } = places[index] ?? { xAdvance: 0, xOffset: 0, yOffset: 0 }
    const glyph = { outline: normalised(font.glyphToPath(codepoint)), x: pen + xOffset, y: yOffset }
    pen += xAdvance
    return { ...glyph, x: (glyph.x / unitsPerEm) * 1000, y: (glyph.y / unitsPerEm) * 1000 }
  })
  return relative(glyphs.filter(({ outline }) => outline !== ''))
}

/** The glyphs of each page, in the order from left to right in which they were drawn. */
const byTypst = async (lines: readonly string[], families: readonly string[]): Promise<Glyph[][]> => {
  const source = `#let d = json(bytes(sys.inputs.data))
#set page(width: 600pt, height: 40pt, margin: 8pt)
#set text(font: (${families.map((family) => `"${family}"`).join(', ')}), fallback: false, size: ${SIZE_PT}pt)
#for name in d { page(text(dir: if name.first().contains(regex("\\\\p{Arabic}")) { rtl } else { ltr }, name)) }`
  const template = { main: '/names.typ', sources: { '/names.typ': source } }
  const svg = await toSvg(await compile(await typstEngine(), { template, data: lines }, 'vector'))
  const outlines = new Map(
    [...svg.matchAll(/<path id="([^"]+)" class="outline_glyph" d="([^"]*)"/g)].map(([, id, path]) => [
      id,
      normalised(path ?? ''),
    ]),
  )
  return svg
    .split('class="typst-page"')
    .slice(1)
    .map((page) => {
      let [originX, originY] = [0, 0]
      const drawn = page.matchAll(
        /translate\(([-\d.]+),([-\d.]+)\)|<use x="([-\d.]+)" y="([-\d.]+)" href="#([^"]+)"/g,
      )
      return [...drawn].flatMap(([, left, top, x, y, id]) => {
        if (id === undefined) {
          ;[originX, originY] = [(Number(left) * 1000) / SIZE_PT, (Number(top) * 1000) / SIZE_PT]
          return []
        }
        const outline = outlines.get(id) ?? ''
        return outline === '' ? [] : [{ outline, x: originX + Number(x), y: Number(y) - originY }]
      })
    })
}

/** The words in the order in which they stand on the page, from left to right. */
const visualWords = (name: string): string[] => {
  const words = name.split(' ')
  return scriptOf(words[0] ?? '') === 'arabic' ? words.toReversed() : words
}

const isNear = (a: Glyph, b: Glyph) =>
  a.outline === b.outline && Math.abs(a.x - b.x) <= TOLERANCE && Math.abs(a.y - b.y) <= TOLERANCE

/** Names that Typst draws in another way than HarfBuzz. */
const differences = async (
  lines: readonly string[],
  families: readonly string[],
  shape: (word: string, font: ReturnType<typeof fontOf>) => Glyph[] = byHarfBuzz,
): Promise<string[]> => {
  const fonts = new Map(families.map((family) => [family, fontOf(family)]))
  const familyFor: Record<Script, string> = {
    latin: families[0] ?? '',
    devanagari: families.find((family) => family.includes('Devanagari')) ?? families[0] ?? '',
    arabic: families.find((family) => /Arabic|Amiri/.test(family)) ?? '',
  }
  const pages = await byTypst(lines, families)
  return lines.filter((name, index) => {
    let rest = pages[index] ?? []
    const isSame = visualWords(name).every((word) => {
      const font = fonts.get(familyFor[scriptOf(word)])
      const expected = font ? shape(word, font) : []
      const drawn = relative(rest.slice(0, expected.length))
      rest = rest.slice(expected.length)
      return expected.length > 0 && expected.every((glyph, at) => drawn[at] && isNear(glyph, drawn[at]))
    })
    return !isSame || rest.length > 0
  })
}

describe('shaping', () => {
  for (const [style, families] of Object.entries(FAMILIES))
    for (const [script, all] of Object.entries(names))
      it(`draws ${script} names in ${style} as HarfBuzz does`, async () => {
        expect(all).toHaveLength(100)
        expect(await differences(all, families)).toEqual([])
      })

  it('control: finds letters that are not joined', async () => {
    const oneByOne = (word: string, font: ReturnType<typeof fontOf>) =>
      relative(Array.from(word).flatMap((letter) => byHarfBuzz(letter, font)))
    const lines = [names.devanagari[0] ?? '', names.arabic[0] ?? '']
    expect(await differences(lines, FAMILIES.sans, oneByOne)).toEqual(lines)
  })
})
