/** Places of the fields of a certificate: how they begin, and how they move. Pure. */
import {
  FIELD_SIDE_MIN,
  fieldKinds,
  PAGE_SIDE,
  type FieldColour,
  type FieldKind,
  type LookField,
} from '#contract/certificates/look.ts'
import type { designIds, orientations } from '#contract/certificates/shapes.ts'

type Design = (typeof designIds)[number]
type Orientation = (typeof orientations)[number]
export type Box = Pick<LookField, 'x' | 'y' | 'width' | 'height'>

interface Area {
  /** Where text may stand: x0, x1, y0, y1. */
  readonly room: readonly [number, number, number, number]
  /** Where names end, and dates, signatures and the QR code begin. */
  readonly split: number
  readonly align: 'start' | 'center'
  readonly face: 'sans' | 'serif'
  /** On the brand's colour instead of on paper, above the split. */
  readonly isOnSolid?: boolean
}

/** The room that the background of each design leaves. */
const AREAS: Readonly<Record<Design, Readonly<Record<Orientation, Area>>>> = {
  classic: {
    landscape: { room: [115, 885, 105, 890], split: 640, align: 'center', face: 'serif' },
    portrait: { room: [162, 838, 85, 925], split: 610, align: 'center', face: 'serif' },
  },
  modern: {
    landscape: { room: [332, 920, 90, 910], split: 660, align: 'start', face: 'sans' },
    portrait: { room: [114, 886, 320, 940], split: 720, align: 'start', face: 'sans' },
  },
  minimal: {
    landscape: { room: [94, 906, 110, 905], split: 660, align: 'start', face: 'serif' },
    portrait: { room: [105, 895, 80, 930], split: 620, align: 'start', face: 'serif' },
  },
  bold: {
    landscape: { room: [81, 919, 95, 940], split: 700, align: 'start', face: 'sans', isOnSolid: true },
    portrait: { room: [114, 886, 67, 955], split: 675, align: 'start', face: 'sans', isOnSolid: true },
  },
  frame: {
    landscape: { room: [135, 865, 110, 895], split: 650, align: 'center', face: 'serif' },
    portrait: { room: [143, 857, 80, 925], split: 620, align: 'center', face: 'serif' },
  },
  portrait: {
    landscape: { room: [115, 885, 375, 930], split: 720, align: 'center', face: 'serif' },
    portrait: { room: [114, 886, 360, 945], split: 660, align: 'center', face: 'serif' },
  },
}

type Row = readonly [from: number, to: number, size: number, colour: FieldColour]
/** Shares of the room above the split. */
const UPPER: Readonly<Partial<Record<FieldKind, Row>>> = {
  logo: [0, 0.16, 15, 'ink'],
  heading: [0.2, 0.38, 30, 'accent'],
  before: [0.41, 0.48, 11, 'muted'],
  recipient: [0.49, 0.73, 44, 'ink'],
  after: [0.75, 0.82, 11, 'muted'],
  subject: [0.83, 1, 21, 'ink'],
}
/** The dome of this design holds the heading and the logo, so the others have all of the room. */
const BELOW_DOME: Readonly<Partial<Record<FieldKind, Row>>> = {
  before: [0, 0.12, 11, 'muted'],
  recipient: [0.14, 0.54, 40, 'ink'],
  after: [0.58, 0.7, 11, 'muted'],
  subject: [0.72, 1, 20, 'accent'],
}
const LOWER: Readonly<Partial<Record<FieldKind, Row>>> = {
  dates: [0.05, 0.17, 10, 'muted'],
  criteria: [0.18, 0.29, 9, 'muted'],
}

const whole = ({ x, y, width, height }: Box): Box => ({
  x: Math.round(x),
  y: Math.round(y),
  width: Math.round(width),
  height: Math.round(height),
})

const fieldAt = (
  kind: FieldKind,
  box: Box,
  style: Partial<LookField> & Pick<LookField, 'align'>,
): LookField => ({
  kind,
  ...whole(box),
  size: 10,
  face: 'sans',
  is_bold: kind === 'subject' || kind === 'logo',
  colour: 'ink',
  ...style,
})

const rowsIn = (rows: typeof UPPER, area: Area, [from, to]: readonly [number, number]): LookField[] => {
  const [x0, x1] = area.room
  const isUpper = rows !== LOWER
  return fieldKinds.flatMap((kind) => {
    const row = rows[kind]
    if (!row) return []
    const [start, end, size, colour] = row
    const box = { x: x0, width: x1 - x0, y: from + (to - from) * start, height: (to - from) * (end - start) }
    const isSerif = kind === 'heading' || kind === 'recipient'
    return fieldAt(kind, box, {
      size,
      colour: isUpper && area.isOnSolid && kind !== 'logo' ? 'onSolid' : colour,
      align: area.align,
      ...(isSerif && area.face === 'serif' && { face: 'serif' }),
    })
  })
}

const footOf = ({ room: [x0, x1, , y1], split, align }: Area): LookField[] => {
  const [width, top] = [x1 - x0, split + (y1 - split) * 0.34]
  const height = y1 - top
  const codes = { x: x1 - width * 0.22, width: width * 0.22 }
  return [
    fieldAt('signatures', { x: x0 + width * 0.21, y: top, width: width * 0.54, height }, { align }),
    fieldAt('seal', { x: x0, y: top, width: width * 0.18, height }, { align: 'start', colour: 'accent' }),
    fieldAt('qr', { ...codes, y: top, height: height * 0.6 }, { align: 'end' }),
    fieldAt('check', { ...codes, y: top + height * 0.62, height: height * 0.38 }, { align: 'end' }),
  ]
}

const DOME: Readonly<Record<Orientation, readonly [logo: Box, heading: Box]>> = {
  landscape: [
    { x: 455, y: 181, width: 90, height: 150 },
    { x: 100, y: 40, width: 800, height: 100 },
  ],
  portrait: [
    { x: 430, y: 215, width: 140, height: 110 },
    { x: 114, y: 60, width: 772, height: 100 },
  ],
}

/** A layout that suits the design, to begin with. */
export const startFields = (design: Design, orientation: Orientation): LookField[] => {
  const area = AREAS[design][orientation]
  const [, , y0, y1] = area.room
  const isDome = design === 'portrait'
  const [logo, heading] = DOME[orientation]
  return [
    ...(isDome
      ? [
          fieldAt('logo', logo, { align: 'center', size: 12 }),
          fieldAt('heading', heading, { align: 'center', size: 28, face: 'serif', colour: 'onSolid' }),
        ]
      : []),
    ...rowsIn(isDome ? BELOW_DOME : UPPER, area, [y0, area.split]),
    ...rowsIn(LOWER, area, [area.split, y1]),
    ...footOf(area),
  ]
}

/** Nearer than this a field jumps to a line. Smaller than a step of the keyboard, so that no line holds it for ever. */
const SNAP = 8
export const KEY_STEP = 10
const GRID = 5
const MARGIN = 50

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value))
const linesOf = (start: number, length: number) => [start, start + length / 2, start + length] as const

/** One axis: the new start, and the line that it keeps to. */
const snapAxis = (start: number, length: number, targets: readonly number[]) => {
  let best: { by: number; line: number } | null = null
  for (const line of targets)
    for (const own of linesOf(start, length)) {
      const by = line - own
      if (Math.abs(by) <= SNAP && (best === null || Math.abs(by) < Math.abs(best.by))) best = { by, line }
    }
  const wanted = best ? start + best.by : Math.round(start / GRID) * GRID
  const at = Math.round(clamp(wanted, 0, PAGE_SIDE - length))
  return { at, line: best && Math.abs(at - wanted) < 1 ? best.line : null }
}

export interface Guides {
  readonly x: number | null
  readonly y: number | null
}
export const NO_GUIDES: Guides = { x: null, y: null }

const targetsOf = (others: readonly Box[], axis: 'x' | 'y') => [
  MARGIN,
  PAGE_SIDE / 2,
  PAGE_SIDE - MARGIN,
  ...others.flatMap((box) => linesOf(box[axis], axis === 'x' ? box.width : box.height)),
]

/** Moved to where it keeps to the middle, the margins or the lines of other fields, else to a grid. */
export const snapped = <T extends Box>(
  box: T,
  others: readonly Box[],
): { readonly box: T; readonly guides: Guides } => {
  const x = snapAxis(box.x, box.width, targetsOf(others, 'x'))
  const y = snapAxis(box.y, box.height, targetsOf(others, 'y'))
  return { box: { ...box, x: x.at, y: y.at }, guides: { x: x.line, y: y.line } }
}

/** Within the page, without keeping to anything. */
export const placedAt = <T extends Box>(box: T, x: number, y: number): T => ({
  ...box,
  x: Math.round(clamp(x, 0, PAGE_SIDE - box.width)),
  y: Math.round(clamp(y, 0, PAGE_SIDE - box.height)),
})

export const resized = <T extends Box>(box: T, width: number, height: number): T => ({
  ...box,
  width: Math.round(clamp(Math.round(width / GRID) * GRID, FIELD_SIDE_MIN, PAGE_SIDE - box.x)),
  height: Math.round(clamp(Math.round(height / GRID) * GRID, FIELD_SIDE_MIN, PAGE_SIDE - box.y)),
})
