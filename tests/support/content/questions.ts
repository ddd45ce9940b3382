import { randomUUID } from 'node:crypto'
import type { AuthoredQuestion } from '#contract/courses/quiz.ts'

type Single = Extract<AuthoredQuestion, { kind: 'single' }>

/** A single-choice question. */
export const singleQuestion = (
  prompt: string,
  options: readonly { text: string; correct: boolean; explanation?: string }[],
  changes: Partial<Single> = {},
): Single => ({
  kind: 'single',
  prompt,
  points: 1,
  explanation: '',
  options: options.map((option) => ({ id: randomUUID(), explanation: '', ...option })),
  ...changes,
})
