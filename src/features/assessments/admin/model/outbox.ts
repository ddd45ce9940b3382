/** Assessments that were written and not saved, for the page that lists unsent work. */
import { keptWords } from '#src/core/outbox/kept-words.ts'
import { paths } from '#src/core/paths.ts'
import type { AssessmentForm } from './assessment-form.ts'

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

export const assessmentOutbox = keptWords('assessments', (draft, kept) => {
  const id = /^assessment-(\d+|new)$/.exec(draft)?.[1]
  if (id === undefined) return null
  return { kind: 'assessment', title: titleOf(kept), path: `${paths.adminAssessments}?assessment=${id}` }
})
