/** What the palette and the summary say of the questions. Pure. */
import { letters, type Letter } from '#contract/assessments/shapes.ts'
import type { QuestionState } from '../attempt/question-state.ts'

export type Sign = 'submitted' | 'answered' | 'seen' | 'unseen'

export const signOf = ({ choice, final, seen }: Pick<QuestionState, 'choice' | 'final' | 'seen'>): Sign =>
  final ? 'submitted' : choice !== null ? 'answered' : seen ? 'seen' : 'unseen'

export interface Tally {
  answered: number
  submitted: number
  /** Positions without an answer. */
  open: number[]
  /** Positions to look at again. */
  marked: number[]
  unseen: number
}

export const tally = (questions: readonly QuestionState[]): Tally => ({
  answered: questions.filter(({ choice }) => choice !== null).length,
  submitted: questions.filter(({ final }) => final).length,
  open: questions.filter(({ choice }) => choice === null).map(({ position }) => position),
  marked: questions.filter(({ marked }) => marked).map(({ position }) => position),
  unseen: questions.filter((question) => signOf(question) === 'unseen').length,
})

export type ExamKey = { do: 'choose'; letter: Letter } | { do: 'previous' } | { do: 'next' } | { do: 'mark' }

/** What a key does in the exam; null where it belongs to something else. Digits of a numeric pad count as well. */
export const examKey = (press: {
  key: string
  code?: string
  altKey: boolean
  ctrlKey: boolean
  metaKey: boolean
}): ExamKey | null => {
  if (press.altKey || press.ctrlKey || press.metaKey) return null
  // The place on the keyboard, so that N is N on an Arabic or Hindi keyboard, too.
  const sign = /^(?:Key|Digit|Numpad)([A-Z0-9])$/.exec(press.code ?? '')?.[1] ?? press.key.toUpperCase()
  const letter = letters.find((each, index) => sign === each || sign === String(index + 1))
  if (letter) return { do: 'choose', letter }
  if (sign === 'N') return { do: 'next' }
  if (sign === 'P') return { do: 'previous' }
  return sign === 'M' ? { do: 'mark' } : null
}
