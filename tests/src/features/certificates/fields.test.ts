import fc from '#tests/support/property.ts'
import { describe, expect, it } from 'vitest'
import { lookFields, PAGE_SIDE, type LookField } from '#contract/certificates/look.ts'
import { designIds, orientations } from '#contract/certificates/shapes.ts'
import {
  KEY_STEP,
  placedAt,
  resized,
  snapped,
  startFields,
} from '#src/features/certificates/admin/model/fields.ts'
import { groundOf, unreadable } from '#src/features/certificates/admin/model/readable.ts'

const box = { x: 100, y: 100, width: 200, height: 50 }
const layouts = designIds.flatMap((design) =>
  orientations.map((orientation) => [design, orientation] as const),
)

describe('fields to begin with', () => {
  it.each(layouts)('of %s in %s are what the server accepts', (design, orientation) => {
    expect(lookFields.safeParse(startFields(design, orientation)).error).toBeUndefined()
  })

  it.each(layouts)('of %s in %s do not lie on each other', (design, orientation) => {
    const fields = startFields(design, orientation)
    const pairs = fields.flatMap((one, index) =>
      fields.slice(index + 1).map((other) => [one, other] as const),
    )
    const meet = pairs.filter(
      ([one, other]) =>
        one.x < other.x + other.width &&
        other.x < one.x + one.width &&
        one.y < other.y + other.height &&
        other.y < one.y + one.height,
    )
    expect(meet.map(([one, other]) => `${one.kind} ${other.kind}`)).toEqual([])
  })
})

describe('moving a field', () => {
  it('jumps to the middle of the page, the margins and the lines of others', () => {
    expect(snapped({ ...box, x: 396 }, [])).toMatchObject({ box: { x: 400 }, guides: { x: 500, y: null } })
    expect(snapped({ ...box, x: 44 }, [])).toMatchObject({ box: { x: 50 }, guides: { x: 50 } })
    expect(snapped({ ...box, x: 703 }, [{ x: 710, y: 500, width: 40, height: 30 }])).toMatchObject({
      box: { x: 710 },
      guides: { x: 710 },
    })
  })

  it('keeps to a grid elsewhere', () => {
    expect(snapped({ ...box, x: 222, y: 233 }, []).box).toMatchObject({ x: 220, y: 235 })
  })

  it('never leaves the page, whatever is tried', () => {
    fc.assert(
      fc.property(fc.integer({ min: -3000, max: 3000 }), fc.integer({ min: -3000, max: 3000 }), (x, y) => {
        for (const each of [snapped(placedAt(box, x, y), []).box, resized(box, x, y)]) {
          expect(each.x).toBeGreaterThanOrEqual(0)
          expect(each.x + each.width).toBeLessThanOrEqual(PAGE_SIDE)
          expect(each.y + each.height).toBeLessThanOrEqual(PAGE_SIDE)
          expect(Number.isInteger(each.x + each.y + each.width + each.height)).toBe(true)
        }
      }),
    )
  })

  it('by the keyboard crosses the page: no line holds a field for ever', () => {
    const others = startFields('classic', 'landscape')
    let at = placedAt(box, 0, 300)
    for (let step = 0; step < 200 && at.x < PAGE_SIDE - at.width; step += 1) {
      const next = snapped(placedAt(at, at.x + KEY_STEP, at.y), others).box
      expect(next.x).toBeGreaterThan(at.x)
      at = next
    }
    expect(at.x).toBe(PAGE_SIDE - at.width)
  })
})

describe('the contrast of a field', () => {
  /** The first half is dark blue. */
  const width = 100
  const data = new Uint8ClampedArray(width * width * 4)
  for (let pixel = 0; pixel < width * width; pixel += 1)
    data.set(pixel % width < 50 ? [20, 40, 120, 255] : [255, 255, 255, 255], pixel * 4)
  const pixels = { width, height: width, data }
  const colours = { ink: '#161b26', muted: '#535c6b', accent: '#1438aa', onSolid: '#ffffff' }
  const [name] = startFields('classic', 'landscape').filter(({ kind }) => kind === 'recipient')
  const field = (x: number, colour: LookField['colour']): LookField[] =>
    name ? [{ ...name, x, width: 400, colour }] : []

  it('is found where most of its ground is', () => {
    expect(groundOf(pixels, field(0, 'ink')[0]!, false)).toBe('#142878')
    expect(groundOf(pixels, field(0, 'ink')[0]!, true)).toBe('#ffffff')
  })

  it.each([
    [0, 'ink', false, ['recipient']],
    [0, 'onSolid', false, []],
    [550, 'ink', false, []],
    [550, 'onSolid', false, ['recipient']],
    [0, 'onSolid', true, ['recipient']],
  ] as const)('at %i in %s, mirrored %s: %j', (x, colour, isMirrored, expected) => {
    expect(unreadable(field(x, colour), pixels, { colours, isMirrored })).toEqual(expected)
  })
})
