import { describe, expect, it } from 'vitest'
import { clockOf, secondsFrom } from '#src/features/course-builder/model/video.ts'

describe('chapter times', () => {
  it.each([
    ['1:05', 65],
    ['01:02:09', 3729],
    ['75', 75],
    ['٢:٠٣', 123],
    ['२:०३', 123],
    ['90:00', 5400],
    ['1:75', null],
    ['soon', null],
    ['', null],
    ['-1:00', null],
  ])('parses %j as %j seconds', (typed, seconds) => {
    expect(secondsFrom(typed)).toBe(seconds)
  })

  it('parses formatted times back to the same seconds', () => {
    for (const second of [0, 7, 59, 60, 3599, 3600, 3729, 35_999])
      expect(secondsFrom(clockOf(second))).toBe(second)
  })
})
