/**
 * Questions of a quiz in their three forms: as an author writes them (with the key), as a learner sees them (without),
 * and as a learner answers them. Both sides and the course builder read them from here; no endpoint lives here.
 */
import * as z from 'zod/mini'
import { id, language, timestamp } from '../common.ts'

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
/** A short answer, as typed. */
export const SHORT_ANSWER_MAX = 500

/** Text of several lines: NFC, trimmed, no control characters but line breaks and tabs. */
const text = (min: number, max: number) =>
  z.pipe(
    z.string(),
    z.pipe(
      z.transform((written: string) => written.normalize('NFC').replaceAll('\r\n', '\n').trim()),
      z.string().check(z.minLength(min), z.maxLength(max), z.regex(/^(?:\P{Cc}|[\n\t])*$/u)),
    ),
  )
const optionText = text(1, 1000)
const hint = z._default(z.optional(text(0, 2000)), '')

/**
 * Options have random ids: an order or a pairing must not show in them. The author's side makes them
 * (`crypto.randomUUID()`), and they stay when the text changes, so that drafts and attempts keep their meaning.
 */
export const optionId = z.uuid()

/** Whether every value occurs once. */
const distinct = (values: readonly string[]) => new Set(values).size === values.length

/* ---- as an author writes it ---- */

/** Words of a question in another language; what is empty stays in the course's own. */
export const questionTexts = z.object({
  prompt: text(0, 2000),
  explanation: hint,
  /** Options, items and sides by their ids; `unit` of a number. */
  parts: z._default(z.optional(z.record(z.string().check(z.maxLength(40)), text(0, 1000))), {}),
  /** Explanations by option; those of `true` and `false` are called so. */
  hints: z._default(z.optional(z.record(z.string().check(z.maxLength(40)), text(0, 2000))), {}),
})

const authoredHead = {
  /** Absent while the question is new; the server gives it when the quiz is stored. */
  id: z.optional(id),
  prompt: text(1, 2000),
  points: z._default(z.optional(z.int().check(z.minimum(1), z.maximum(QUESTION_POINTS_MAX))), 1),
  /** Shown together with the right answer: who reads why knows which. */
  explanation: z._default(z.optional(text(0, 5000)), ''),
  /** In other languages than the course's own. */
  texts: z.optional(z.partialRecord(language, questionTexts)),
}
/** Part of the points for an answer that is partly right. */
const partial = z._default(z.optional(z.boolean()), true)

export const authoredOption = z.object({
  id: optionId,
  text: optionText,
  correct: z.boolean(),
  /** Shown to who chose it, and to everybody once the solution may be seen. */
  explanation: hint,
})
const options = z
  .array(authoredOption)
  .check(z.minLength(2), z.maxLength(OPTIONS_MAX))
  .check(z.refine((all) => distinct(all.map((option) => option.id))))

export const singleAuthored = z.object({
  ...authoredHead,
  kind: z.literal('single'),
  options: options.check(z.refine((all) => all.filter((option) => option.correct).length === 1)),
})
export const multipleAuthored = z.object({
  ...authoredHead,
  kind: z.literal('multiple'),
  options: options.check(z.refine((all) => all.some((option) => option.correct))),
  partial,
})
export const trueFalseAuthored = z.object({
  ...authoredHead,
  kind: z.literal('true_false'),
  answer: z.boolean(),
  explanation_true: hint,
  explanation_false: hint,
})
export const shortAuthored = z.object({
  ...authoredHead,
  kind: z.literal('short'),
  /** Compared without regard to spaces, digits' script and, unless asked for, capitals. */
  accepted: z.array(text(1, SHORT_ANSWER_MAX)).check(z.minLength(1), z.maxLength(OPTIONS_MAX)),
  case_sensitive: z._default(z.optional(z.boolean()), false),
})
const finite = z.number().check(z.minimum(-1e15), z.maximum(1e15))
export const numericAuthored = z.object({
  ...authoredHead,
  kind: z.literal('numeric'),
  value: finite,
  /** Farthest distance from the value that still counts. */
  tolerance: z._default(z.optional(finite.check(z.minimum(0))), 0),
  unit: z._default(z.optional(text(0, 40)), ''),
})
const place = z.object({ id: optionId, text: optionText })
export const orderingAuthored = z.object({
  ...authoredHead,
  kind: z.literal('ordering'),
  /** In the right order; learners see them shuffled. */
  items: z
    .array(place)
    .check(z.minLength(2), z.maxLength(OPTIONS_MAX))
    .check(z.refine((all) => distinct(all.map((item) => item.id)))),
  partial,
})
export const matchingAuthored = z.object({
  ...authoredHead,
  kind: z.literal('matching'),
  pairs: z
    .array(z.object({ left: place, right: place }))
    .check(z.minLength(2), z.maxLength(OPTIONS_MAX))
    .check(z.refine((all) => distinct(all.flatMap((pair) => [pair.left.id, pair.right.id])))),
  /** Right sides that belong to nothing. */
  extra: z._default(z.optional(z.array(place).check(z.maxLength(OPTIONS_MAX))), []),
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
/** As the builder edits and sends it. */
export type AuthoredQuestionInput = z.input<typeof authoredQuestion>
/** Checked, with every default in place. */
export type AuthoredQuestion = z.output<typeof authoredQuestion>

/** When the right answers may be seen: after every attempt, once passed or out of attempts, or never. */
export const reveals = ['always', 'done', 'never'] as const
export const quizSettings = z.object({
  pass_percent: z.int().check(z.minimum(1), z.maximum(100)),
  /** Null: as many as one likes. */
  attempts_limit: z.nullable(z.int().check(z.minimum(1), z.maximum(100))),
  /** Pause between two attempts, in minutes; 0 for none. */
  cooldown_minutes: z.int().check(z.minimum(0), z.maximum(10_080)),
  reveal: z.enum(reveals),
})
export type QuizSettings = z.infer<typeof quizSettings>

/* ---- as a learner sees it (TRUST E8: nothing of the key) ---- */

const shownHead = { id, prompt: z.string(), points: z.int() }
export const shownOption = z.object({ id: optionId, text: z.string() })
export type ShownOption = z.infer<typeof shownOption>

export const shownQuestion = z.discriminatedUnion('kind', [
  z.object({ ...shownHead, kind: z.literal('single'), options: z.array(shownOption) }),
  z.object({ ...shownHead, kind: z.literal('multiple'), options: z.array(shownOption) }),
  z.object({ ...shownHead, kind: z.literal('true_false') }),
  z.object({ ...shownHead, kind: z.literal('short') }),
  z.object({ ...shownHead, kind: z.literal('numeric'), unit: z.string() }),
  /** Shuffled, the same way each time for one learner. */
  z.object({ ...shownHead, kind: z.literal('ordering'), items: z.array(shownOption) }),
  z.object({
    ...shownHead,
    kind: z.literal('matching'),
    left: z.array(shownOption),
    /** Shuffled, with the ones that belong to nothing. */
    right: z.array(shownOption),
  }),
])
export type ShownQuestion = z.infer<typeof shownQuestion>

/* ---- as a learner answers it ---- */

const answerHead = { question_id: id }
const chosenList = z.array(optionId).check(z.maxLength(OPTIONS_MAX))
/** A question left open is not in the list, or has null, nothing, or an empty text. */
export const givenAnswer = z.discriminatedUnion('kind', [
  z.object({ ...answerHead, kind: z.literal('single'), chosen: z.nullable(optionId) }),
  z.object({ ...answerHead, kind: z.literal('multiple'), chosen: chosenList }),
  z.object({ ...answerHead, kind: z.literal('true_false'), chosen: z.nullable(z.boolean()) }),
  z.object({
    ...answerHead,
    kind: z.literal('short'),
    text: z.string().check(z.maxLength(SHORT_ANSWER_MAX)),
  }),
  /** As typed: digits of any script of ours, a point or a comma. */
  z.object({ ...answerHead, kind: z.literal('numeric'), text: z.string().check(z.maxLength(60)) }),
  /** All items from first to last; nothing while untouched. */
  z.object({ ...answerHead, kind: z.literal('ordering'), order: chosenList }),
  z.object({
    ...answerHead,
    kind: z.literal('matching'),
    pairs: z.array(z.object({ left: optionId, right: optionId })).check(z.maxLength(OPTIONS_MAX)),
  }),
])
export type GivenAnswer = z.infer<typeof givenAnswer>
export const givenAnswers = z.array(givenAnswer).check(z.maxLength(QUESTIONS_MAX))

/* ---- what came of it ---- */

export const verdicts = ['right', 'partial', 'wrong', 'open'] as const
export type Verdict = (typeof verdicts)[number]

/** The right answer, in the terms of the kind. */
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
  /** Points earned, in hundredths rounded down. */
  earned: z.number(),
  points: z.int(),
  /** Empty while the solution may not be seen yet. */
  explanation: z.string(),
  /** Of the options chosen, and of all once the solution may be seen. True and false are called so. */
  option_explanations: z.array(z.object({ option: z.string(), text: z.string() })),
  /** Null while it may not be seen yet. */
  solution: z.nullable(solution),
})
export type MarkedQuestion = z.infer<typeof markedQuestion>

export const quizGrade = z.object({
  /** Rounded down, so that a shown 60 really is 60. */
  percent: z.int(),
  passed: z.boolean(),
  /** Whether the right answers are in it. */
  revealed: z.boolean(),
  questions: z.array(markedQuestion),
})
export type QuizGrade = z.infer<typeof quizGrade>

/** Where one stands with the attempts of one quiz. */
export const quizStatus = z.object({
  /** Best percentage so far; null before the first attempt. */
  best_percent: z.nullable(z.int()),
  attempts: z.int(),
  /** Null: without limit. */
  attempts_left: z.nullable(z.int()),
  /** When the next attempt may be handed in; null for at once (or never, without attempts left). */
  next_attempt_at: z.nullable(timestamp),
})
export type QuizStatus = z.infer<typeof quizStatus>

/** What a quiz adds to an item of the topic page. */
export const shownQuiz = z.extend(quizStatus, {
  pass_percent: z.int(),
  attempts_limit: z.nullable(z.int()),
  cooldown_minutes: z.int(),
  reveal: z.enum(reveals),
  questions: z.array(shownQuestion),
})
