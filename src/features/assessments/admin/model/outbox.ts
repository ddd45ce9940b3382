/** Unsaved assessments for the page that lists unsent work. */
import { keptWords } from '#src/core/outbox/kept-words.ts'
import { paths } from '#src/core/paths.ts'
import type { AssessmentForm } from './assessment-form.ts'

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

export const assessmentOutbox = keptWords('assessments', (draftName, stored) => {
  const id = /^assessment-(\d+|new)$/.exec(draftName)?.[1]
  if (id === undefined) return null
  return { kind: 'assessment', title: titleOf(stored), path: `${paths.adminAssessments}?assessment=${id}` }
})
