/** Draft answers of a quiz until they are submitted. Pure. */
import type { GivenAnswer, ShownQuestion } from '#contract/courses/quiz.ts'

/** Keyed by question id. */
export type Answers = Readonly<Record<number, GivenAnswer>>

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

const idsOf = (list: readonly { id: string }[]) => list.map((entry) => entry.id)

/** Whether a saved answer is still valid for the question, which may have been edited. */
const isValidFor = (question: ShownQuestion, answer: GivenAnswer): boolean => {
  if (question.kind === 'single' && answer.kind === 'single')
    return answer.chosen === null || idsOf(question.options).includes(answer.chosen)
  if (question.kind === 'multiple' && answer.kind === 'multiple')
    return answer.chosen.every((id) => idsOf(question.options).includes(id))
  if (question.kind === 'ordering' && answer.kind === 'ordering') {
    const ids = idsOf(question.items)
    const isComplete = answer.order.length === ids.length && ids.every((id) => answer.order.includes(id))
    return answer.order.length === 0 || isComplete
  }
  if (question.kind === 'matching' && answer.kind === 'matching')
    return answer.pairs.every(
      ({ left, right }) => idsOf(question.left).includes(left) && idsOf(question.right).includes(right),
    )
  return question.kind === answer.kind
}

/** Merges saved answers that are still valid for their questions; later lists win. */
export const mergeAnswers = (
  questions: readonly ShownQuestion[],
  ...saved: readonly (readonly GivenAnswer[])[]
): Answers => {
  const valid = saved.flat().filter((answer) => {
    const question = questions.find(({ id }) => id === answer.question_id)
    return question !== undefined && isValidFor(question, answer)
  })
  return Object.fromEntries(valid.map((answer) => [answer.question_id, answer]))
}

/** Indexes of the unanswered questions. */
export const unansweredIndexes = (questions: readonly ShownQuestion[], answers: Answers): number[] =>
  questions.flatMap((question, index) => (isUnanswered(answers[question.id]) ? [index] : []))

/** Moves one item by an offset; returns the same order when it would leave the list. */
export const moveItem = (order: readonly string[], from: number, offset: number): string[] => {
  const next = [...order]
  const [item] = next.splice(from, 1)
  const to = from + offset
  if (item === undefined || to < 0 || to >= order.length) return [...order]
  next.splice(to, 0, item)
  return next
}
