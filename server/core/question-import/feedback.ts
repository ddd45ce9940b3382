/** Puts feedback on right and wrong answers where only the learners it addresses see it. */
import { cut } from '#contract/text/truncate.ts'
import type { QuestionIssue } from '#contract/question-bank/question-import.ts'
import type { ParsedOption } from './row.ts'

export interface Feedback {
  /** For everybody, with the solution. */
  general: readonly string[]
  right: readonly string[]
  wrong: readonly string[]
}

/** An answer as a parser makes it: the fields of its kind, without the ones of every question. */
interface Answer {
  kind?: string
  options?: ParsedOption[]
  answer?: boolean
  explanation_true?: string
  explanation_false?: string
  [field: string]: unknown
}

const DETAIL_MAX = 200

/** What the names that other systems use say about a feedback; null for any other name. */
export const sideOf = (identifier: string): 'right' | 'wrong' | null => {
  if (/incorrect|not_?correct|wrong/i.test(identifier)) return 'wrong'
  return /correct|right/i.test(identifier) ? 'right' : null
}

const joined = (...texts: readonly (string | undefined)[]): string =>
  [...new Set(texts.filter((text) => text !== undefined && text !== ''))].join('\n\n')

/**
 * The answer and its explanation. Everybody reads the explanation, so feedback on a wrong answer goes to the wrong
 * options. A kind without options has no place for it.
 */
export const withFeedback = (
  answer: Answer,
  { general, right, wrong }: Feedback,
  issues: QuestionIssue[],
): Answer & { explanation: string } => {
  const rightText = joined(...right)
  const wrongText = joined(...wrong)
  if (rightText === '' && wrongText === '') return { ...answer, explanation: joined(...general) }
  const explanation = joined(...general, answer.kind === 'single' || isTrueFalse(answer) ? '' : rightText)
  if (isTrueFalse(answer)) {
    issues.push({ code: 'feedback_moved', field: 'options' })
    const [onTrue, onFalse] = answer.answer ? [rightText, wrongText] : [wrongText, rightText]
    return {
      ...answer,
      explanation,
      explanation_true: joined(answer.explanation_true, onTrue),
      explanation_false: joined(answer.explanation_false, onFalse),
    }
  }
  if (answer.options) {
    issues.push({ code: 'feedback_moved', field: 'options' })
    const onRight = answer.kind === 'single' ? rightText : ''
    const options = answer.options.map((option) => ({
      ...option,
      explanation: joined(option.explanation, option.correct ? onRight : wrongText),
    }))
    return { ...answer, explanation, options }
  }
  if (wrongText !== '')
    issues.push({ code: 'feedback_dropped', field: 'explanation', detail: cut(wrongText, DETAIL_MAX) })
  return { ...answer, explanation }
}

const isTrueFalse = (answer: Answer): boolean => answer.kind === 'true_false'
