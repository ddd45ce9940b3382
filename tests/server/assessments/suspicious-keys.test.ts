/** A key is called suspicious only when chance does not explain the answers. */
import { expect, test } from 'vitest'
import { isSuspicious } from '#server/features/assessments/admin/analysis.service.ts'

const counts = (overrides: Partial<Parameters<typeof isSuspicious>[0]> = {}) => ({
  attempts: 40,
  hits: 10,
  discrimination: 0.3,
  upper: [8, 1, 1, 1, 0],
  ...overrides,
})

test.each([
  ['good learners choose the key', counts(), false],
  ['good learners prefer another letter', counts({ upper: [2, 8, 1, 0, 0] }), true],
  ['another letter leads by one vote', counts({ upper: [4, 5, 1, 0, 0] }), false],
  ['good results correlate with wrong answers', counts({ discrimination: -0.4 }), true],
  ['a correlation slightly below 0 is chance', counts({ discrimination: -0.1 }), false],
  [
    'the same correlation with many attempts is no chance',
    counts({ attempts: 400, hits: 100, discrimination: -0.1 }),
    true,
  ],
  ['nearly everybody is right', counts({ attempts: 11, hits: 10, discrimination: -0.53 }), false],
  [
    'there are too few attempts',
    counts({ attempts: 9, hits: 1, discrimination: -0.9, upper: [0, 3, 0, 0, 0] }),
    false,
  ],
  ['a perfect negative correlation', counts({ discrimination: -1 }), true],
])('judges the key when %s', (_, given, expected) => {
  expect(isSuspicious(given, ['A'])).toBe(expected)
})

test('is never suspicious when every option counts', () => {
  expect(isSuspicious(counts({ discrimination: -0.9 }), ['A', 'B', 'C', 'D'])).toBe(false)
})
