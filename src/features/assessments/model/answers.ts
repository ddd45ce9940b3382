/** The state of the questions for the palette and the summary, and the exam's keyboard shortcuts. */
import { letters, type Letter } from '#contract/assessments/shapes.ts'
import type { QuestionState } from '../attempt/types.ts'

export type QuestionStatus = 'submitted' | 'answered' | 'seen' | 'unseen'

export const questionStatusOf = ({
  choice,
  final,
  seen,
}: Pick<QuestionState, 'choice' | 'final' | 'seen'>): QuestionStatus =>
  final ? 'submitted' : choice !== null ? 'answered' : seen ? 'seen' : 'unseen'

export interface Tally {
  answered: number
  submitted: number
  /** Positions without an answer. */
  open: number[]
  /** Positions that the learner marked. */
  marked: number[]
  unseen: number
}

export const tally = (questions: readonly QuestionState[]): Tally => ({
  answered: questions.filter(({ choice }) => choice !== null).length,
  submitted: questions.filter(({ final }) => final).length,
  open: questions.filter(({ choice }) => choice === null).map(({ position }) => position),
  marked: questions.filter(({ marked }) => marked).map(({ position }) => position),
  unseen: questions.filter((question) => questionStatusOf(question) === 'unseen').length,
})

export type ExamKey = { do: 'choose'; letter: Letter } | { do: 'previous' } | { do: 'next' } | { do: 'mark' }

/** The action of a key in the exam, or null. Digits of a numeric keypad count, too. */
export const examKey = (press: {
  key: string
  code?: string
  altKey: boolean
  ctrlKey: boolean
  metaKey: boolean
}): ExamKey | null => {
  if (press.altKey || press.ctrlKey || press.metaKey) return null
  // Use the physical key, so that N also works on an Arabic or Hindi keyboard.
  const keyName = /^(?:Key|Digit|Numpad)([A-Z0-9])$/.exec(press.code ?? '')?.[1] ?? press.key.toUpperCase()
  const letter = letters.find((each, index) => keyName === each || keyName === String(index + 1))
  if (letter) return { do: 'choose', letter }
  if (keyName === 'N') return { do: 'next' }
  if (keyName === 'P') return { do: 'previous' }
  return keyName === 'M' ? { do: 'mark' } : null
}
