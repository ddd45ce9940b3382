/** Answers of a quiz until they are handed in. Pure. */
import type { GivenAnswer, ShownQuestion } from '#contract/courses/quiz.ts'

/** By question id. */
export type Answers = Readonly<Record<number, GivenAnswer>>

/** Whether the question still stands open. */
export const isUnanswered = (answer: GivenAnswer | undefined): boolean => {
  switch (answer?.kind) {
    case undefined:
      return true
    case 'single':
    case 'true_false':
      return answer.chosen === null
    case 'multiple':
      return answer.chosen.length === 0
    case 'short':
    case 'numeric':
      return answer.text.trim() === ''
    case 'ordering':
      return answer.order.length === 0
    case 'matching':
      return answer.pairs.length === 0
  }
}

const idsOf = (list: readonly { id: string }[]) => list.map((each) => each.id)

/** Whether an answer kept earlier still fits the question as it is now. */
const fits = (question: ShownQuestion, answer: GivenAnswer): boolean => {
  if (question.kind === 'single' && answer.kind === 'single')
    return answer.chosen === null || idsOf(question.options).includes(answer.chosen)
  if (question.kind === 'multiple' && answer.kind === 'multiple')
    return answer.chosen.every((id) => idsOf(question.options).includes(id))
  if (question.kind === 'ordering' && answer.kind === 'ordering') {
    const known = idsOf(question.items)
    const whole = answer.order.length === known.length && known.every((id) => answer.order.includes(id))
    return answer.order.length === 0 || whole
  }
  if (question.kind === 'matching' && answer.kind === 'matching')
    return answer.pairs.every(
      ({ left, right }) => idsOf(question.left).includes(left) && idsOf(question.right).includes(right),
    )
  return question.kind === answer.kind
}

/** What was kept, the later of two answers to a question, as far as it fits: questions may have changed since. */
export const mergeAnswers = (
  questions: readonly ShownQuestion[],
  ...kept: readonly (readonly GivenAnswer[])[]
): Answers => {
  const fitting = kept.flat().filter((answer) => {
    const question = questions.find(({ id }) => id === answer.question_id)
    return question !== undefined && fits(question, answer)
  })
  return Object.fromEntries(fitting.map((answer) => [answer.question_id, answer]))
}

/** Places, counted from 0, of the questions that are still open. */
export const unansweredIndexes = (questions: readonly ShownQuestion[], answers: Answers): number[] =>
  questions.flatMap((question, index) => (isUnanswered(answers[question.id]) ? [index] : []))

/** One item moved by one place; nothing happens at the ends. */
export const moveItem = (order: readonly string[], from: number, by: number): string[] => {
  const next = [...order]
  const [item] = next.splice(from, 1)
  const to = from + by
  if (item === undefined || to < 0 || to >= order.length) return [...order]
  next.splice(to, 0, item)
  return next
}
