/**
 * Quiz questions in three forms: as an author writes them (with the answer key), as a learner sees them
 * (without it),
 * and as a learner answers them.
 */
import * as z from 'zod/mini'
import { changeUpTo, id, language, timestamp } from '../common.ts'

export const questionKinds = [
  'single',
  'multiple',
  'true_false',
  'short',
  'numeric',
  'ordering',
  'matching',
] as const
export type QuestionKind = (typeof questionKinds)[number]

export const QUESTIONS_MAX = 200
export const OPTIONS_MAX = 20
export const QUESTION_POINTS_MAX = 100
/** Length of a short answer. */
export const SHORT_ANSWER_MAX = 500

/** Text of several lines: NFC, trimmed, no control characters except line breaks and tabs. */
const text = (min: number, max: number) =>
  z.pipe(
    z.string(),
    z.pipe(
      z.transform(changeUpTo(max, (written) => written.normalize('NFC').replaceAll('\r\n', '\n').trim())),
      z.string().check(z.minLength(min), z.maxLength(max), z.regex(/^(?:\P{Cc}|[\n\t])*$/u)),
    ),
  )
const optionText = text(1, 1000)
const hint = z._default(z.optional(text(0, 2000)), '')

/**
 * Options have random ids, because ids must not reveal an order or a pairing. The author's side creates them
 * (`crypto.randomUUID()`); they stay when the text changes, so that drafts and attempts keep their meaning.
 */
export const optionId = z.uuid()

const isUnique = (values: readonly string[]) => new Set(values).size === values.length

/* ---- as an author writes it ---- */

/** A question's texts in another language; empty ones fall back to the course's main language. */
export const questionTexts = z.object({
  prompt: text(0, 2000),
  explanation: hint,
  /** Texts of options, items and sides by their ids; `unit` for a numeric question. */
  parts: z._default(z.optional(z.record(z.string().check(z.maxLength(40)), text(0, 1000))), {}),
  /** Explanations by option id; `true` and `false` for a true/false question. */
  hints: z._default(z.optional(z.record(z.string().check(z.maxLength(40)), text(0, 2000))), {}),
})

const authoredFields = {
  /** Absent while the question is new; the server sets it when the quiz is stored. */
  id: z.optional(id),
  prompt: text(1, 2000),
  points: z._default(z.optional(z.int().check(z.minimum(1), z.maximum(QUESTION_POINTS_MAX))), 1),
  /** Shown only with the solution, because an explanation reveals it. */
  explanation: z._default(z.optional(text(0, 5000)), ''),
  /** In languages other than the course's main language. */
  texts: z.optional(z.partialRecord(language, questionTexts)),
}
/** Whether a partly right answer earns part of the points. */
const partial = z._default(z.optional(z.boolean()), true)

export const authoredOption = z.object({
  id: optionId,
  text: optionText,
  correct: z.boolean(),
  /** Shown to learners who chose it, and to everybody with the solution. */
  explanation: hint,
})
const options = z
  .array(authoredOption)
  .check(z.minLength(2), z.maxLength(OPTIONS_MAX))
  .check(z.refine((all) => isUnique(all.map((option) => option.id))))

/** Whether learners see the options in the author's order; absent: the texts decide (`keepsOrder`). */
const keepOrder = z.optional(z.boolean())

export const singleAuthored = z.object({
  ...authoredFields,
  kind: z.literal('single'),
  keep_order: keepOrder,
  options: options.check(z.refine((all) => all.filter((option) => option.correct).length === 1)),
})
export const multipleAuthored = z.object({
  ...authoredFields,
  kind: z.literal('multiple'),
  keep_order: keepOrder,
  options: options.check(z.refine((all) => all.some((option) => option.correct))),
  partial,
})
export const trueFalseAuthored = z.object({
  ...authoredFields,
  kind: z.literal('true_false'),
  answer: z.boolean(),
  explanation_true: hint,
  explanation_false: hint,
})
export const shortAuthored = z.object({
  ...authoredFields,
  kind: z.literal('short'),
  /** Compared ignoring spaces, the script of digits and, unless case_sensitive, case. */
  accepted: z.array(text(1, SHORT_ANSWER_MAX)).check(z.minLength(1), z.maxLength(OPTIONS_MAX)),
  case_sensitive: z._default(z.optional(z.boolean()), false),
})
const finite = z.number().check(z.minimum(-1e15), z.maximum(1e15))
export const numericAuthored = z.object({
  ...authoredFields,
  kind: z.literal('numeric'),
  value: finite,
  /** Largest accepted difference from the value. */
  tolerance: z._default(z.optional(finite.check(z.minimum(0))), 0),
  unit: z._default(z.optional(text(0, 40)), ''),
})
const orderedText = z.object({ id: optionId, text: optionText })
export const orderingAuthored = z.object({
  ...authoredFields,
  kind: z.literal('ordering'),
  /** In the right order; learners see them shuffled. */
  items: z
    .array(orderedText)
    .check(z.minLength(2), z.maxLength(OPTIONS_MAX))
    .check(z.refine((all) => isUnique(all.map((item) => item.id)))),
  partial,
})
export const matchingAuthored = z.object({
  ...authoredFields,
  kind: z.literal('matching'),
  pairs: z
    .array(z.object({ left: orderedText, right: orderedText }))
    .check(z.minLength(2), z.maxLength(OPTIONS_MAX))
    .check(z.refine((all) => isUnique(all.flatMap((pair) => [pair.left.id, pair.right.id])))),
  /** Right sides without a match. */
  extra: z._default(z.optional(z.array(orderedText).check(z.maxLength(OPTIONS_MAX))), []),
  partial,
})
export const authoredQuestion = z.discriminatedUnion('kind', [
  singleAuthored,
  multipleAuthored,
  trueFalseAuthored,
  shortAuthored,
  numericAuthored,
  orderingAuthored,
  matchingAuthored,
])
/** As the builder sends a complete question. */
export type AuthoredQuestionInput = z.input<typeof authoredQuestion>
type Unanswered<Q> = Q extends { kind: 'true_false' }
  ? Omit<Q, 'answer'> & { answer: boolean | null }
  : Q extends { kind: 'numeric' }
    ? Omit<Q, 'value'> & { value: number | null }
    : Q
/** As an author edits it: nothing is right until the author says so. */
export type DraftQuestion = Unanswered<AuthoredQuestionInput>
/** Validated, with all defaults. */
export type AuthoredQuestion = z.output<typeof authoredQuestion>

/** When solutions may be seen: after every attempt, once passed or out of attempts, or never. */
export const reveals = ['always', 'done', 'never'] as const
export const quizSettings = z.object({
  pass_percent: z.int().check(z.minimum(1), z.maximum(100)),
  /** Null: unlimited. */
  attempts_limit: z.nullable(z.int().check(z.minimum(1), z.maximum(100))),
  /** Pause between two attempts, in minutes; 0 for none. */
  cooldown_minutes: z.int().check(z.minimum(0), z.maximum(10_080)),
  reveal: z.enum(reveals),
})
export type QuizSettings = z.infer<typeof quizSettings>

/* ---- as a learner sees it, without the answer key (E8) ---- */

const shownFields = { id, prompt: z.string(), points: z.int() }
export const shownOption = z.object({ id: optionId, text: z.string() })
export type ShownOption = z.infer<typeof shownOption>

export const shownQuestion = z.discriminatedUnion('kind', [
  z.object({
    ...shownFields,
    kind: z.literal('single'),
    options: z.array(shownOption),
    keep_order: keepOrder,
  }),
  z.object({
    ...shownFields,
    kind: z.literal('multiple'),
    options: z.array(shownOption),
    keep_order: keepOrder,
  }),
  z.object({ ...shownFields, kind: z.literal('true_false') }),
  z.object({ ...shownFields, kind: z.literal('short') }),
  z.object({ ...shownFields, kind: z.literal('numeric'), unit: z.string() }),
  /** Shuffled, in a fixed order for each learner, never the right one. */
  z.object({ ...shownFields, kind: z.literal('ordering'), items: z.array(shownOption) }),
  z.object({
    ...shownFields,
    kind: z.literal('matching'),
    left: z.array(shownOption),
    /** Shuffled, including the sides without a match. */
    right: z.array(shownOption),
  }),
])
export type ShownQuestion = z.infer<typeof shownQuestion>

/* ---- as a learner answers it ---- */

const answerFields = { question_id: id }
const optionIds = z.array(optionId).check(z.maxLength(OPTIONS_MAX))
/** An unanswered question is missing from the list, or has null, an empty list or an empty text. */
export const givenAnswer = z.discriminatedUnion('kind', [
  z.object({ ...answerFields, kind: z.literal('single'), chosen: z.nullable(optionId) }),
  z.object({ ...answerFields, kind: z.literal('multiple'), chosen: optionIds }),
  z.object({ ...answerFields, kind: z.literal('true_false'), chosen: z.nullable(z.boolean()) }),
  z.object({
    ...answerFields,
    kind: z.literal('short'),
    text: z.string().check(z.maxLength(SHORT_ANSWER_MAX)),
  }),
  /** As typed: digits of any supported script, a point or a comma. */
  z.object({ ...answerFields, kind: z.literal('numeric'), text: z.string().check(z.maxLength(60)) }),
  /** All items from first to last; empty if untouched. */
  z.object({ ...answerFields, kind: z.literal('ordering'), order: optionIds }),
  z.object({
    ...answerFields,
    kind: z.literal('matching'),
    pairs: z.array(z.object({ left: optionId, right: optionId })).check(z.maxLength(OPTIONS_MAX)),
  }),
])
export type GivenAnswer = z.infer<typeof givenAnswer>
export const givenAnswers = z.array(givenAnswer).check(z.maxLength(QUESTIONS_MAX))

/* ---- results ---- */

export const verdicts = ['right', 'partial', 'wrong', 'open'] as const
export type Verdict = (typeof verdicts)[number]

/** The right answer, by question kind. */
export const solution = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('single'), right: z.array(optionId) }),
  z.object({ kind: z.literal('multiple'), right: z.array(optionId) }),
  z.object({ kind: z.literal('true_false'), right: z.boolean() }),
  z.object({ kind: z.literal('short'), accepted: z.array(z.string()) }),
  z.object({ kind: z.literal('numeric'), value: z.number(), tolerance: z.number(), unit: z.string() }),
  z.object({ kind: z.literal('ordering'), order: z.array(optionId) }),
  z.object({
    kind: z.literal('matching'),
    pairs: z.array(z.object({ left: optionId, right: optionId })),
  }),
])
export type Solution = z.infer<typeof solution>

export const markedQuestion = z.object({
  question_id: id,
  verdict: z.enum(verdicts),
  /** Points earned, with two decimals, rounded down. */
  earned: z.number(),
  points: z.int(),
  /** Empty while the solution may not be seen yet. */
  explanation: z.string(),
  /** For the chosen options, or for all once the solution may be seen. Option ids, or `true` and `false`. */
  option_explanations: z.array(z.object({ option: z.string(), text: z.string() })),
  /** Null while it may not be seen yet. */
  solution: z.nullable(solution),
})
export type MarkedQuestion = z.infer<typeof markedQuestion>

export const quizGrade = z.object({
  /** Rounded down, so that a displayed 60 is at least 60. */
  percent: z.int(),
  passed: z.boolean(),
  /** Whether the solutions are included. */
  revealed: z.boolean(),
  questions: z.array(markedQuestion),
})
export type QuizGrade = z.infer<typeof quizGrade>

/** The caller's status with the attempts of one quiz. */
export const quizStatus = z.object({
  /** Best percentage so far; null before the first attempt. */
  best_percent: z.nullable(z.int()),
  attempts: z.int(),
  /** Null: unlimited. */
  attempts_left: z.nullable(z.int()),
  /** When the next attempt can be handed in; null if at once (or never, without attempts left). */
  next_attempt_at: z.nullable(timestamp),
})
export type QuizStatus = z.infer<typeof quizStatus>

/** Fields of a quiz item on the topic page. */
export const shownQuiz = z.extend(quizStatus, {
  pass_percent: z.int(),
  attempts_limit: z.nullable(z.int()),
  cooldown_minutes: z.int(),
  reveal: z.enum(reveals),
  /** Of the learner: gives the order of options with the number of the attempt (contract/courses/option-order.ts). */
  seed: z.string(),
  /** Options in the author's order. */
  questions: z.array(shownQuestion),
})
