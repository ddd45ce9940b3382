/** Assessments that were written and not saved, for the page that lists unsent work. */
import { unsentDrafts } from '#src/core/offline/unsent-drafts.ts'
import { paths } from '#src/core/paths.ts'
import type { AssessmentForm } from './model/assessment-form.ts'

declare module '#src/core/offline/outbox.ts' {
  interface OutboxKinds {
    assessment: true
  }
}

/** The title in the first language that has one. */
const titleOf = (kept: string): string | null => {
  try {
    const { texts } = JSON.parse(kept) as Pick<AssessmentForm, 'texts'>
    return (
      Object.values(texts)
        .map(({ title }) => title)
        .find((title) => title.trim() !== '') ?? null
    )
  } catch {
    return null
  }
}

export const assessmentOutbox = unsentDrafts('assessments', (draft, kept) => {
  const id = /^assessment-(\d+|new)$/.exec(draft)?.[1]
  if (id === undefined) return null
  return { kind: 'assessment', title: titleOf(kept), path: `${paths.adminAssessments}?assessment=${id}` }
})
