/** Grading of a quiz. Pure: the key never leaves the server before the answers came in (TRUST E8). */
import type {
  AuthoredQuestion,
  GivenAnswer,
  MarkedQuestion,
  QuizGrade,
  QuizSettings,
  Solution,
} from '#contract/courses/quiz.ts'
import { comparable, typedNumber } from './answer-text.ts'

/** A stored question always has its id. */
export type KeyedQuestion = AuthoredQuestion & { id: number }
type Kind = AuthoredQuestion['kind']
type Of<K extends Kind> = Extract<AuthoredQuestion, { kind: K }>
type AnswerTo<K extends Kind> = Extract<GivenAnswer, { kind: K }>

/** How much of the question was right: `right` of `of`; null when it was left open. */
type Share = { right: number; of: number } | null

interface Rules<K extends Kind> {
  share: (question: Of<K>, answer: AnswerTo<K>) => Share
  /** Option ids that the answer names; unknown ones and repeats make it stray. */
  named: (question: Of<K>, answer: AnswerTo<K>) => { named: readonly string[]; known: readonly string[] }
  solution: (question: Of<K>) => Solution
  /** Explanations by option, and which options were chosen. */
  hints?: (
    question: Of<K>,
    answer: AnswerTo<K> | undefined,
  ) => { option: string; text: string; chosen: boolean }[]
}

const NOTHING = { named: [], known: [] }
const allOrNothing = (right: boolean): Share => ({ right: right ? 1 : 0, of: 1 })
const rightIds = (question: Of<'single' | 'multiple'>) =>
  question.options.filter((option) => option.correct).map((option) => option.id)
const idsOf = (list: readonly { id: string }[]) => list.map((each) => each.id)

/** Each wrong choice takes back one right one; so choosing everything earns nothing that choosing nothing does not. */
const multipleShare = (question: Of<'multiple'>, chosen: readonly string[]): Share => {
  if (chosen.length === 0) return null
  const right = new Set(rightIds(question))
  const hits = chosen.filter((each) => right.has(each)).length
  const misses = chosen.length - hits
  return { right: Math.max(0, hits - misses), of: right.size }
}

/** How many stand in the right order among themselves: the rest would have to be moved. */
const longestRun = (places: readonly number[]): number => {
  const ends: number[] = []
  for (const place of places) {
    const at = ends.findIndex((end) => end >= place)
    ends[at === -1 ? ends.length : at] = place
  }
  return ends.length
}

/** Everything but the longest ordered part is out of place; a reversed list earns nothing. */
const orderingShare = (question: Of<'ordering'>, order: readonly string[]): Share => {
  if (order.length === 0) return null
  const places = order.map((each) => question.items.findIndex((item) => item.id === each))
  return { right: longestRun(places) - 1, of: question.items.length - 1 }
}

/** Right sides with the same words are the same answer. */
const matchingShare = (question: Of<'matching'>, pairs: AnswerTo<'matching'>['pairs']): Share => {
  if (pairs.length === 0) return null
  const words = new Map(
    [...question.pairs.map((pair) => pair.right), ...question.extra].map((side) => [
      side.id,
      comparable(side.text, false),
    ]),
  )
  const wanted = new Map(question.pairs.map((pair) => [pair.left.id, comparable(pair.right.text, false)]))
  const right = pairs.filter((pair) => words.get(pair.right) === wanted.get(pair.left)).length
  return { right, of: question.pairs.length }
}

const isNear = (question: Of<'numeric'>, typed: string): boolean => {
  const value = typedNumber(typed, question.unit)
  // What binary fractions cannot hold is not held against anybody: 0.3 is within 0.1 of 0.2.
  const grain = 1e-9 * Math.max(1, Math.abs(question.value))
  return value !== null && Math.abs(value - question.value) <= question.tolerance + grain
}

const rules: { [K in Kind]: Rules<K> } = {
  single: {
    share: (question, { chosen }) =>
      chosen === null ? null : allOrNothing(rightIds(question).includes(chosen)),
    named: (question, { chosen }) => ({
      named: chosen === null ? [] : [chosen],
      known: idsOf(question.options),
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
    named: (question, { chosen }) => ({ named: chosen, known: idsOf(question.options) }),
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
    named: () => NOTHING,
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
    named: () => NOTHING,
    solution: (question) => ({ kind: 'short', accepted: question.accepted }),
  },
  numeric: {
    share: (question, { text }) => (text.trim() === '' ? null : allOrNothing(isNear(question, text))),
    named: () => NOTHING,
    solution: ({ value, tolerance, unit }) => ({ kind: 'numeric', value, tolerance, unit }),
  },
  ordering: {
    share: (question, { order }) => orderingShare(question, order),
    named: (question, { order }) => ({ named: order, known: idsOf(question.items) }),
    solution: (question) => ({ kind: 'ordering', order: idsOf(question.items) }),
  },
  matching: {
    share: (question, { pairs }) => matchingShare(question, pairs),
    // One right side may be used twice (then one of the two is wrong); a left side only once.
    named: (question, { pairs }) => ({
      named: pairs.map((pair) => pair.left),
      known: question.pairs.map((pair) => pair.left.id),
    }),
    solution: (question) => ({
      kind: 'matching',
      pairs: question.pairs.map((pair) => ({ left: pair.left.id, right: pair.right.id })),
    }),
  },
}
/** The rules of one kind; question and answer of the same kind belong together. */
const rulesOf = <K extends Kind>(kind: K) => rules[kind] as Rules<Kind>

/** Answers that do not belong to this quiz, or answer a question twice: the paths of the wrong entries. */
export const strayAnswers = (
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
    return fits(question, answer) ? [] : [`answers.${index}`]
  })
}

const fits = (question: KeyedQuestion, answer: GivenAnswer): boolean => {
  const { named, known } = rulesOf(question.kind).named(question, answer)
  if (new Set(named).size !== named.length || named.some((each) => !known.includes(each))) return false
  if (answer.kind === 'ordering' && named.length > 0 && named.length !== known.length) return false
  if (answer.kind !== 'matching' || question.kind !== 'matching') return true
  const sides = [...question.pairs.map((pair) => pair.right), ...question.extra].map((side) => side.id)
  return answer.pairs.every((pair) => sides.includes(pair.right))
}

/** Part points count in hundredths, rounded down, so that nothing but a full answer earns full points. */
const HUNDREDTHS = 100

const hundredths = (question: KeyedQuestion, share: Share): number => {
  if (share === null) return 0
  const whole = share.right === share.of
  if (!whole && 'partial' in question && !question.partial) return 0
  return Math.floor((question.points * HUNDREDTHS * share.right) / share.of)
}

export interface Marks {
  percent: number
  passed: boolean
  questions: { question: KeyedQuestion; answer: GivenAnswer | undefined; open: boolean; hundredths: number }[]
}

/** A question left open earns nothing. The percentage is rounded down, so a shown 60 really is 60. */
export const markQuiz = (
  questions: readonly KeyedQuestion[],
  answers: readonly GivenAnswer[],
  passPercent: number,
): Marks => {
  const given = new Map(answers.map((answer) => [answer.question_id, answer]))
  const marked = questions.map((question) => {
    const answer = given.get(question.id)
    const share = answer?.kind === question.kind ? rulesOf(question.kind).share(question, answer) : null
    return { question, answer, open: share === null, hundredths: hundredths(question, share) }
  })
  const earned = marked.reduce((sum, each) => sum + each.hundredths, 0)
  const total = questions.reduce((sum, question) => sum + question.points, 0)
  const percent = total === 0 ? 0 : Math.floor(earned / total)
  return { percent, passed: percent >= passPercent, questions: marked }
}

/** What the learner is told; the right answers, and why they are right, only when they may be seen. */
export const gradeOf = (marks: Marks, revealed: boolean): QuizGrade => ({
  percent: marks.percent,
  passed: marks.passed,
  revealed,
  questions: marks.questions.map((each) => told(each, revealed)),
})

const told = (
  { question, answer, open, hundredths }: Marks['questions'][0],
  revealed: boolean,
): MarkedQuestion => {
  const { hints, solution } = rulesOf(question.kind)
  const own = answer?.kind === question.kind ? answer : undefined
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
    option_explanations: (hints?.(question, own) ?? [])
      .filter((hint) => hint.text !== '' && (revealed || hint.chosen))
      .map(({ option, text }) => ({ option, text })),
    solution: revealed ? solution(question) : null,
  }
}

/** Whether the right answers may be seen after this attempt. */
export const isRevealed = (
  reveal: QuizSettings['reveal'],
  facts: { passedOnce: boolean; attemptsLeft: number | null },
): boolean => reveal === 'always' || (reveal === 'done' && (facts.passedOnce || facts.attemptsLeft === 0))
