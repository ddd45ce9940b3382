/** Questions of every kind with difficult words in them. */
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import {
  authoredQuestion,
  type AuthoredQuestion,
  type AuthoredQuestionInput,
} from '#contract/courses/quiz.ts'

const TROUBLE = [
  '=',
  '~',
  '#',
  '{',
  '}',
  ':',
  '::',
  '->',
  '%50%',
  '####',
  '\\',
  '\\n',
  '"',
  "'",
  ',',
  ';',
  '\t',
  '\n',
  '\n\n',
  '// ',
  '$CATEGORY: x',
  '[html]',
  'TRUE',
  'A',
  '1',
  '=1+2',
  '-5',
  '+91 98765',
  '@x',
  '<b>&amp;</b>',
  'क्रम',
  'ترتيب',
  '\u{200d}',
  '😀',
  ' ',
]
const words = fc
  .array(fc.oneof(fc.constantFrom(...TROUBLE), fc.string({ maxLength: 8, unit: 'grapheme' })), {
    minLength: 1,
    maxLength: 6,
  })
  .map((parts) =>
    parts
      .join('')
      .replace(/[\p{Cs}]/gu, '')
      .replace(/(?![\n\t])\p{Cc}/gu, '')
      .normalize('NFC')
      .trim(),
  )
  .filter((text) => text !== '')
/** Texts as files can tell them apart: no two the same. */
const texts = (minLength: number, maxLength = 6) =>
  fc.uniqueArray(words, { minLength, maxLength, selector: (text) => text.toLowerCase() })
const maybe = fc.option(words, { nil: '' })
const place = (text: string) => ({ id: randomUUID(), text })
const head = { prompt: words, points: fc.integer({ min: 1, max: 100 }), explanation: maybe }

const optionsOf = (given: string[], right: ReadonlySet<number>, explanation: string) =>
  given.map((text, at) => ({
    id: randomUUID(),
    text,
    correct: right.has(at),
    explanation: at === 0 ? explanation : '',
  }))

const bodies = fc.oneof(
  fc.record({ given: texts(2), right: fc.nat(), said: maybe }).map(({ given, right, said }) => ({
    kind: 'single' as const,
    options: optionsOf(given, new Set([right % given.length]), said),
  })),
  fc
    .record({
      given: texts(2),
      right: fc.array(fc.nat(), { minLength: 1, maxLength: 4 }),
      said: maybe,
      partial: fc.boolean(),
    })
    .map(({ given, right, said, partial }) => ({
      kind: 'multiple' as const,
      options: optionsOf(given, new Set(right.map((at) => at % given.length)), said),
      partial,
    })),
  fc.record({
    kind: fc.constant('true_false' as const),
    answer: fc.boolean(),
    explanation_true: maybe,
    explanation_false: maybe,
  }),
  fc.record({ kind: fc.constant('short' as const), accepted: texts(1), case_sensitive: fc.boolean() }),
  fc.record({
    kind: fc.constant('numeric' as const),
    value: fc.double({ min: -1e15, max: 1e15, noNaN: true }).map((value) => value + 0),
    tolerance: fc.oneof(fc.constant(0), fc.double({ min: 1e-9, max: 1e6, noNaN: true })),
    unit: fc.constantFrom('', 'kg', 'm/s²', 'किग्रा', '[x]\\'),
  }),
  fc
    .record({ given: texts(2), partial: fc.boolean() })
    .map(({ given, partial }) => ({ kind: 'ordering' as const, items: given.map(place), partial })),
  fc
    .record({ lefts: texts(2, 4), rights: texts(6, 6), partial: fc.boolean() })
    .map(({ lefts, rights, partial }) => ({
      kind: 'matching' as const,
      pairs: lefts.map((left, at) => ({ left: place(left), right: place(rights[at] ?? '') })),
      extra: rights.slice(lefts.length, lefts.length + 2).map(place),
      partial,
    })),
)

/** Valid by the contract, whatever the words. */
export const anyQuestion: fc.Arbitrary<AuthoredQuestion> = fc
  .tuple(fc.record(head), bodies)
  .map(([given, body]) => authoredQuestion.parse({ ...given, ...body } as AuthoredQuestionInput))

/** Without the ids, which every reading makes anew. */
export const withoutIds = (question: unknown): unknown =>
  JSON.parse(
    JSON.stringify(question ?? null, (key, value: unknown) =>
      key === 'id' ? undefined : Object.is(value, -0) ? 0 : value,
    ),
  )
