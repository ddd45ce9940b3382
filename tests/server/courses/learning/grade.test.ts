import fc from '#tests/support/property.ts'
import { describe, expect, test } from 'vitest'
import { randomUUID } from 'node:crypto'
import type { GivenAnswer } from '#contract/courses/quiz.ts'
import { comparable, typedNumber } from '#server/features/courses/learning/quiz/answer-text.ts'
import {
  gradeOf,
  isRevealed,
  markQuiz,
  invalidAnswerPaths,
  type KeyedQuestion,
} from '#server/features/courses/learning/quiz/grade.ts'
import { shownFrom } from '#server/features/courses/learning/quiz/quiz-questions.ts'
import { attemptsLeft, nextAttemptAt } from '#server/features/courses/learning/quiz/attempt-limits.ts'

type Of<K extends KeyedQuestion['kind']> = Extract<KeyedQuestion, { kind: K }>
const head = { id: 1, prompt: 'Question', points: 1, explanation: 'why' }
const side = (text: string) => ({ id: randomUUID() as string, text })
const option = (text: string, correct: boolean) => ({ ...side(text), correct, explanation: `about ${text}` })

const single = (id = 1): Of<'single'> => ({
  ...head,
  id,
  kind: 'single',
  options: [option('right', true), option('wrong', false), option('worse', false)],
})
const multiple = (right: number, wrong: number, changes: Partial<Of<'multiple'>> = {}): Of<'multiple'> => ({
  ...head,
  kind: 'multiple',
  partial: true,
  options: [
    ...Array.from({ length: right }, (_, index) => option(`right ${index}`, true)),
    ...Array.from({ length: wrong }, (_, index) => option(`wrong ${index}`, false)),
  ],
  ...changes,
})
const short = (accepted: string[], case_sensitive = false): Of<'short'> => ({
  ...head,
  kind: 'short',
  accepted,
  case_sensitive,
})
const numeric = (value: number, tolerance = 0, unit = ''): Of<'numeric'> => ({
  ...head,
  kind: 'numeric',
  value,
  tolerance,
  unit,
})
const ordering = (length: number, changes: Partial<Of<'ordering'>> = {}): Of<'ordering'> => ({
  ...head,
  kind: 'ordering',
  partial: true,
  items: Array.from({ length }, (_, index) => side(`step ${index}`)),
  ...changes,
})
const matching = (length: number, changes: Partial<Of<'matching'>> = {}): Of<'matching'> => ({
  ...head,
  kind: 'matching',
  partial: true,
  pairs: Array.from({ length }, (_, index) => ({
    left: side(`left ${index}`),
    right: side(`right ${index}`),
  })),
  extra: [side('belongs to nothing')],
  ...changes,
})
const idsOf = (list: readonly { id: string }[]) => list.map((each) => each.id)
const percent = (question: KeyedQuestion, answer: GivenAnswer) => markQuiz([question], [answer], 60).percent
const typed = (question: Of<'short' | 'numeric'>, text: string) =>
  percent(question, { question_id: 1, kind: question.kind, text })

describe('single choice', () => {
  const chosen = (question: Of<'single'>, at: number): GivenAnswer => ({
    question_id: question.id,
    kind: 'single',
    chosen: question.options[at]?.id ?? null,
  })

  test('shows 2 of 3 as 67 %, or as 66 % where that misses the pass mark', () => {
    const questions = [1, 2, 3].map(single)
    const answers = questions.map((question, index) => chosen(question, index === 2 ? 1 : 0))
    expect(markQuiz(questions, answers, 67)).toMatchObject({ percent: 66, passed: false })
    expect(markQuiz(questions, answers, 66)).toMatchObject({ percent: 67, passed: true })
  })

  test('gives unanswered questions nothing, and never passes an empty quiz', () => {
    const open = markQuiz([single()], [{ question_id: 1, kind: 'single', chosen: null }], 1)
    expect(gradeOf(open, false).questions[0]).toMatchObject({ verdict: 'open', earned: 0 })
    expect(markQuiz([single()], [], 1)).toMatchObject({ percent: 0, passed: false })
    expect(markQuiz([], [], 1)).toMatchObject({ percent: 0, passed: false })
  })

  test('weighs questions by their points', () => {
    const questions = [single(1), { ...single(2), points: 3 }]
    expect(markQuiz(questions, [chosen(questions[0]!, 0)], 60).percent).toBe(25)
  })
})

describe('multiple choice', () => {
  test('scores (right − wrong) of all right options, never below zero', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 0, max: 6 }),
        fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }),
        (right, wrong, picks) => {
          fc.pre(right + wrong >= 2)
          const question = multiple(right, wrong)
          const chosen = idsOf(question.options.filter((_, index) => picks[index]))
          // The model counts by hand, in whole hundredths.
          const hits = picks.slice(0, right).filter(Boolean).length
          const misses = picks.slice(right, right + wrong).filter(Boolean).length
          const expected = Math.floor((100 * Math.max(0, hits - misses)) / right)
          expect(percent(question, { question_id: 1, kind: 'multiple', chosen })).toBe(expected)
        },
      ),
    )
  })

  test('control: choosing everything earns full marks if wrong choices are ignored', () => {
    const question = multiple(2, 2)
    const allOptions = idsOf(question.options)
    const naive =
      (100 * question.options.filter((each) => each.correct && allOptions.includes(each.id)).length) / 2
    expect(naive).toBe(100)
    expect(percent(question, { question_id: 1, kind: 'multiple', chosen: allOptions })).toBe(0)
  })

  test('gives nothing for a partial answer without partial points', () => {
    const question = multiple(2, 1, { partial: false })
    const chosen = [question.options[0]!.id]
    expect(percent(question, { question_id: 1, kind: 'multiple', chosen })).toBe(0)
    expect(percent({ ...question, partial: true }, { question_id: 1, kind: 'multiple', chosen })).toBe(50)
  })
})

describe('short answers', () => {
  test.each([
    ['left join', 'LEFT JOIN', 100],
    ['left join', '  left \t join ', 100],
    ['left join', 'left\u200f join', 100],
    ['left join', 'leftjoin', 0],
    ['10', '١٠', 100],
    ['10', '१०', 100],
    ['10', '۱۰', 100],
    ['café', 'cafe\u0301', 100],
    ['متوسط', 'متـوسط', 100],
    ['औसत', ' औसत ', 100],
    ['mean', 'median', 0],
  ])('with %j accepted, typing %j earns %i %%', (accepted, answer, expected) => {
    expect(typed(short(['something else', accepted]), answer)).toBe(expected)
  })

  test('respects case where it matters, and treats spaces as unanswered', () => {
    expect([typed(short(['Na'], true), 'Na'), typed(short(['Na'], true), 'na')]).toEqual([100, 0])
    const open = markQuiz([short(['x'])], [{ question_id: 1, kind: 'short', text: ' \u200f ' }], 60)
    expect(open.questions[0]?.open).toBe(true)
  })

  test('normalises idempotently', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (text) => {
        const once = comparable(text, true)
        expect(comparable(once, true)).toBe(once)
      }),
    )
  })
})

describe('numbers', () => {
  test.each<[string, number | null]>([
    ['42', 42],
    ['-0.5', -0.5],
    ['−3', -3],
    ['+7', 7],
    ['0,5', 0.5],
    ['1,000', 1000],
    ['12,345,678.9', 12_345_678.9],
    ['1,00,000', 100_000],
    ['1 000', 1000],
    ['٣٫٥', 3.5],
    ['१२.५', 12.5],
    ['١٬٠٠٠', 1000],
    ['1e3', 1000],
    ['1/4', 0.25],
    ['-3/2', -1.5],
    ['1/0', null],
    ['', null],
    ['abc', null],
    ['1.2.3', null],
    ['0x10', null],
    ['Infinity', null],
    ['1,2,3', null],
  ])('parses %j as %j', (text, expected) => {
    expect(typedNumber(text)).toBe(expected)
  })

  test('ignores the unit after a number', () => {
    expect([typedNumber('12 kg', 'kg'), typedNumber('12KG', 'kg'), typedNumber('12 g', 'kg')]).toEqual([
      12,
      12,
      null,
    ])
  })

  test('accepts exactly the numbers within the tolerance', () => {
    const hundredths = fc.integer({ min: -10_000, max: 10_000 })
    fc.assert(
      fc.property(hundredths, fc.integer({ min: 0, max: 500 }), hundredths, (value, tolerance, answer) => {
        const question = numeric(value / 100, tolerance / 100)
        // The model compares whole numbers.
        const expected = Math.abs(answer - value) <= tolerance ? 100 : 0
        expect(typed(question, String(answer / 100))).toBe(expected)
      }),
    )
  })

  test('accepts 0.3 for 0.2 ± 0.1 despite binary rounding', () => {
    expect(Math.abs(0.3 - 0.2) <= 0.1).toBe(true)
    // Control: without rounding tolerance the same distance fails.
    expect(Math.abs(0.8 - 0.7) <= 0.1).toBe(false)
    expect([typed(numeric(0.2, 0.1), '0.3'), typed(numeric(0.7, 0.1), '0.8')]).toEqual([100, 100])
  })
})

describe('ordering', () => {
  /** Model: the longest ordered part, found by trying every subset. */
  const longestByBruteForce = (positions: readonly number[]): number => {
    let longest = 0
    for (let mask = 1; mask < 1 << positions.length; mask += 1) {
      const part = positions.filter((_, index) => mask & (1 << index))
      if (part.every((position, index) => index === 0 || (part[index - 1] ?? 0) < position))
        longest = Math.max(longest, part.length)
    }
    return longest
  }

  test('gives points for the items that need not be moved', () => {
    const shuffles = fc.integer({ min: 2, max: 7 }).chain((length) =>
      fc.shuffledSubarray(
        Array.from({ length }, (_, index) => index),
        { minLength: length, maxLength: length },
      ),
    )
    fc.assert(
      fc.property(shuffles, (positions) => {
        const question = ordering(positions.length)
        const order = positions.map((position) => question.items[position]!.id)
        const expected = Math.floor((100 * (longestByBruteForce(positions) - 1)) / (positions.length - 1))
        expect(percent(question, { question_id: 1, kind: 'ordering', order })).toBe(expected)
      }),
    )
  })

  test('gives nothing for a reversed order and full marks for the right one', () => {
    const question = ordering(4)
    const order = idsOf(question.items)
    expect(percent(question, { question_id: 1, kind: 'ordering', order })).toBe(100)
    expect(percent(question, { question_id: 1, kind: 'ordering', order: order.toReversed() })).toBe(0)
    const nearly = [order[1]!, order[0]!, order[2]!, order[3]!]
    expect(percent(question, { question_id: 1, kind: 'ordering', order: nearly })).toBe(66)
    expect(
      percent({ ...question, partial: false }, { question_id: 1, kind: 'ordering', order: nearly }),
    ).toBe(0)
  })
})

describe('matching', () => {
  test('gives each right pair its share', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 6 }),
        fc.array(fc.nat(6), { minLength: 6, maxLength: 6 }),
        (length, to) => {
          const question = matching(length)
          const rights = [...question.pairs.map((pair) => pair.right), ...question.extra]
          const pairs = question.pairs.map(({ left }, index) => ({
            left: left.id,
            right: rights[to[index]! % rights.length]!.id,
          }))
          const hits = to.slice(0, length).filter((target, index) => target % rights.length === index).length
          expect(percent(question, { question_id: 1, kind: 'matching', pairs })).toBe(
            Math.floor((100 * hits) / length),
          )
        },
      ),
    )
  })

  test('accepts swapped right sides with the same text', () => {
    const question = matching(2, {
      pairs: [
        { left: side('INNER'), right: side('a join') },
        { left: side('LEFT'), right: side('A join') },
      ],
    })
    const [one, two] = question.pairs
    const pairs = [
      { left: one!.left.id, right: two!.right.id },
      { left: two!.left.id, right: one!.right.id },
    ]
    expect(percent(question, { question_id: 1, kind: 'matching', pairs })).toBe(100)
  })
})

describe('invalid answers', () => {
  const question = ordering(3)
  const order = idsOf(question.items)
  test.each<[string, GivenAnswer, string[]]>([
    ['another kind', { question_id: 1, kind: 'short', text: 'x' }, ['answers.0.kind']],
    ['another question', { question_id: 9, kind: 'ordering', order }, ['answers.0.question_id']],
    ['a partial order', { question_id: 1, kind: 'ordering', order: order.slice(1) }, ['answers.0']],
    [
      'an item twice',
      { question_id: 1, kind: 'ordering', order: [order[0]!, order[0]!, order[1]!] },
      ['answers.0'],
    ],
    [
      'an unknown item',
      { question_id: 1, kind: 'ordering', order: [...order.slice(1), randomUUID()] },
      ['answers.0'],
    ],
    ['all items', { question_id: 1, kind: 'ordering', order }, []],
    ['no items', { question_id: 1, kind: 'ordering', order: [] }, []],
  ])('returns the path of: %s', (_, answer, expected) => {
    expect(invalidAnswerPaths([question], [answer])).toEqual(expected)
  })

  test('rejects an unknown right side and a repeated left side', () => {
    const pairs = matching(2)
    const [one, two] = pairs.pairs
    const pathsFor = (list: { left: string; right: string }[]) =>
      invalidAnswerPaths([pairs], [{ question_id: 1, kind: 'matching', pairs: list }])
    expect(pathsFor([{ left: one!.left.id, right: randomUUID() }])).toEqual(['answers.0'])
    expect(
      pathsFor([
        { left: one!.left.id, right: one!.right.id },
        { left: one!.left.id, right: two!.right.id },
      ]),
    ).toEqual(['answers.0'])
    expect(pathsFor([{ left: one!.left.id, right: pairs.extra[0]!.id }])).toEqual([])
  })
})

describe('what learners see', () => {
  test('never shows the answer key of any kind of question', () => {
    const questions: KeyedQuestion[] = [
      { ...single(), explanation: 'canary' },
      multiple(2, 1, { explanation: 'canary' }),
      {
        ...head,
        kind: 'true_false',
        answer: true,
        explanation: 'canary',
        explanation_true: 'canary',
        explanation_false: 'canary',
      },
      { ...short(['canary']), explanation: 'canary' },
      { ...numeric(424_242, 31_337, 'kg'), explanation: 'canary' },
      ordering(6, { explanation: 'canary' }),
      matching(6, { explanation: 'canary' }),
    ]
    const shown = JSON.stringify(questions.map(shownFrom))
    expect(shown).not.toMatch(/canary|correct|accepted|about |424242|31337|partial/)
    // Control: the scan sees them in the key.
    expect(JSON.stringify(questions)).toMatch(/canary/)
  })

  test('does not reveal the order by the shown order', () => {
    const inOrder = Array.from({ length: 300 }, () => {
      const question = ordering(4)
      const shown = shownFrom(question)
      return shown.kind === 'ordering' && shown.items[0]?.id === question.items[0]?.id
    }).filter(Boolean).length
    // A quarter is chance; showing as written would be all 300.
    expect(inOrder).toBeGreaterThan(30)
    expect(inOrder).toBeLessThan(130)
  })

  test("shows only the chosen option's explanation when nothing is revealed", () => {
    const question = { ...single(), explanation: 'Whoever reads this knows.' }
    const [right, wrong] = question.options
    const marks = markQuiz([question], [{ question_id: 1, kind: 'single', chosen: wrong!.id }], 60)
    const hiddenGrade = gradeOf(marks, false)
    expect(hiddenGrade.questions[0]).toMatchObject({
      solution: null,
      option_explanations: [{ option: wrong!.id }],
    })
    expect(JSON.stringify(hiddenGrade)).not.toMatch(new RegExp(`${right!.id}|Whoever`))
    // Control: both come with the key.
    expect(JSON.stringify(gradeOf(marks, true))).toMatch(
      new RegExp(`${right!.id}.*Whoever|Whoever.*${right!.id}`),
    )
  })

  test.each([
    ['always', false, 3, true],
    ['done', false, 3, false],
    ['done', false, null, false],
    ['done', true, 3, true],
    ['done', false, 0, true],
    ['never', true, 0, false],
  ] as const)(
    'with reveal %s, passed %s and %s attempts left, revealed is %s',
    (reveal, passedOnce, left, expected) => {
      expect(isRevealed(reveal, { passedOnce, attemptsLeft: left })).toBe(expected)
    },
  )
})

describe('attempts', () => {
  const at = (minute: number) => new Date(minute * 60_000)

  test('never leaves fewer than zero attempts', () => {
    const rules = { attempts_limit: 2, cooldown_minutes: 0 }
    expect([0, 1, 2, 5].map((attemptsMade) => attemptsLeft(rules, attemptsMade))).toEqual([2, 1, 0, 0])
    expect(attemptsLeft({ ...rules, attempts_limit: null }, 99)).toBeNull()
  })

  test('ends the cooldown on the minute, and has none without attempts left', () => {
    const rules = { attempts_limit: null, cooldown_minutes: 10 }
    const next = (now: number) => nextAttemptAt(rules, { lastAt: at(0), attempts: 1, now: at(now) })
    expect([next(9), next(10), next(11)]).toEqual([at(10).toISOString(), null, null])
    const last = { lastAt: at(0), attempts: 2, now: at(1) }
    expect(nextAttemptAt({ attempts_limit: 2, cooldown_minutes: 10 }, last)).toBeNull()
  })
})
