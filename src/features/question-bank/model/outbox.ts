/** Unsaved questions for the page that lists unsent work. */
import { keptWords } from '#src/core/outbox/kept-words.ts'
import { paths } from '#src/core/paths.ts'
import type { QuestionForm } from './question-form.ts'

const promptOf = (stored: string): string | null => {
  try {
    const { texts } = JSON.parse(stored) as Pick<QuestionForm, 'texts'>
    return (
      Object.values(texts)
        .map(({ prompt }) => prompt)
        .find((prompt) => prompt.trim() !== '') ?? null
    )
  } catch {
    return null
  }
}

export const questionOutbox = keptWords('questions', (draftName, stored) => {
  const id = /^bank-question-(\d+|new)$/.exec(draftName)?.[1]
  if (id === undefined) return null
  return { kind: 'question', title: promptOf(stored), path: `${paths.adminQuestionBank}?question=${id}` }
})
