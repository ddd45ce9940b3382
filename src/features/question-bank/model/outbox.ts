/** Questions that were written and not saved, for the page that lists unsent work. */
import { keptWords } from '#src/core/outbox/kept-words.ts'
import { paths } from '#src/core/paths.ts'
import type { QuestionForm } from './question-form.ts'

/** The prompt in the first language that has one. */
const promptOf = (kept: string): string | null => {
  try {
    const { texts } = JSON.parse(kept) as Pick<QuestionForm, 'texts'>
    return (
      Object.values(texts)
        .map(({ prompt }) => prompt)
        .find((prompt) => prompt.trim() !== '') ?? null
    )
  } catch {
    return null
  }
}

export const questionOutbox = keptWords('questions', (draft, kept) => {
  const id = /^bank-question-(\d+|new)$/.exec(draft)?.[1]
  if (id === undefined) return null
  return { kind: 'question', title: promptOf(kept), path: `${paths.adminQuestionBank}?question=${id}` }
})
