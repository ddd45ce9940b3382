/** Whether the text of a field stands out from what is behind it. Pure but for reading the picture. */
import type { FieldColour, FieldKind, LookField } from '#contract/certificates/look.ts'
import { contrast, TEXT_CONTRAST } from '#contract/client-info/colour.ts'
import { PAGE_SIDE } from '#contract/certificates/look.ts'

export interface Pixels {
  readonly width: number
  readonly height: number
  /** Red, green, blue, alpha. */
  readonly data: Uint8ClampedArray
}

/** 16 steps a channel: noise of a photo falls into one. */
const STEP = 16
const hex = (value: number) => Math.round(value).toString(16).padStart(2, '0')

/** The colour that most of a part of the picture has: letters cover less than their ground. */
export const groundOf = ({ width, height, data }: Pixels, box: LookField, isMirrored: boolean): string => {
  const [w, h] = [(box.width * width) / PAGE_SIDE, (box.height * height) / PAGE_SIDE]
  const start = (box.x * width) / PAGE_SIDE
  const left = Math.floor(isMirrored ? width - start - w : start)
  const top = Math.floor((box.y * height) / PAGE_SIDE)
  const counts = new Map<number, [n: number, r: number, g: number, b: number]>()
  for (let y = top; y < Math.min(height, top + h); y += 2)
    for (let x = left; x < Math.min(width, left + w); x += 2) {
      const at = (y * width + x) * 4
      const [r = 0, g = 0, b = 0] = data.subarray(at, at + 3)
      const key = Math.floor(r / STEP) * 256 + Math.floor(g / STEP) * 16 + Math.floor(b / STEP)
      const found = counts.get(key) ?? [0, 0, 0, 0]
      counts.set(key, [found[0] + 1, found[1] + r, found[2] + g, found[3] + b])
    }
  const [n, r, g, b] = [...counts.values()].toSorted((one, other) => other[0] - one[0])[0] ?? [
    1, 255, 255, 255,
  ]
  return `#${hex(r / n)}${hex(g / n)}${hex(b / n)}`
}

/** The colours of pictures are not ours to judge. */
const PICTURES: ReadonlySet<FieldKind> = new Set(['logo', 'seal', 'qr'])

/** Fields with less contrast than WCAG asks of text. */
export const unreadable = (
  fields: readonly LookField[],
  pixels: Pixels,
  { colours, isMirrored }: { colours: Readonly<Record<FieldColour, string>>; isMirrored: boolean },
): FieldKind[] =>
  fields
    .filter(({ kind }) => !PICTURES.has(kind))
    .filter((field) => contrast(colours[field.colour], groundOf(pixels, field, isMirrored)) < TEXT_CONTRAST)
    .map(({ kind }) => kind)
