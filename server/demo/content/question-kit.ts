/** Builders for the questions of the demo courses, except single choice. */
import { randomUUID } from 'node:crypto'
import type { AuthoredQuestion } from '#contract/courses/quiz.ts'

const textWithId = (text: string) => ({ id: randomUUID() as string, text })
const commonFields = (prompt: string, explanation: string, points = 1) => ({ prompt, explanation, points })

/** Each option has its text, whether it is correct, and the explanation for learners who choose it. */
export const multipleChoice = (
  prompt: string,
  options: readonly (readonly [text: string, correct: boolean, explanation: string])[],
  explanation: string,
): AuthoredQuestion => ({
  ...commonFields(prompt, explanation, 2),
  kind: 'multiple',
  partial: true,
  options: options.map(([text, correct, why]) => ({ ...textWithId(text), correct, explanation: why })),
})

export const trueFalse = (prompt: string, answer: boolean, explanation: string): AuthoredQuestion => ({
  ...commonFields(prompt, explanation),
  kind: 'true_false',
  answer,
  explanation_true: '',
  explanation_false: '',
})

export const shortAnswer = (prompt: string, accepted: string[], explanation: string): AuthoredQuestion => ({
  ...commonFields(prompt, explanation),
  kind: 'short',
  accepted,
  case_sensitive: false,
})

export const numericAnswer = (
  prompt: string,
  answer: { value: number; tolerance?: number; unit?: string },
  explanation: string,
): AuthoredQuestion => ({
  ...commonFields(prompt, explanation),
  kind: 'numeric',
  value: answer.value,
  tolerance: answer.tolerance ?? 0,
  unit: answer.unit ?? '',
})

/** Takes the items in their correct order. */
export const ordering = (
  prompt: string,
  items: readonly string[],
  explanation: string,
): AuthoredQuestion => ({
  ...commonFields(prompt, explanation, 2),
  kind: 'ordering',
  partial: true,
  items: items.map(textWithId),
})

export const matching = (
  prompt: string,
  pairs: readonly (readonly [left: string, right: string])[],
  extra: readonly string[],
  explanation: string,
): AuthoredQuestion => ({
  ...commonFields(prompt, explanation, 2),
  kind: 'matching',
  partial: true,
  pairs: pairs.map(([left, right]) => ({ left: textWithId(left), right: textWithId(right) })),
  extra: extra.map(textWithId),
})
