/** Grades a quiz. Pure. The answer key never leaves the server before the answers have arrived (E8). */
import { wholePercent } from '#contract/percent.ts'
import type {
  AuthoredQuestion,
  GivenAnswer,
  MarkedQuestion,
  QuizGrade,
  QuizSettings,
  Solution,
} from '#contract/courses/quiz.ts'
import { comparable, typedNumber } from './answer-text.ts'

/** A stored question with its key; it always has an id. */
export type KeyedQuestion = AuthoredQuestion & { id: number }
type Kind = AuthoredQuestion['kind']
type Of<K extends Kind> = Extract<AuthoredQuestion, { kind: K }>
type AnswerTo<K extends Kind> = Extract<GivenAnswer, { kind: K }>

/** The right part of a question: `right` of `of`; null for an unanswered question. */
type Share = { right: number; of: number } | null

interface Rules<K extends Kind> {
  share: (question: Of<K>, answer: AnswerTo<K>) => Share
  /** Option ids in the answer, and the valid ones; unknown and repeated ids make an answer invalid. */
  optionIds: (question: Of<K>, answer: AnswerTo<K>) => { given: readonly string[]; valid: readonly string[] }
  solution: (question: Of<K>) => Solution
  /** Explanations by option, and which options were chosen. */
  hints?: (
    question: Of<K>,
    answer: AnswerTo<K> | undefined,
  ) => { option: string; text: string; chosen: boolean }[]
}

const NO_OPTIONS = { given: [], valid: [] }
const allOrNothing = (right: boolean): Share => ({ right: right ? 1 : 0, of: 1 })
const rightIds = (question: Of<'single' | 'multiple'>) =>
  question.options.filter((option) => option.correct).map((option) => option.id)
const idsOf = (list: readonly { id: string }[]) => list.map((each) => each.id)

/** A wrong choice cancels a right one, so choosing everything earns no more than choosing nothing. */
const multipleShare = (question: Of<'multiple'>, chosen: readonly string[]): Share => {
  if (chosen.length === 0) return null
  const right = new Set(rightIds(question))
  const hits = chosen.filter((each) => right.has(each)).length
  const misses = chosen.length - hits
  return { right: Math.max(0, hits - misses), of: right.size }
}

/** Length of the longest increasing subsequence: these items are in the right order relative to each other. */
const longestIncreasing = (positions: readonly number[]): number => {
  const ends: number[] = []
  for (const position of positions) {
    const index = ends.findIndex((end) => end >= position)
    ends[index === -1 ? ends.length : index] = position
  }
  return ends.length
}

/** Items outside the longest ordered part are misplaced; a reversed list earns nothing. */
const orderingShare = (question: Of<'ordering'>, order: readonly string[]): Share => {
  if (order.length === 0) return null
  const positions = order.map((each) => question.items.findIndex((item) => item.id === each))
  return { right: longestIncreasing(positions) - 1, of: question.items.length - 1 }
}

/** Right sides with the same text are the same answer. */
const matchingShare = (question: Of<'matching'>, pairs: AnswerTo<'matching'>['pairs']): Share => {
  if (pairs.length === 0) return null
  const textById = new Map(
    [...question.pairs.map((pair) => pair.right), ...question.extra].map((side) => [
      side.id,
      comparable(side.text, false),
    ]),
  )
  const expectedByLeft = new Map(
    question.pairs.map((pair) => [pair.left.id, comparable(pair.right.text, false)]),
  )
  const right = pairs.filter((pair) => textById.get(pair.right) === expectedByLeft.get(pair.left)).length
  return { right, of: question.pairs.length }
}

const isNear = (question: Of<'numeric'>, typed: string): boolean => {
  const value = typedNumber(typed, question.unit)
  // Binary rounding must not fail an answer: 0.3 is within 0.1 of 0.2.
  const roundingError = 1e-9 * Math.max(1, Math.abs(question.value))
  return value !== null && Math.abs(value - question.value) <= question.tolerance + roundingError
}

const rules: { [K in Kind]: Rules<K> } = {
  single: {
    share: (question, { chosen }) =>
      chosen === null ? null : allOrNothing(rightIds(question).includes(chosen)),
    optionIds: (question, { chosen }) => ({
      given: chosen === null ? [] : [chosen],
      valid: idsOf(question.options),
    }),
    solution: (question) => ({ kind: 'single', right: rightIds(question) }),
    hints: (question, answer) =>
      question.options.map((option) => ({
        option: option.id,
        text: option.explanation,
        chosen: option.id === answer?.chosen,
      })),
  },
  multiple: {
    share: (question, { chosen }) => multipleShare(question, chosen),
    optionIds: (question, { chosen }) => ({ given: chosen, valid: idsOf(question.options) }),
    solution: (question) => ({ kind: 'multiple', right: rightIds(question) }),
    hints: (question, answer) =>
      question.options.map((option) => ({
        option: option.id,
        text: option.explanation,
        chosen: answer?.chosen.includes(option.id) ?? false,
      })),
  },
  true_false: {
    share: (question, { chosen }) => (chosen === null ? null : allOrNothing(chosen === question.answer)),
    optionIds: () => NO_OPTIONS,
    solution: (question) => ({ kind: 'true_false', right: question.answer }),
    hints: (question, answer) => [
      { option: 'true', text: question.explanation_true, chosen: answer?.chosen === true },
      { option: 'false', text: question.explanation_false, chosen: answer?.chosen === false },
    ],
  },
  short: {
    share: (question, { text }) => {
      const typed = comparable(text, question.case_sensitive)
      if (typed === '') return null
      return allOrNothing(
        question.accepted.some((good) => comparable(good, question.case_sensitive) === typed),
      )
    },
    optionIds: () => NO_OPTIONS,
    solution: (question) => ({ kind: 'short', accepted: question.accepted }),
  },
  numeric: {
    share: (question, { text }) => (text.trim() === '' ? null : allOrNothing(isNear(question, text))),
    optionIds: () => NO_OPTIONS,
    solution: ({ value, tolerance, unit }) => ({ kind: 'numeric', value, tolerance, unit }),
  },
  ordering: {
    share: (question, { order }) => orderingShare(question, order),
    optionIds: (question, { order }) => ({ given: order, valid: idsOf(question.items) }),
    solution: (question) => ({ kind: 'ordering', order: idsOf(question.items) }),
  },
  matching: {
    share: (question, { pairs }) => matchingShare(question, pairs),
    // A right side may be used twice (then at most one is right); a left side only once.
    optionIds: (question, { pairs }) => ({
      given: pairs.map((pair) => pair.left),
      valid: question.pairs.map((pair) => pair.left.id),
    }),
    solution: (question) => ({
      kind: 'matching',
      pairs: question.pairs.map((pair) => ({ left: pair.left.id, right: pair.right.id })),
    }),
  },
}
/** The rules of one kind; question and answer must be of this kind. */
const rulesOf = <K extends Kind>(kind: K) => rules[kind] as Rules<Kind>

/** Paths of invalid answers: unknown questions, repeated answers, wrong kinds or options. */
export const invalidAnswerPaths = (
  questions: readonly KeyedQuestion[],
  answers: readonly GivenAnswer[],
): string[] => {
  const byId = new Map(questions.map((question) => [question.id, question]))
  const seen = new Set<number>()
  return answers.flatMap((answer, index) => {
    const question = byId.get(answer.question_id)
    const repeated = seen.has(answer.question_id)
    seen.add(answer.question_id)
    if (!question || repeated) return [`answers.${index}.question_id`]
    if (question.kind !== answer.kind) return [`answers.${index}.kind`]
    return isValidAnswer(question, answer) ? [] : [`answers.${index}`]
  })
}

const isValidAnswer = (question: KeyedQuestion, answer: GivenAnswer): boolean => {
  const { given, valid } = rulesOf(question.kind).optionIds(question, answer)
  if (new Set(given).size !== given.length || given.some((id) => !valid.includes(id))) return false
  if (answer.kind === 'ordering' && given.length > 0 && given.length !== valid.length) return false
  if (answer.kind !== 'matching' || question.kind !== 'matching') return true
  const sides = [...question.pairs.map((pair) => pair.right), ...question.extra].map((side) => side.id)
  return answer.pairs.every((pair) => sides.includes(pair.right))
}

/** Partial points count in hundredths, rounded down, so that only a full answer earns full points. */
const HUNDREDTHS = 100

const hundredthsOf = (question: KeyedQuestion, share: Share): number => {
  if (share === null) return 0
  const isFull = share.right === share.of
  if (!isFull && 'partial' in question && !question.partial) return 0
  return Math.floor((question.points * HUNDREDTHS * share.right) / share.of)
}

export interface Marks {
  percent: number
  passed: boolean
  questions: { question: KeyedQuestion; answer: GivenAnswer | undefined; open: boolean; hundredths: number }[]
}

/** An unanswered question earns nothing. Rounding never lifts a score to the pass mark. */
export const markQuiz = (
  questions: readonly KeyedQuestion[],
  answers: readonly GivenAnswer[],
  passPercent: number,
): Marks => {
  const answersById = new Map(answers.map((answer) => [answer.question_id, answer]))
  const marked = questions.map((question) => {
    const answer = answersById.get(question.id)
    const share = answer?.kind === question.kind ? rulesOf(question.kind).share(question, answer) : null
    return { question, answer, open: share === null, hundredths: hundredthsOf(question, share) }
  })
  const earned = marked.reduce((sum, each) => sum + each.hundredths, 0)
  const total = questions.reduce((sum, question) => sum + question.points, 0)
  const percent = total === 0 ? 0 : wholePercent(earned / total, [passPercent])
  return { percent, passed: percent >= passPercent, questions: marked }
}

/** The learner's grade; right answers and their explanations only if they may be revealed. */
export const gradeOf = (marks: Marks, revealed: boolean): QuizGrade => ({
  percent: marks.percent,
  passed: marks.passed,
  revealed,
  questions: marks.questions.map((each) => toMarkedQuestion(each, revealed)),
})

const toMarkedQuestion = (
  { question, answer, open, hundredths }: Marks['questions'][0],
  revealed: boolean,
): MarkedQuestion => {
  const { hints, solution } = rulesOf(question.kind)
  const givenAnswer = answer?.kind === question.kind ? answer : undefined
  return {
    question_id: question.id,
    verdict: open
      ? 'open'
      : hundredths === question.points * HUNDREDTHS
        ? 'right'
        : hundredths > 0
          ? 'partial'
          : 'wrong',
    earned: hundredths / HUNDREDTHS,
    points: question.points,
    explanation: revealed ? question.explanation : '',
    option_explanations: (hints?.(question, givenAnswer) ?? [])
      .filter((hint) => hint.text !== '' && (revealed || hint.chosen))
      .map(({ option, text }) => ({ option, text })),
    solution: revealed ? solution(question) : null,
  }
}

/** Whether the right answers may be revealed after this attempt. */
export const isRevealed = (
  reveal: QuizSettings['reveal'],
  facts: { passedOnce: boolean; attemptsLeft: number | null },
): boolean => reveal === 'always' || (reveal === 'done' && (facts.passedOnce || facts.attemptsLeft === 0))
