/** Arbitrary questions of every kind with texts that are hard to escape. */
import { randomUUID } from 'node:crypto'
import fc from '#tests/support/property.ts'
import {
  authoredQuestion,
  type AuthoredQuestion,
  type AuthoredQuestionInput,
} from '#contract/courses/quiz.ts'

const DIFFICULT_PARTS = [
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
const text = fc
  .array(fc.oneof(fc.constantFrom(...DIFFICULT_PARTS), fc.string({ maxLength: 8, unit: 'grapheme' })), {
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
/** Texts that files can distinguish: no two are equal ignoring case. */
const texts = (minLength: number, maxLength = 6) =>
  fc.uniqueArray(text, { minLength, maxLength, selector: (text) => text.toLowerCase() })
const optionalText = fc.option(text, { nil: '' })
const withId = (text: string) => ({ id: randomUUID(), text })
const commonFields = { prompt: text, points: fc.integer({ min: 1, max: 100 }), explanation: optionalText }

const optionsOf = (texts: string[], rightIndexes: ReadonlySet<number>, explanation: string) =>
  texts.map((text, index) => ({
    id: randomUUID(),
    text,
    correct: rightIndexes.has(index),
    explanation: index === 0 ? explanation : '',
  }))

const keptOrder = fc.constantFrom({}, { keep_order: true }, { keep_order: false })

const bodies = fc.oneof(
  fc
    .record({ given: texts(2), right: fc.nat(), explanation: optionalText, keptOrder })
    .map(({ given, right, explanation, keptOrder: order }) => ({
      kind: 'single' as const,
      ...order,
      options: optionsOf(given, new Set([right % given.length]), explanation),
    })),
  fc
    .record({
      given: texts(2),
      right: fc.array(fc.nat(), { minLength: 1, maxLength: 4 }),
      explanation: optionalText,
      partial: fc.boolean(),
      keptOrder,
    })
    .map(({ given, right, explanation, partial, keptOrder: order }) => ({
      kind: 'multiple' as const,
      ...order,
      options: optionsOf(given, new Set(right.map((index) => index % given.length)), explanation),
      partial,
    })),
  fc.record({
    kind: fc.constant('true_false' as const),
    answer: fc.boolean(),
    explanation_true: optionalText,
    explanation_false: optionalText,
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
    .map(({ given, partial }) => ({ kind: 'ordering' as const, items: given.map(withId), partial })),
  fc
    .record({ lefts: texts(2, 4), rights: texts(6, 6), partial: fc.boolean() })
    .map(({ lefts, rights, partial }) => ({
      kind: 'matching' as const,
      pairs: lefts.map((left, index) => ({ left: withId(left), right: withId(rights[index] ?? '') })),
      extra: rights.slice(lefts.length, lefts.length + 2).map(withId),
      partial,
    })),
)

/** Valid by the contract. */
export const anyQuestion: fc.Arbitrary<AuthoredQuestion> = fc
  .tuple(fc.record(commonFields), bodies)
  .map(([fields, body]) => authoredQuestion.parse({ ...fields, ...body } as AuthoredQuestionInput))

/** Without ids, which are new on every import. */
export const withoutIds = (question: unknown): unknown =>
  JSON.parse(
    JSON.stringify(question ?? null, (key, value: unknown) =>
      key === 'id' ? undefined : Object.is(value, -0) ? 0 : value,
    ),
  )
