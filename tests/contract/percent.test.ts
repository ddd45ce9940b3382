import { expect, it } from 'vitest'
import { percentDone, wholePercent } from '#contract/percent.ts'

it('rounds to the nearest: 1 of 3 is 33, 2 of 3 is 67', () => {
  expect([percentDone(1, 3), percentDone(2, 3)]).toEqual([33, 67])
})

it('says 100 only when everything is done', () => {
  expect([percentDone(299, 300), percentDone(300, 300), percentDone(301, 300)]).toEqual([99, 100, 100])
})

it('says 0 of nothing', () => {
  expect(percentDone(0, 0)).toBe(0)
})

it('never lifts a value to a bound that it missed', () => {
  expect([wholePercent(59.97, [60]), wholePercent(60, [60]), wholePercent(59.97)]).toEqual([59, 60, 60])
})
