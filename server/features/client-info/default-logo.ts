/**
 * The mark of a client without its own logo: three rising steps on a rounded square in the brand colour. SVG and PNG are
 * drawn from the same shapes, so that a client created on the command line is installable like any other.
 */
import { escapeHtml } from '#server/core/text/escape-html.ts'
interface Box {
  x: number
  y: number
  w: number
  h: number
  r: number
}

/** In a unit square; the steps stay inside the safe circle of a maskable icon. */
const STEPS: readonly Box[] = [
  { x: 0.25, y: 0.55, w: 0.14, h: 0.2, r: 0.035 },
  { x: 0.43, y: 0.4, w: 0.14, h: 0.35, r: 0.035 },
  { x: 0.61, y: 0.25, w: 0.14, h: 0.5, r: 0.035 },
]
const TILE: Box = { x: 0, y: 0, w: 1, h: 1, r: 0.22 }

/** The distance to the box, negative inside, in units of the square. */
const distance = (box: Box, px: number, py: number): number => {
  const dx = Math.abs(px - box.x - box.w / 2) - box.w / 2 + box.r
  const dy = Math.abs(py - box.y - box.h / 2) - box.h / 2 + box.r
  return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - box.r
}

/** The share of the pixel that the box covers. */
const coverage = (box: Box, px: number, py: number, size: number) =>
  Math.min(1, Math.max(0, 0.5 - distance(box, px, py) * size))

/** An RGBA PNG of the mark; `edgeToEdge` is for systems that cut their own shape. */
export const markPng = async (colour: string, size: number, edgeToEdge: boolean): Promise<Buffer> => {
  const rgb = [1, 3, 5].map((index) => Number.parseInt(colour.slice(index, index + 2), 16))
  const raw = Buffer.alloc(size * size * 4)
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      const px = (column + 0.5) / size
      const py = (row + 0.5) / size
      const white = Math.max(...STEPS.map((box) => coverage(box, px, py, size)))
      const offset = (row * size + column) * 4
      for (const [channel, value] of rgb.entries())
        raw[offset + channel] = Math.round(value + (255 - value) * white)
      raw[offset + 3] = edgeToEdge ? 255 : Math.round(coverage(TILE, px, py, size) * 255)
    }
  }
  // Loaded with the first drawing: the library takes 20 MB of memory.
  const { sharp } = await import('#server/core/pictures/sharp.ts')
  return sharp(raw, { raw: { width: size, height: size, channels: 4 } })
    .png({ compressionLevel: 9 })
    .toBuffer()
}

const rect = (box: Box, fill: string) =>
  `<rect x="${box.x * 100}" y="${box.y * 100}" width="${box.w * 100}" height="${box.h * 100}" rx="${box.r * 100}" fill="${fill}"/>`
const markShapes = (colour: string) => rect(TILE, colour) + STEPS.map((box) => rect(box, '#ffffff')).join('')

export const markSvg = (colour: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="100" height="100">${markShapes(colour)}</svg>`

const escapeXml = (text: string) => escapeHtml(text).replace(/\p{Cc}/gu, ' ')

const graphemes = (text: string) => Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment)

/** Longer names use two lines, each truncated where the text would be too small to read in a top bar. */
const ONE_LINE_MAX = 16
const LINE_MAX = 20

const truncate = (line: string) =>
  graphemes(line).length > LINE_MAX
    ? `${graphemes(line)
        .slice(0, LINE_MAX - 1)
        .join('')
        .trimEnd()}…`
    : line

/** Splits a name into two lines of the most similar length. */
const linesOf = (name: string): string[] => {
  const words = name.trim().split(/\s+/)
  if (graphemes(name).length <= ONE_LINE_MAX) return [name]
  if (words.length === 1) return [truncate(name)]
  const breaks = words
    .slice(1)
    .map((_word, index) => [words.slice(0, index + 1).join(' '), words.slice(index + 1).join(' ')])
  const longest = (pair: string[]) => Math.max(...pair.map((line) => graphemes(line).length))
  return (breaks.toSorted((a, b) => longest(a) - longest(b))[0] ?? [name]).map(truncate)
}

/** The mark with the client's name next to it; `ink` must be legible on light and dark backgrounds. */
export const logoSvg = (colour: string, ink: string, name: string): string => {
  const lines = linesOf(name)
  const size = lines.length === 1 ? 54 : 40
  const longest = Math.max(...lines.map((line) => graphemes(line).length))
  const width = Math.round(130 + longest * size * 0.63)
  const rtl = /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(name)
  const text = lines
    .map(
      (line, index) =>
        `<text x="${rtl ? width - 130 : 130}" y="${lines.length === 1 ? 68 : 42 + index * 46}" font-family="Inter, 'Noto Sans', 'Noto Sans Devanagari', 'Noto Sans Arabic', system-ui, sans-serif" font-size="${size}" font-weight="700" fill="${ink}"${rtl ? ' direction="rtl"' : ''}>${escapeXml(line)}</text>`,
    )
    .join('')
  const mark = rtl
    ? `<g transform="translate(${width - 100} 0)">${markShapes(colour)}</g>`
    : markShapes(colour)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} 100" width="${width}" height="100" role="img" aria-label="${escapeXml(name)}">${mark}${text}</svg>`
}
