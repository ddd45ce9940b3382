/** SVG helpers for the demo videos: pure functions of the time in seconds. */
export interface Cue {
  from: number
  to: number
  en: string
  hi: string
  ar: string
}
export interface Scene {
  /** File name without extension. */
  name: string
  seconds: number
  /** The time of the poster image. */
  posterAt: number
  draw: (t: number) => string
  cues: readonly Cue[]
}

export const WIDTH = 960
export const HEIGHT = 540

export const ink = '#1c2333'
export const faint = '#8b93a7'
export const paper = '#f6f7fb'
export const card = '#ffffff'
export const line = '#d9deea'
export const blue = '#3557d6'
export const green = '#188a5b'
export const amber = '#c77d0a'
export const red = '#c93a4e'
export const violet = '#7a4fd0'

const clamp = (value: number) => Math.min(1, Math.max(0, value))

/** Eases from 0 at `start` to 1 at `start + length`. */
export const grow = (t: number, start: number, length = 0.6): number => {
  const x = clamp((t - start) / length)
  return x * x * (3 - 2 * x)
}
/** 1 between two times, with soft edges. */
export const during = (t: number, from: number, to: number): number =>
  grow(t, from, 0.25) * (1 - grow(t, to - 0.25, 0.25))
export const mix = (a: number, b: number, share: number): number => a + (b - a) * share

const escape = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

interface TextStyle {
  size?: number
  fill?: string
  anchor?: 'start' | 'middle' | 'end'
  weight?: number
  mono?: boolean
  opacity?: number
}
export const text = (x: number, y: number, content: string, style: TextStyle = {}): string => {
  const { size = 22, fill = ink, anchor = 'middle', weight = 500, mono = false, opacity = 1 } = style
  const family = mono ? 'DejaVu Sans Mono, monospace' : 'Inter Variable, sans-serif'
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" font-family="${family}" font-size="${size}" font-weight="${weight}" fill="${fill}" text-anchor="${anchor}" dominant-baseline="central" opacity="${opacity.toFixed(3)}" xml:space="preserve">${escape(content)}</text>`
}

interface BoxStyle {
  fill?: string
  stroke?: string
  width?: number
  radius?: number
  opacity?: number
}
export const box = (x: number, y: number, w: number, h: number, style: BoxStyle = {}): string => {
  const { fill = card, stroke = line, width = 1.5, radius = 8, opacity = 1 } = style
  return `<rect x="${x.toFixed(1)}" y="${y.toFixed(1)}" width="${w.toFixed(1)}" height="${h.toFixed(1)}" rx="${radius}" fill="${fill}" stroke="${stroke}" stroke-width="${width}" opacity="${opacity.toFixed(3)}"/>`
}
export const segment = (
  from: readonly [number, number],
  to: readonly [number, number],
  style: { stroke?: string; width?: number; opacity?: number; dash?: string } = {},
): string =>
  `<line x1="${from[0].toFixed(1)}" y1="${from[1].toFixed(1)}" x2="${to[0].toFixed(1)}" y2="${to[1].toFixed(1)}" stroke="${style.stroke ?? line}" stroke-width="${style.width ?? 2}" opacity="${(style.opacity ?? 1).toFixed(3)}" stroke-linecap="round"${style.dash ? ` stroke-dasharray="${style.dash}"` : ''}/>`

export const group = (opacity: number, ...parts: string[]): string =>
  `<g opacity="${opacity.toFixed(3)}">${parts.join('')}</g>`

export const picture = (...parts: string[]): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}"><rect width="${WIDTH}" height="${HEIGHT}" fill="${paper}"/>${parts.join('')}</svg>`

/** One row of a table, with a box per cell. */
export const row = (
  x: number,
  y: number,
  widths: readonly number[],
  cells: readonly string[],
  style: BoxStyle & TextStyle = {},
): string => {
  let left = x
  return cells
    .map((cell, index) => {
      const w = widths[index] ?? 0
      const cellSvg =
        box(left, y, w - 4, 34, { ...style, radius: 6 }) +
        text(left + (w - 4) / 2, y + 17.5, cell, {
          size: style.size ?? 18,
          fill: style.stroke && style.stroke !== line ? style.stroke : ink,
          weight: style.weight ?? 500,
          opacity: style.opacity ?? 1,
        })
      left += w
      return cellSvg
    })
    .join('')
}
