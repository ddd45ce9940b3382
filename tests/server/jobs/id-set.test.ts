import fc from '#tests/support/property.ts'
import { describe, expect, it } from 'vitest'
import { IdSet } from '#server/features/jobs/id-set.ts'

describe('a set of ids', () => {
  it('holds what a set of numbers holds, for any ids', () => {
    const id = fc.integer({ min: 1, max: 5000 })
    fc.assert(
      fc.property(fc.array(id), fc.array(id), (ids, asked) => {
        const [bits, set] = [IdSet.of(ids), new Set(ids)]
        expect([...ids, ...asked].map((each) => bits.has(each))).toEqual(
          [...ids, ...asked].map((each) => set.has(each)),
        )
      }),
    )
  })

  it('has in common with another what both hold, for any ids', () => {
    const ids = fc.array(fc.integer({ min: 1, max: 500 }))
    fc.assert(
      fc.property(ids, ids, (one, other) => {
        const both = IdSet.of(one).and(IdSet.of(other))
        const expected = new Set(one.filter((id) => other.includes(id)))
        expect([...one, ...other].map((id) => both.has(id))).toEqual(
          [...one, ...other].map((id) => expected.has(id)),
        )
      }),
    )
  })

  it('holds nothing when it is empty', () => {
    expect([1, 31, 32, 100_000].some((id) => IdSet.of([]).has(id))).toBe(false)
  })
})
