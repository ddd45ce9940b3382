/** How a certificate looks: a design, texts of one's own, and, if wanted, places for every field (CE8). */
import * as z from 'zod/mini'
import { inSomeLanguages, singleLine } from '../common.ts'
import { designIds, orientations } from './shapes.ts'

export const SIGNATURES_MAX = 3

/** In the order in which a screen reader reads them. */
export const fieldKinds = [
  'logo',
  'heading',
  'before',
  'recipient',
  'after',
  'subject',
  'dates',
  'criteria',
  'signatures',
  'seal',
  'qr',
  'check',
] as const
export type FieldKind = (typeof fieldKinds)[number]
/** Without them a certificate says nothing, or nobody can verify it. `check` is the serial with its address. */
export const REQUIRED_FIELDS = ['heading', 'recipient', 'subject', 'qr', 'check'] as const

export const fieldColours = ['ink', 'muted', 'accent', 'onSolid'] as const
export type FieldColour = (typeof fieldColours)[number]
export const fieldFaces = ['sans', 'serif'] as const
export const fieldAligns = ['start', 'center', 'end'] as const

/** A share of the page's width or height, in tenths of a percent. */
export const PAGE_SIDE = 1000
export const FIELD_SIDE_MIN = 20
const place = z.int().check(z.minimum(0), z.maximum(PAGE_SIDE - FIELD_SIDE_MIN))
const side = z.int().check(z.minimum(FIELD_SIDE_MIN), z.maximum(PAGE_SIDE))

export const lookField = z
  .object({
    kind: z.enum(fieldKinds),
    /** From the side where reading begins: Arabic certificates are mirrored. */
    x: place,
    y: place,
    width: side,
    height: side,
    /** In points. Names and titles that do not fit become smaller. */
    size: z.int().check(z.minimum(6), z.maximum(80)),
    face: z.enum(fieldFaces),
    is_bold: z.boolean(),
    align: z.enum(fieldAligns),
    colour: z.enum(fieldColours),
  })
  .check(
    z.refine(({ x, width }) => x + width <= PAGE_SIDE, 'beside the page'),
    z.refine(({ y, height }) => y + height <= PAGE_SIDE, 'below the page'),
  )
export type LookField = z.infer<typeof lookField>

const kindsOf = (fields: readonly LookField[]) => fields.map(({ kind }) => kind)

export const lookFields = z.array(lookField).check(
  z.maxLength(fieldKinds.length),
  z.refine((fields) => new Set(kindsOf(fields)).size === fields.length, 'each field once'),
  z.refine((fields) => REQUIRED_FIELDS.every((kind) => kindsOf(fields).includes(kind)), 'a field is missing'),
)

/** Empty: the standard text of that language. */
export const ownTexts = z.object({
  heading: singleLine(0, 80),
  before: singleLine(0, 120),
  after: singleLine(0, 120),
})
export type OwnTexts = z.infer<typeof ownTexts>

/** The path of an uploaded picture. */
export const picturePath = z
  .string()
  .check(z.regex(/^\/files\/\d{1,10}\/certificate-picture\.[a-f0-9]{20}\.(?:png|jpg)$/))

export const look = {
  design: z.enum(designIds),
  orientation: z.enum(orientations),
  show_seal: z.boolean(),
  show_criteria: z.boolean(),
  show_logo: z._default(z.boolean(), true),
  signatures: z
    .array(
      z.object({
        name: singleLine(1, 80),
        role: singleLine(0, 80),
        picture: z._default(z.nullable(picturePath), null),
      }),
    )
    .check(z.maxLength(SIGNATURES_MAX)),
  texts: z._default(inSomeLanguages(ownTexts), {}),
  /** Null: where the design places them. */
  fields: z._default(z.nullable(lookFields), null),
  /** In place of the design's own. */
  background: z._default(z.nullable(picturePath), null),
}
