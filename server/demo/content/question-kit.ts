/** Questions of the other kinds, as the demo's authors write them. */
import { randomUUID } from 'node:crypto'
import type { AuthoredQuestion } from '#contract/courses/quiz.ts'

const side = (text: string) => ({ id: randomUUID() as string, text })
const head = (prompt: string, explanation: string, points = 1) => ({ prompt, explanation, points })

/** Each option with whether it is right and what to say to who chose it. */
export const askMany = (
  prompt: string,
  options: readonly (readonly [text: string, correct: boolean, explanation: string])[],
  explanation: string,
): AuthoredQuestion => ({
  ...head(prompt, explanation, 2),
  kind: 'multiple',
  partial: true,
  options: options.map(([text, correct, why]) => ({ ...side(text), correct, explanation: why })),
})

export const askTrueFalse = (prompt: string, answer: boolean, explanation: string): AuthoredQuestion => ({
  ...head(prompt, explanation),
  kind: 'true_false',
  answer,
  explanation_true: '',
  explanation_false: '',
})

export const askWord = (prompt: string, accepted: string[], explanation: string): AuthoredQuestion => ({
  ...head(prompt, explanation),
  kind: 'short',
  accepted,
  case_sensitive: false,
})

export const askNumber = (
  prompt: string,
  answer: { value: number; tolerance?: number; unit?: string },
  explanation: string,
): AuthoredQuestion => ({
  ...head(prompt, explanation),
  kind: 'numeric',
  value: answer.value,
  tolerance: answer.tolerance ?? 0,
  unit: answer.unit ?? '',
})

/** The items in their right order. */
export const askOrder = (
  prompt: string,
  items: readonly string[],
  explanation: string,
): AuthoredQuestion => ({
  ...head(prompt, explanation, 2),
  kind: 'ordering',
  partial: true,
  items: items.map(side),
})

export const askPairs = (
  prompt: string,
  pairs: readonly (readonly [left: string, right: string])[],
  extra: readonly string[],
  explanation: string,
): AuthoredQuestion => ({
  ...head(prompt, explanation, 2),
  kind: 'matching',
  partial: true,
  pairs: pairs.map(([left, right]) => ({ left: side(left), right: side(right) })),
  extra: extra.map(side),
})
