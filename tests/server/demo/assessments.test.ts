/** The demo's question bank: complete in three languages, one right answer each, and every key that numbers decide worked out anew. */
import { describe, expect, test } from 'vitest'
import { languages } from '#contract/common.ts'
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
const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)
const every = (numbers: readonly number[], step: number, from = 0) =>
  numbers.filter((_, at) => at % step === from)
const at = (numbers: readonly number[], place: number) => numbers[place] ?? Number.NaN

type Work = (n: readonly number[]) => number | string
/** What the right option must be, from the numbers of the prompt alone, in their order. */
const works: Readonly<Record<string, Work>> = {
  'percent-of': (n) => (at(n, 0) * at(n, 1)) / 100,
  discount: (n) => (at(n, 0) * (100 - at(n, 1))) / 100,
  'average-four': (n) => sum(n) / n.length,
  'train-length': (n) => (at(n, 0) / 3.6) * at(n, 1),
  'simple-interest': (n) => (at(n, 0) * at(n, 1) * at(n, 2)) / 100,
  'ratio-share': (n) => (at(n, 0) * Math.max(at(n, 1), at(n, 2))) / (at(n, 1) + at(n, 2)),
  'work-together': (n) => 1 / (1 / at(n, 0) + 1 / at(n, 1)),
  'round-trip': (n) => 2 / (1 / at(n, 0) + 1 / at(n, 1)),
  'profit-percent': (n) => ((at(n, 1) - at(n, 0)) / at(n, 0)) * 100,
  bells: (n) => {
    let minute = 1
    while (minute % at(n, 0) > 0 || minute % at(n, 1) > 0) minute += 1
    return minute
  },
  ropes: (n) => {
    let length = at(n, 0)
    while (at(n, 0) % length > 0 || at(n, 1) % length > 0) length -= 1
    return length
  },
  'compound-interest': (n) => at(n, 0) * (1 + at(n, 1) / 100) ** at(n, 2),
  'up-and-down': (n) => ((1 + at(n, 0) / 100) * (1 - at(n, 1) / 100) - 1) * 100,
  juice: (n) => (at(n, 0) * (at(n, 2) - at(n, 1))) / (100 - at(n, 2)),
  'leaking-tank': (n) => 1 / (1 / at(n, 0) - 1 / at(n, 1)),
  'red-ball': (n) => `${at(n, 0)}/${at(n, 0) + at(n, 1)}`,
  'in-a-row': (n) => Array.from({ length: at(n, 0) }, (_, each) => each + 1).reduce((a, b) => a * b, 1),
  linear: (n) => (at(n, 2) - at(n, 1)) / at(n, 0),
  quadratic: (n) => (at(n, 0) + Math.sqrt(at(n, 0) ** 2 - 4 * at(n, 1))) / 2,
  rectangle: (n) => at(n, 1) * (at(n, 0) / 2 - at(n, 1)),
  'circle-growth': (n) => ((1 + at(n, 0) / 100) ** 2 - 1) * 100,
  ladder: (n) => Math.sqrt(at(n, 0) ** 2 - at(n, 1) ** 2),
  ages: (n) => at(n, 1) / (at(n, 0) - 2),
  'number-removed': (n) => at(n, 0) * at(n, 1) - at(n, 2) * at(n, 3),
  'sum-to': (n) => sum(Array.from({ length: at(n, 1) }, (_, each) => each + at(n, 0))),
  geometric: (n) => at(n, 0) * at(n, 1) ** (at(n, 2) - 1),
  remainder: (n) => at(n, 0) % at(n, 1),
  partnership: (n) => (at(n, 4) * at(n, 0) * at(n, 1)) / (at(n, 0) * at(n, 1) + at(n, 2) * at(n, 3)),
  stream: (n) => (at(n, 0) / at(n, 1) - at(n, 0) / at(n, 2)) / 2,
  votes: (n) => at(n, 1) / ((2 * at(n, 0) - 100) / 100),
  'clock-angle': (n) => Math.abs(30 * at(n, 0) - 5.5 * at(n, 1)),
  'series-double': (n) => at(n, n.length - 1) * 2,
  'series-squares': (n) => (n.length + 1) ** 2,
  'series-growing': (n) => at(n, n.length - 1) + n.length,
  'series-two-steps': (n) => at(n, n.length - 1) * 2,
  'series-gap': (n) => at(n, 2) * 2,
  signs: (n) => at(n, 0) * at(n, 1) - at(n, 2),
  walk: (n) => Math.hypot(at(n, 0), at(n, 1)),
  'place-from-right': (n) => at(n, 0) - at(n, 1) + 1,
  'as-eight': (n) => at(n, 2) ** 2,
  handshakes: (n) => (at(n, 0) * (at(n, 0) - 1)) / 2,
  'new-sign': (n) => at(n, 6) ** 2 + at(n, 7),
  'piano-guitar': (n) => at(n, 0) - at(n, 1) - at(n, 2) + at(n, 3),
  'light-coin': (n) => {
    // Each weighing tells three thirds apart.
    let weighings = 0
    while (3 ** weighings < at(n, 0)) weighings += 1
    return weighings
  },
  'books-total': sum,
  'books-mean': (n) => sum(n) / n.length,
  'books-friday': (n) => (at(n, 4) / sum(n)) * 100,
  'books-rise': (n) => ((at(n, 4) - at(n, 3)) / at(n, 3)) * 100,
  'books-spread': (n) => Math.max(...n) - Math.min(...n),
  'python-rate': (n) => (at(n, 3) / at(n, 2)) * 100,
  'overall-rate': (n) => (sum(every(n, 2, 1)) / sum(every(n, 2))) * 100,
  'not-passed': (n) => at(n, 6) - at(n, 7),
  food: (n) => (at(n, 0) * at(n, 2)) / 100,
  'rent-transport': (n) => (at(n, 0) * (at(n, 1) - at(n, 3))) / 100,
  'pie-angle': (n) => (360 * at(n, 1)) / 100,
  'learning-savings': (n) => (at(n, 0) * (at(n, 4) + at(n, 5))) / 100,
  'rent-rises': (n) => at(n, 1) * 1.1,
  'rain-median': (n) => {
    const sorted = n.toSorted((a, b) => a - b)
    return (at(sorted, 2) + at(sorted, 3)) / 2
  },
  'rain-range': (n) => Math.max(...n) - Math.min(...n),
  'rain-rise': (n) => ((at(n, 3) - at(n, 2)) / at(n, 2)) * 100,
  'rain-mean': (n) => sum(n) / n.length,
  'rain-above': (n) => n.filter((each) => each > sum(n) / n.length).length,
  'fault-rate': (n) => (at(n, 1) / at(n, 0)) * 100,
  'overall-faults': (n) => (sum(every(n, 2, 1)) / sum(every(n, 2))) * 100,
  'good-parts': (n) => at(n, 2) - at(n, 3),
  'third-share': (n) => (at(n, 4) / sum(every(n, 2))) * 100,
  'third-quarter': (n) => at(n, 4) - at(n, 5),
  'year-profit': (n) => sum(every(n, 2)) - sum(every(n, 2, 1)),
  'income-growth': (n) => ((at(n, 6) - at(n, 0)) / at(n, 0)) * 100,
}

/** A fraction is a word; a sign, a unit or a per cent is not. */
const saying = (option: string): number | string =>
  option.includes('/') ? option : Number(option.replace('−', '-').replaceAll(/[^\d.-]/g, ''))
const round = (value: number | string) => (typeof value === 'number' ? Math.round(value * 1e6) / 1e6 : value)
const worked = (question: DemoQuestion, work: Work) =>
  languages.map((language) => round(work(numbersOf(question.words[language].prompt))))

describe('the demo’s question bank', () => {
  test('given its tags, when read, then each question has one to three, none says the topic again, and each is shared', () => {
    const counts = new Map<string, number>()
    for (const { draft } of all) {
      expect(draft.tags.length).toBeGreaterThanOrEqual(1)
      expect(draft.tags.length).toBeLessThanOrEqual(3)
      for (const tag of draft.tags) counts.set(tag, (counts.get(tag) ?? 0) + 1)
    }
    expect([...counts.keys()].filter((tag) => topicNames.has(tag.toLowerCase()))).toEqual([])
    expect([...counts.values()].every((count) => count >= 2)).toBe(true)
  })

  test('given the topics, when counted, then each has 30 questions or more in every difficulty, and no name twice', () => {
    for (const { key, questions } of demoTopics) {
      expect(questions.length, key).toBeGreaterThanOrEqual(30)
      const difficulties = questions.map(({ difficulty }) => difficulty)
      for (const each of ['easy', 'medium', 'hard'] as const)
        expect(difficulties.filter((one) => one === each).length, `${key} ${each}`).toBeGreaterThanOrEqual(6)
    }
    expect(all.length).toBeGreaterThanOrEqual(120)
    expect(bySlug.size).toBe(all.length)
  })

  test.each(all.map(({ question, draft }) => [question.slug, draft] as const))(
    'given %s, when read as the bank reads it, then it is complete in three languages with four different options',
    (_, draft) => {
      expect(questionDraft.safeParse(draft).error).toBeUndefined()
      expect(Object.keys(draft.texts).toSorted()).toEqual(['ar', 'en', 'hi'])
      for (const language of languages) expect(draft.texts[language]?.explanation).not.toBe('')
      expect(draft.texts.hi?.prompt).toMatch(/\p{Script=Devanagari}/u)
      expect(draft.texts.ar?.prompt).toMatch(/\p{Script=Arabic}/u)
    },
  )

  test('given the keys, when counted in each topic, then the letters are evenly spread', () => {
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

  test('given questions that numbers decide, when worked out from the prompt in each language, then the key is right', () => {
    expect(Object.keys(works).length).toBeGreaterThanOrEqual(60)
    for (const [slug, work] of Object.entries(works)) {
      const question = bySlug.get(slug)
      if (!question) throw new Error(`no question ${slug}`)
      const right = saying(question.words.en.options[0])
      expect(worked(question, work), slug).toEqual([right, right, right])
      const others = question.words.en.options.slice(1).map(saying)
      expect(others, slug).not.toContain(right)
    }
  })

  test('given a key that is wrong by one, when worked out, then it is found: the control', () => {
    const question = bySlug.get('books-total')
    if (!question || !works['books-total']) throw new Error('the control needs its question')
    const wrong = {
      ...question,
      words: { ...question.words, en: { ...question.words.en, prompt: `${question.words.en.prompt} 1` } },
    }
    expect(worked(wrong, works['books-total'])[0]).not.toBe(saying(question.words.en.options[0]))
  })
})
