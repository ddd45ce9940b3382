import fc from '#tests/support/property.ts'
import { describe, expect, it } from 'vitest'
import {
  inSeededOrder,
  inUnsolvedOrder,
  keepsOrder,
  questionsOfAttempt,
  withSeededOptions,
} from '#contract/courses/option-order.ts'
import type { ShownQuestion } from '#contract/courses/quiz.ts'

const options = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: `00000000-0000-4000-8000-00000000000${index}`,
    text: `option ${index}`,
  }))
const idsOf = (list: readonly { id: string }[]) => list.map(({ id }) => id)
const seeds = Array.from({ length: 600 }, (_, index) => `${index}:0`)

describe('order of options', () => {
  it('is the same for the same seed, whatever order they are stored in', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(options(8), { minLength: 2 }), fc.string(), (list, seed) => {
        expect(inSeededOrder(list, seed)).toEqual(inSeededOrder(list.toReversed(), seed))
        expect(idsOf(inSeededOrder(list, seed)).toSorted()).toEqual(idsOf(list).toSorted())
      }),
    )
  })

  it('puts every option at every place about equally often', () => {
    const counts = options(4).map(({ id }) =>
      [0, 1, 2, 3].map(
        (place) => seeds.filter((seed) => inSeededOrder(options(4), seed)[place]?.id === id).length,
      ),
    )
    for (const count of counts.flat()) {
      expect(count).toBeGreaterThan(100)
      expect(count).toBeLessThan(200)
    }
  })

  it('differs between two attempts of one person and between two people', () => {
    const question: ShownQuestion = { id: 1, kind: 'single', prompt: '?', points: 1, options: options(6) }
    const order = (seed: string, attempts: number) =>
      questionsOfAttempt({ questions: [question], seed, attempts }).flatMap((shown) =>
        'options' in shown ? idsOf(shown.options) : [],
      )
    expect(order('7', 0)).toEqual(order('7', 0))
    expect(order('7', 0)).not.toEqual(order('7', 1))
    expect(order('7', 0)).not.toEqual(order('8', 0))
  })

  it("keeps the author's order where the author wants it, and the left sides of pairs", () => {
    const kept: ShownQuestion = {
      id: 1,
      kind: 'multiple',
      prompt: '?',
      points: 1,
      options: options(5),
      keep_order: true,
    }
    const pairs: ShownQuestion = {
      id: 2,
      kind: 'matching',
      prompt: '?',
      points: 1,
      left: options(5),
      right: options(5),
    }
    const shown = seeds.map(
      (seed) => [withSeededOptions(kept, seed), withSeededOptions(pairs, seed)] as const,
    )
    for (const [choice, match] of shown) {
      expect(choice).toEqual(kept)
      expect(match).toMatchObject({ left: pairs.left })
    }
    expect(shown.some(([, match]) => JSON.stringify(match) !== JSON.stringify(pairs))).toBe(true)
  })
})

describe('items to be put in order', () => {
  it.each([2, 3, 4])('are never in the right order, of %i items', (count) => {
    const items = options(count)
    for (const seed of seeds)
      for (const solved of [items, items.toReversed()])
        expect(idsOf(inUnsolvedOrder(items, idsOf(solved), seed))).not.toEqual(idsOf(solved))
  })

  it('control: are in the right order for some seeds without that rule', () => {
    const solved = idsOf(options(3))
    expect(seeds.some((seed) => idsOf(inSeededOrder(options(3), seed)).join() === solved.join())).toBe(true)
  })
})

describe('options that name other options by their place', () => {
  it.each([
    'All of the above',
    'None of the above.',
    'both of these',
    'A and C',
    'Both A and B',
    'Neither A nor B.',
    'उपर्युक्त सभी',
    'इनमें से कोई नहीं',
    'جميع ما سبق',
    'كل ما سبق',
    'لا شيء مما ذكر',
  ])('keep their order: %s', (text) => {
    expect(keepsOrder({ options: [{ text: 'One' }, { text }] })).toBe(true)
  })

  it.each([
    'A cat and a dog',
    'Vitamin A and iron',
    'All birds',
    'both lungs',
    'None',
    'دمشق وبغداد',
    'दिल्ली और मुंबई',
  ])('do not: %s', (text) => {
    expect(keepsOrder({ options: [{ text: 'One' }, { text }] })).toBe(false)
  })

  it('follows the author over the texts', () => {
    const list = [{ text: 'One' }, { text: 'All of the above' }]
    expect(keepsOrder({ keep_order: false, options: list })).toBe(false)
    expect(keepsOrder({ keep_order: true, options: [{ text: 'One' }, { text: 'Two' }] })).toBe(true)
  })
})
