/** Unsaved assessments for the page that lists unsent work. */
import { unsentDrafts } from '#src/core/offline/unsent-drafts.ts'
import { adminPaths } from '#src/core/admin-paths.ts'
import type { AssessmentForm } from './model/assessment-form.ts'

declare module '#src/core/offline/outbox.ts' {
  interface OutboxKinds {
    assessment: true
  }
}

const titleOf = (stored: string): string | null => {
  try {
    const { texts } = JSON.parse(stored) as Pick<AssessmentForm, 'texts'>
    return (
      Object.values(texts)
        .map(({ title }) => title)
        .find((title) => title.trim() !== '') ?? null
    )
  } catch {
    return null
  }
}

export const assessmentOutbox = unsentDrafts('assessments', (draftName, stored) => {
  const id = /^assessment-(\d+|new)$/.exec(draftName)?.[1]
  if (id === undefined) return null
  return { kind: 'assessment', title: titleOf(stored), path: `${adminPaths.assessments}?assessment=${id}` }
})
