/** Unsaved questions for the page that lists unsent work. */
import { unsentDrafts } from '#src/core/offline/unsent-drafts.ts'
import { adminPaths } from '#src/core/admin-paths.ts'
import type { QuestionForm } from './model/question-form.ts'

declare module '#src/core/offline/outbox.ts' {
  interface OutboxKinds {
    question: true
  }
}

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

export const questionOutbox = unsentDrafts('questions', (draftName, stored) => {
  const id = /^bank-question-(\d+|new)$/.exec(draftName)?.[1]
  if (id === undefined) return null
  return { kind: 'question', title: promptOf(stored), path: `${adminPaths.questionBank}?question=${id}` }
})
