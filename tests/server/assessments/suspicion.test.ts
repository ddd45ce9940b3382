/** A key is called into doubt by more than the chance of a few learners. */
import { expect, test } from 'vitest'
import { isSuspicious } from '#server/features/assessments/admin/analysis.service.ts'

const counts = (given: Partial<Parameters<typeof isSuspicious>[0]> = {}) => ({
  attempts: 40,
  hits: 10,
  discrimination: 0.3,
  upper: [8, 1, 1, 1, 0],
  ...given,
})

test.each([
  ['good learners choose the key', counts(), false],
  ['good learners choose another letter', counts({ upper: [2, 8, 1, 0, 0] }), true],
  ['one vote more for another letter', counts({ upper: [4, 5, 1, 0, 0] }), false],
  ['who does well gets it wrong', counts({ discrimination: -0.4 }), true],
  ['a little below 0, as chance has it', counts({ discrimination: -0.1 }), false],
  [
    'the same with many attempts is no chance',
    counts({ attempts: 400, hits: 100, discrimination: -0.1 }),
    true,
  ],
  ['nearly everybody is right', counts({ attempts: 11, hits: 10, discrimination: -0.53 }), false],
  ['too few attempts', counts({ attempts: 9, hits: 1, discrimination: -0.9, upper: [0, 3, 0, 0, 0] }), false],
  ['all of them wrong where it counts', counts({ discrimination: -1 }), true],
])('given %s, when looked at, then %#', (_, given, expected) => {
  expect(isSuspicious(given, ['A'])).toBe(expected)
})

test('given every option counts, when looked at, then there is nothing to doubt', () => {
  expect(isSuspicious(counts({ discrimination: -0.9 }), ['A', 'B', 'C', 'D'])).toBe(false)
})
