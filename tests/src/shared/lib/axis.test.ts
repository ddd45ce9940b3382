import fc from '#tests/support/property.ts'
import { describe, expect, it } from 'vitest'
import { axisValues, COUNT_STEPS, HOUR_STEPS } from '#src/shared/lib/axis.ts'

describe('axisValues', () => {
  it('starts at zero, ends at or above the most, and has at most five values', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1e6, noNaN: true }),
        fc.constantFrom<readonly number[]>(COUNT_STEPS, HOUR_STEPS),
        (most, steps) => {
          const values = axisValues(most, steps)
          expect(values[0]).toBe(0)
          expect(values.at(-1)).toBeGreaterThanOrEqual(most - 1e-6)
          expect(values.length).toBeGreaterThan(1)
          expect(values.length).toBeLessThanOrEqual(5)
        },
      ),
    )
  })

  it.each([
    [0, HOUR_STEPS, [0, 1 / 12]],
    [0.7, HOUR_STEPS, [0, 0.25, 0.5, 0.75]],
    [3.2, HOUR_STEPS, [0, 1, 2, 3, 4]],
    [7, COUNT_STEPS, [0, 2, 4, 6, 8]],
    [1000, COUNT_STEPS, [0, 500, 1000]],
  ])('counts %d in steps that people count in', (most, steps, values) => {
    expect(axisValues(most, steps)).toEqual(values)
  })
})
