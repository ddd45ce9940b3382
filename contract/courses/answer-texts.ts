import type { DraftQuestion } from './quiz.ts'

/**
 * The texts that distinguish questions with the same prompt: options, items, sides, or the accepted answers. Which of
 * them are right does not count: a corrected key makes no new question.
 */
export const answerTextsOf = (question: DraftQuestion): string[] => {
  const textsOf = (list: readonly { text: string }[]) => list.map(({ text }) => text)
  switch (question.kind) {
    case 'single':
    case 'multiple':
      return textsOf(question.options)
    case 'true_false':
      return []
    case 'short':
      return question.accepted
    case 'numeric':
      return [`${question.value ?? ''} ${question.unit ?? ''}`]
    case 'ordering':
      return textsOf(question.items)
    case 'matching':
      return [
        ...question.pairs.map(({ left, right }) => `${left.text} → ${right.text}`),
        ...textsOf(question.extra ?? []),
      ]
  }
}
