/**
 * The demo's question bank: complete in three languages, one right answer each; keys with numbers are recomputed.
 */
import { describe, expect, test } from 'vitest'
import { languages } from '#contract/languages.ts'
import { questionDraft } from '#contract/question-bank/question-bank.ts'
import { draftOf, type DemoQuestion } from '#server/demo/content/assessments/kit.ts'
import { demoTopics } from '#server/demo/content/assessments/topics.ts'

const all = demoTopics.flatMap(({ questions }) =>
  questions.map((question, index) => ({
    question,
    draft: draftOf(question, index, { topicId: 1, language: 'en', languages }),
  })),
)
const topicNames = new Set(
  demoTopics.flatMap(({ key, names }) => [key, ...Object.values(names)]).map((name) => name.toLowerCase()),
)
const bySlug = new Map(all.map(({ question }) => [question.slug, question]))
const numbersOf = (text: string) => (text.match(/\d+/g) ?? []).map(Number)
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
const everyNth = (numbers: readonly number[], step: number, from = 0) =>
  numbers.filter((_, at) => at % step === from)
const valueAt = (numbers: readonly number[], index: number) => numbers[index] ?? Number.NaN

type Solution = (n: readonly number[]) => number | string
/** Computes the right option from the numbers of the prompt, in their order. */
const solutions: Readonly<Record<string, Solution>> = {
  'percent-of': (n) => (valueAt(n, 0) * valueAt(n, 1)) / 100,
  discount: (n) => (valueAt(n, 0) * (100 - valueAt(n, 1))) / 100,
  'average-four': (n) => sum(n) / n.length,
  'train-length': (n) => (valueAt(n, 0) / 3.6) * valueAt(n, 1),
  'simple-interest': (n) => (valueAt(n, 0) * valueAt(n, 1) * valueAt(n, 2)) / 100,
  'ratio-share': (n) =>
    (valueAt(n, 0) * Math.max(valueAt(n, 1), valueAt(n, 2))) / (valueAt(n, 1) + valueAt(n, 2)),
  'work-together': (n) => 1 / (1 / valueAt(n, 0) + 1 / valueAt(n, 1)),
  'round-trip': (n) => 2 / (1 / valueAt(n, 0) + 1 / valueAt(n, 1)),
  'profit-percent': (n) => ((valueAt(n, 1) - valueAt(n, 0)) / valueAt(n, 0)) * 100,
  bells: (n) => {
    let minute = 1
    while (minute % valueAt(n, 0) > 0 || minute % valueAt(n, 1) > 0) minute += 1
    return minute
  },
  ropes: (n) => {
    let length = valueAt(n, 0)
    while (valueAt(n, 0) % length > 0 || valueAt(n, 1) % length > 0) length -= 1
    return length
  },
  'compound-interest': (n) => valueAt(n, 0) * (1 + valueAt(n, 1) / 100) ** valueAt(n, 2),
  'up-and-down': (n) => ((1 + valueAt(n, 0) / 100) * (1 - valueAt(n, 1) / 100) - 1) * 100,
  juice: (n) => (valueAt(n, 0) * (valueAt(n, 2) - valueAt(n, 1))) / (100 - valueAt(n, 2)),
  'leaking-tank': (n) => 1 / (1 / valueAt(n, 0) - 1 / valueAt(n, 1)),
  'red-ball': (n) => `${valueAt(n, 0)}/${valueAt(n, 0) + valueAt(n, 1)}`,
  'in-a-row': (n) => Array.from({ length: valueAt(n, 0) }, (_, each) => each + 1).reduce((a, b) => a * b, 1),
  linear: (n) => (valueAt(n, 2) - valueAt(n, 1)) / valueAt(n, 0),
  quadratic: (n) => (valueAt(n, 0) + Math.sqrt(valueAt(n, 0) ** 2 - 4 * valueAt(n, 1))) / 2,
  rectangle: (n) => valueAt(n, 1) * (valueAt(n, 0) / 2 - valueAt(n, 1)),
  'circle-growth': (n) => ((1 + valueAt(n, 0) / 100) ** 2 - 1) * 100,
  ladder: (n) => Math.sqrt(valueAt(n, 0) ** 2 - valueAt(n, 1) ** 2),
  ages: (n) => valueAt(n, 1) / (valueAt(n, 0) - 2),
  'number-removed': (n) => valueAt(n, 0) * valueAt(n, 1) - valueAt(n, 2) * valueAt(n, 3),
  'sum-to': (n) => sum(Array.from({ length: valueAt(n, 1) }, (_, each) => each + valueAt(n, 0))),
  geometric: (n) => valueAt(n, 0) * valueAt(n, 1) ** (valueAt(n, 2) - 1),
  remainder: (n) => valueAt(n, 0) % valueAt(n, 1),
  partnership: (n) =>
    (valueAt(n, 4) * valueAt(n, 0) * valueAt(n, 1)) /
    (valueAt(n, 0) * valueAt(n, 1) + valueAt(n, 2) * valueAt(n, 3)),
  stream: (n) => (valueAt(n, 0) / valueAt(n, 1) - valueAt(n, 0) / valueAt(n, 2)) / 2,
  votes: (n) => valueAt(n, 1) / ((2 * valueAt(n, 0) - 100) / 100),
  'clock-angle': (n) => Math.abs(30 * valueAt(n, 0) - 5.5 * valueAt(n, 1)),
  'series-double': (n) => valueAt(n, n.length - 1) * 2,
  'series-squares': (n) => (n.length + 1) ** 2,
  'series-growing': (n) => valueAt(n, n.length - 1) + n.length,
  'series-two-steps': (n) => valueAt(n, n.length - 1) * 2,
  'series-gap': (n) => valueAt(n, 2) * 2,
  signs: (n) => valueAt(n, 0) * valueAt(n, 1) - valueAt(n, 2),
  walk: (n) => Math.hypot(valueAt(n, 0), valueAt(n, 1)),
  'place-from-right': (n) => valueAt(n, 0) - valueAt(n, 1) + 1,
  'as-eight': (n) => valueAt(n, 2) ** 2,
  handshakes: (n) => (valueAt(n, 0) * (valueAt(n, 0) - 1)) / 2,
  'new-sign': (n) => valueAt(n, 6) ** 2 + valueAt(n, 7),
  'piano-guitar': (n) => valueAt(n, 0) - valueAt(n, 1) - valueAt(n, 2) + valueAt(n, 3),
  'light-coin': (n) => {
    // Each weighing distinguishes three thirds.
    let weighings = 0
    while (3 ** weighings < valueAt(n, 0)) weighings += 1
    return weighings
  },
  'books-total': sum,
  'books-mean': (n) => sum(n) / n.length,
  'books-friday': (n) => (valueAt(n, 4) / sum(n)) * 100,
  'books-rise': (n) => ((valueAt(n, 4) - valueAt(n, 3)) / valueAt(n, 3)) * 100,
  'books-spread': (n) => Math.max(...n) - Math.min(...n),
  'python-rate': (n) => (valueAt(n, 3) / valueAt(n, 2)) * 100,
  'overall-rate': (n) => (sum(everyNth(n, 2, 1)) / sum(everyNth(n, 2))) * 100,
  'not-passed': (n) => valueAt(n, 6) - valueAt(n, 7),
  food: (n) => (valueAt(n, 0) * valueAt(n, 2)) / 100,
  'rent-transport': (n) => (valueAt(n, 0) * (valueAt(n, 1) - valueAt(n, 3))) / 100,
  'pie-angle': (n) => (360 * valueAt(n, 1)) / 100,
  'learning-savings': (n) => (valueAt(n, 0) * (valueAt(n, 4) + valueAt(n, 5))) / 100,
  'rent-rises': (n) => valueAt(n, 1) * 1.1,
  'rain-median': (n) => {
    const sorted = n.toSorted((a, b) => a - b)
    return (valueAt(sorted, 2) + valueAt(sorted, 3)) / 2
  },
  'rain-range': (n) => Math.max(...n) - Math.min(...n),
  'rain-rise': (n) => ((valueAt(n, 3) - valueAt(n, 2)) / valueAt(n, 2)) * 100,
  'rain-mean': (n) => sum(n) / n.length,
  'rain-above': (n) => n.filter((each) => each > sum(n) / n.length).length,
  'fault-rate': (n) => (valueAt(n, 1) / valueAt(n, 0)) * 100,
  'overall-faults': (n) => (sum(everyNth(n, 2, 1)) / sum(everyNth(n, 2))) * 100,
  'good-parts': (n) => valueAt(n, 2) - valueAt(n, 3),
  'third-share': (n) => (valueAt(n, 4) / sum(everyNth(n, 2))) * 100,
  'third-quarter': (n) => valueAt(n, 4) - valueAt(n, 5),
  'year-profit': (n) => sum(everyNth(n, 2)) - sum(everyNth(n, 2, 1)),
  'income-growth': (n) => ((valueAt(n, 6) - valueAt(n, 0)) / valueAt(n, 0)) * 100,
}

/** Fractions stay text; signs, units and percent signs are removed. */
const parseOption = (option: string): number | string =>
  option.includes('/') ? option : Number(option.replace('−', '-').replaceAll(/[^\d.-]/g, ''))
const round = (value: number | string) => (typeof value === 'number' ? Math.round(value * 1e6) / 1e6 : value)
const solve = (question: DemoQuestion, solution: Solution) =>
  languages.map((language) => round(solution(numbersOf(question.texts[language].prompt))))

describe('demo question bank', () => {
  test('has one to three shared tags per question, none equal to a topic', () => {
    const counts = new Map<string, number>()
    for (const { draft } of all) {
      expect(draft.tags.length).toBeGreaterThanOrEqual(1)
      expect(draft.tags.length).toBeLessThanOrEqual(3)
      for (const tag of draft.tags) counts.set(tag, (counts.get(tag) ?? 0) + 1)
    }
    expect([...counts.keys()].filter((tag) => topicNames.has(tag.toLowerCase()))).toEqual([])
    expect([...counts.values()].every((count) => count >= 2)).toBe(true)
  })

  test('has at least 30 questions per topic with all difficulties and unique names', () => {
    for (const { key, questions } of demoTopics) {
      expect(questions.length, key).toBeGreaterThanOrEqual(30)
      const difficulties = questions.map(({ difficulty }) => difficulty)
      for (const each of ['easy', 'medium', 'hard'] as const)
        expect(
          difficulties.filter((difficulty) => difficulty === each).length,
          `${key} ${each}`,
        ).toBeGreaterThanOrEqual(6)
    }
    expect(all.length).toBeGreaterThanOrEqual(120)
    expect(bySlug.size).toBe(all.length)
  })

  test.each(all.map(({ question, draft }) => [question.slug, draft] as const))(
    'has four different options in three languages for %s',
    (_, draft) => {
      expect(questionDraft.safeParse(draft).error).toBeUndefined()
      expect(Object.keys(draft.texts).toSorted()).toEqual(['ar', 'en', 'hi'])
      for (const language of languages) expect(draft.texts[language]?.explanation).not.toBe('')
      expect(draft.texts.hi?.prompt).toMatch(/\p{Script=Devanagari}/u)
      expect(draft.texts.ar?.prompt).toMatch(/\p{Script=Arabic}/u)
    },
  )

  test('spreads the right letters evenly in each topic', () => {
    for (const { key, questions } of demoTopics) {
      const counts = { A: 0, B: 0, C: 0, D: 0 }
      for (const [index, question] of questions.entries())
        counts[draftOf(question, index, { topicId: 1, language: 'en', languages }).answer] += 1
      expect(
        Math.max(...Object.values(counts)) - Math.min(...Object.values(counts)),
        key,
      ).toBeLessThanOrEqual(2)
    }
  })

  test('has the right key wherever numbers decide, in every language', () => {
    expect(Object.keys(solutions).length).toBeGreaterThanOrEqual(60)
    for (const [slug, solution] of Object.entries(solutions)) {
      const question = bySlug.get(slug)
      if (!question) throw new Error(`no question ${slug}`)
      const right = parseOption(question.texts.en.options[0])
      expect(solve(question, solution), slug).toEqual([right, right, right])
      const others = question.texts.en.options.slice(1).map(parseOption)
      expect(others, slug).not.toContain(right)
    }
  })

  test('control: finds a wrong key', () => {
    const question = bySlug.get('books-total')
    if (!question || !solutions['books-total']) throw new Error('the control needs its question')
    const wrong = {
      ...question,
      texts: { ...question.texts, en: { ...question.texts.en, prompt: `${question.texts.en.prompt} 1` } },
    }
    expect(solve(wrong, solutions['books-total'])[0]).not.toBe(parseOption(question.texts.en.options[0]))
  })
})
