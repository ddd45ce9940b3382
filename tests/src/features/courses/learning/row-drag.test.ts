import { describe, expect, it } from 'vitest'
import { dropIndex } from '#src/features/courses/learning/model/row-drag.ts'

/** Four rows of 40 px with gaps of 10. */
const rows = [0, 50, 100, 150].map((top) => ({ top, bottom: top + 40 }))

describe('a row that is pulled', () => {
  it.each([
    [0, 0, 0],
    [0, 49, 0],
    [0, 51, 1],
    [0, 120, 2],
    [0, 900, 3],
    [3, -51, 2],
    [3, -900, 0],
    [1, -49, 1],
    [1, -51, 0],
    [2, 51, 3],
  ])('given row %i pulled by %i px, when let go, then it stands at %i', (from, by, to) => {
    expect(dropIndex(rows, from, by)).toBe(to)
  })
})
