/** Formats answers and solutions as lines of text. Pure. */
import type { GivenAnswer, ShownOption, ShownQuestion, Solution } from '#contract/courses/quiz.ts'

export interface YesNoLabels {
  yes: string
  no: string
}

const textOf = (options: readonly ShownOption[], id: string) =>
  options.find((option) => option.id === id)?.text ?? '…'

const optionLines = (question: ShownQuestion, ids: readonly string[]): string[] =>
  'options' in question ? ids.map((id) => textOf(question.options, id)) : []

const itemLines = (question: ShownQuestion, ids: readonly string[]): string[] =>
  'items' in question ? ids.map((id) => textOf(question.items, id)) : []

const pairLines = (
  question: Extract<ShownQuestion, { kind: 'matching' }>,
  pairs: readonly { left: string; right: string }[],
): string[] =>
  question.left.flatMap((side) => {
    const pair = pairs.find(({ left }) => left === side.id)
    return pair ? [`${side.text} – ${textOf(question.right, pair.right)}`] : []
  })

/** The given answer; empty for an unanswered question. */
export const answerLines = (
  question: ShownQuestion,
  answer: GivenAnswer | undefined,
  labels: YesNoLabels,
): string[] => {
  switch (answer?.kind) {
    case undefined:
      return []
    case 'single':
      return answer.chosen === null ? [] : optionLines(question, [answer.chosen])
    case 'multiple':
      return optionLines(question, answer.chosen)
    case 'true_false':
      return answer.chosen === null ? [] : [answer.chosen ? labels.yes : labels.no]
    case 'short':
    case 'numeric':
      return answer.text.trim() === '' ? [] : [answer.text.trim()]
    case 'ordering':
      return itemLines(question, answer.order)
    case 'matching':
      return question.kind === 'matching' ? pairLines(question, answer.pairs) : []
  }
}

/** The correct answer. */
export const solutionLines = (question: ShownQuestion, solution: Solution, labels: YesNoLabels): string[] => {
  switch (solution.kind) {
    case 'single':
    case 'multiple':
      return optionLines(question, solution.right)
    case 'true_false':
      return [solution.right ? labels.yes : labels.no]
    case 'short':
      return solution.accepted
    case 'numeric': {
      const tolerance = solution.tolerance === 0 ? '' : ` ± ${solution.tolerance}`
      return [`${solution.value}${tolerance}${solution.unit === '' ? '' : ` ${solution.unit}`}`]
    }
    case 'ordering':
      return itemLines(question, solution.order)
    case 'matching':
      return question.kind === 'matching' ? pairLines(question, solution.pairs) : []
  }
}
