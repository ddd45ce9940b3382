import fc from '#tests/support/property.ts'
import { describe, expect, it } from 'vitest'
import { IdSet } from '#server/features/jobs/id-set.ts'

describe('a set of ids', () => {
  it('holds what a set of numbers holds, for any ids', () => {
    const id = fc.integer({ min: 1, max: 5000 })
    fc.assert(
      fc.property(fc.array(id), fc.array(id), (ids, asked) => {
        const [bits, set] = [new IdSet(ids), new Set(ids)]
        expect([...ids, ...asked].map((each) => bits.has(each))).toEqual(
          [...ids, ...asked].map((each) => set.has(each)),
        )
      }),
    )
  })

  it('holds nothing when it is empty', () => {
    expect([1, 31, 32, 100_000].some((id) => new IdSet([]).has(id))).toBe(false)
  })
})
