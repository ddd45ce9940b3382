import { expect, it } from 'vitest'
import { likePattern, lowerLikePattern } from '#server/core/db/like-pattern.ts'

it('takes the signs of patterns literally and leaves spaces at the ends out', () => {
  expect(likePattern(String.raw` 50%_\ `)).toBe(String.raw`%50\%\_\\%`)
})

it('finds letters that were typed in two parts in columns in lower case', () => {
  expect(lowerLikePattern('Jose\u0301')).toBe('%jos\u00e9%')
})
