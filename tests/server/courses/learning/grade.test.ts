import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { randomUUID } from 'node:crypto'
import type { GivenAnswer } from '#contract/courses/quiz.ts'
import { comparable, typedNumber } from '#server/features/courses/learning/quiz/answer-text.ts'
import {
  gradeOf,
  isRevealed,
  markQuiz,
  strayAnswers,
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

describe('one right choice', () => {
  const chosen = (question: Of<'single'>, at: number): GivenAnswer => ({
    question_id: question.id,
    kind: 'single',
    chosen: question.options[at]?.id ?? null,
  })

  test('given two of three right, when graded, then 66 % is shown and a mark of 67 is not met', () => {
    const questions = [1, 2, 3].map(single)
    const answers = questions.map((question, index) => chosen(question, index === 2 ? 1 : 0))
    expect(markQuiz(questions, answers, 67)).toMatchObject({ percent: 66, passed: false })
    expect(markQuiz(questions, answers, 66)).toMatchObject({ percent: 66, passed: true })
  })

  test('given open questions, when graded, then they earn nothing and are called open; an empty quiz is never passed', () => {
    const open = markQuiz([single()], [{ question_id: 1, kind: 'single', chosen: null }], 1)
    expect(gradeOf(open, false).questions[0]).toMatchObject({ verdict: 'open', earned: 0 })
    expect(markQuiz([single()], [], 1)).toMatchObject({ percent: 0, passed: false })
    expect(markQuiz([], [], 1)).toMatchObject({ percent: 0, passed: false })
  })

  test('given a question of three points beside one of one, when only the small one is right, then it is a quarter', () => {
    const questions = [single(1), { ...single(2), points: 3 }]
    expect(markQuiz(questions, [chosen(questions[0]!, 0)], 60).percent).toBe(25)
  })
})

describe('several right choices', () => {
  test('given any choice, when graded, then it is (right − wrong) of all right ones, never below nothing', () => {
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
          const wanted = Math.floor((100 * Math.max(0, hits - misses)) / right)
          expect(percent(question, { question_id: 1, kind: 'multiple', chosen })).toBe(wanted)
        },
      ),
    )
  })

  test('given grading that forgets the wrong choices, when compared, then choosing everything gives it away', () => {
    const question = multiple(2, 2)
    const everything = idsOf(question.options)
    const forgetful =
      (100 * question.options.filter((each) => each.correct && everything.includes(each.id)).length) / 2
    expect(forgetful).toBe(100)
    expect(percent(question, { question_id: 1, kind: 'multiple', chosen: everything })).toBe(0)
  })

  test('given no part points, when one of two is chosen, then nothing is earned', () => {
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
  ])('given %j accepted, when %j is typed, then it earns %i %%', (accepted, answer, wanted) => {
    expect(typed(short(['something else', accepted]), answer)).toBe(wanted)
  })

  test('given capitals that matter, when they differ, then it is wrong; nothing but spaces is open', () => {
    expect([typed(short(['Na'], true), 'Na'), typed(short(['Na'], true), 'na')]).toEqual([100, 0])
    const open = markQuiz([short(['x'])], [{ question_id: 1, kind: 'short', text: ' \u200f ' }], 60)
    expect(open.questions[0]?.open).toBe(true)
  })

  test('given any text, when made comparable twice, then the second time changes nothing', () => {
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
  ])('given %j, when read as a number, then it is %j', (text, wanted) => {
    expect(typedNumber(text)).toBe(wanted)
  })

  test('given a unit, when typed behind the number, then it does not matter', () => {
    expect([typedNumber('12 kg', 'kg'), typedNumber('12KG', 'kg'), typedNumber('12 g', 'kg')]).toEqual([
      12,
      12,
      null,
    ])
  })

  test('given any number and tolerance in hundredths, when answered, then exactly what lies within counts', () => {
    const hundredths = fc.integer({ min: -10_000, max: 10_000 })
    fc.assert(
      fc.property(hundredths, fc.integer({ min: 0, max: 500 }), hundredths, (value, tolerance, answer) => {
        const question = numeric(value / 100, tolerance / 100)
        // The model compares whole numbers.
        const wanted = Math.abs(answer - value) <= tolerance ? 100 : 0
        expect(typed(question, String(answer / 100))).toBe(wanted)
      }),
    )
  })

  test('given 0.2 with a tolerance of 0.1, when 0.3 is typed, then binary fractions hurt nobody', () => {
    expect(Math.abs(0.3 - 0.2) <= 0.1).toBe(true)
    // Control: the same distance the other way round misses without the grain.
    expect(Math.abs(0.8 - 0.7) <= 0.1).toBe(false)
    expect([typed(numeric(0.2, 0.1), '0.3'), typed(numeric(0.7, 0.1), '0.8')]).toEqual([100, 100])
  })
})

describe('orders', () => {
  /** The model: the longest part that is in order, found by trying every subset. */
  const longestByTrying = (places: readonly number[]): number => {
    let longest = 0
    for (let mask = 1; mask < 1 << places.length; mask += 1) {
      const part = places.filter((_, index) => mask & (1 << index))
      if (part.every((place, index) => index === 0 || (part[index - 1] ?? 0) < place))
        longest = Math.max(longest, part.length)
    }
    return longest
  }

  test('given any order, when graded, then what need not be moved earns its share', () => {
    const shuffles = fc.integer({ min: 2, max: 7 }).chain((length) =>
      fc.shuffledSubarray(
        Array.from({ length }, (_, index) => index),
        { minLength: length, maxLength: length },
      ),
    )
    fc.assert(
      fc.property(shuffles, (places) => {
        const question = ordering(places.length)
        const order = places.map((place) => question.items[place]!.id)
        const wanted = Math.floor((100 * (longestByTrying(places) - 1)) / (places.length - 1))
        expect(percent(question, { question_id: 1, kind: 'ordering', order })).toBe(wanted)
      }),
    )
  })

  test('given a reversed order and a right one, when graded, then nothing and everything is earned', () => {
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

describe('pairs', () => {
  test('given any pairing, when graded, then each right pair earns its share', () => {
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

  test('given two right sides with the same words, when swapped, then both are right', () => {
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

describe('answers that do not belong', () => {
  const question = ordering(3)
  const order = idsOf(question.items)
  test.each<[string, GivenAnswer, string[]]>([
    ['another kind', { question_id: 1, kind: 'short', text: 'x' }, ['answers.0.kind']],
    ['another question', { question_id: 9, kind: 'ordering', order }, ['answers.0.question_id']],
    ['half an order', { question_id: 1, kind: 'ordering', order: order.slice(1) }, ['answers.0']],
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
    ['none', { question_id: 1, kind: 'ordering', order: [] }, []],
  ])('given %s, when checked, then it is named', (_, answer, wanted) => {
    expect(strayAnswers([question], [answer])).toEqual(wanted)
  })

  test('given a pair with a side of nothing, or a left side twice, when checked, then it is stray', () => {
    const pairs = matching(2)
    const [one, two] = pairs.pairs
    const given = (list: { left: string; right: string }[]) =>
      strayAnswers([pairs], [{ question_id: 1, kind: 'matching', pairs: list }])
    expect(given([{ left: one!.left.id, right: randomUUID() }])).toEqual(['answers.0'])
    expect(
      given([
        { left: one!.left.id, right: one!.right.id },
        { left: one!.left.id, right: two!.right.id },
      ]),
    ).toEqual(['answers.0'])
    expect(given([{ left: one!.left.id, right: pairs.extra[0]!.id }])).toEqual([])
  })
})

describe('what is shown', () => {
  test('given every kind with the key in marked words, when shown to learners, then none of them is in it', () => {
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

  test('given many orders and pairings, when shown, then their places say nothing about the key', () => {
    const inOrder = Array.from({ length: 300 }, () => {
      const question = ordering(4)
      const shown = shownFrom(question)
      return shown.kind === 'ordering' && shown.items[0]?.id === question.items[0]?.id
    }).filter(Boolean).length
    // A quarter is chance; showing as written would be all 300.
    expect(inOrder).toBeGreaterThan(30)
    expect(inOrder).toBeLessThan(130)
  })

  test('given a result that reveals nothing, when told, then of all explanations only the chosen option’s is in it', () => {
    const question = { ...single(), explanation: 'Whoever reads this knows.' }
    const [right, wrong] = question.options
    const marks = markQuiz([question], [{ question_id: 1, kind: 'single', chosen: wrong!.id }], 60)
    const told = gradeOf(marks, false)
    expect(told.questions[0]).toMatchObject({ solution: null, option_explanations: [{ option: wrong!.id }] })
    expect(JSON.stringify(told)).not.toMatch(new RegExp(`${right!.id}|Whoever`))
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
    'given reveal %s, passed %s and %s attempts left, then revealed is %s',
    (reveal, passedOnce, left, wanted) => {
      expect(isRevealed(reveal, { passedOnce, attemptsLeft: left })).toBe(wanted)
    },
  )
})

describe('attempts', () => {
  const at = (minute: number) => new Date(minute * 60_000)

  test('given a limit, when attempts are made, then what is left never falls below nothing', () => {
    const rules = { attempts_limit: 2, cooldown_minutes: 0 }
    expect([0, 1, 2, 5].map((made) => attemptsLeft(rules, made))).toEqual([2, 1, 0, 0])
    expect(attemptsLeft({ ...rules, attempts_limit: null }, 99)).toBeNull()
  })

  test('given a pause, when asked before, at and after its end, then it ends on the minute; without attempts left it says nothing', () => {
    const rules = { attempts_limit: null, cooldown_minutes: 10 }
    const next = (now: number) => nextAttemptAt(rules, { lastAt: at(0), attempts: 1, now: at(now) })
    expect([next(9), next(10), next(11)]).toEqual([at(10).toISOString(), null, null])
    const last = { lastAt: at(0), attempts: 2, now: at(1) }
    expect(nextAttemptAt({ attempts_limit: 2, cooldown_minutes: 10 }, last)).toBeNull()
  })
})
