import { describe, expect, it } from 'vitest'
import { dropIndex } from '#src/features/courses/learning/model/row-drag.ts'

/** Four rows of 40 px with gaps of 10 px. */
const rows = [0, 50, 100, 150].map((top) => ({ top, bottom: top + 40 }))

describe('dropIndex', () => {
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
  ])('drops row %i, dragged by %i px, at index %i', (from, offset, to) => {
    expect(dropIndex(rows, from, offset)).toBe(to)
  })
})
