/** A door for the page that shows what waits: questions and assessments that were written and not saved. */
import { keptWords } from '#src/core/outbox/kept-words.ts'
import { paths } from '#src/core/paths.ts'
import type { AssessmentForm } from './model/assessment-form.ts'
import type { QuestionForm } from './model/question-form.ts'

/** What a form holds of its name, in whichever language it was given one. */
const titleOf = (kept: string): string | null => {
  try {
    const { texts } = JSON.parse(kept) as Pick<AssessmentForm | QuestionForm, 'texts'>
    return (
      Object.values(texts)
        .map((words) => ('prompt' in words ? words.prompt : words.title))
        .find((words) => words.trim() !== '') ?? null
    )
  } catch {
    return null
  }
}

export const formOutbox = keptWords('forms', (draft, kept) => {
  const [, form, id] = /^(bank-question|assessment)-(\d+|new)$/.exec(draft) ?? []
  if (form === undefined || id === undefined) return null
  const isQuestion = form === 'bank-question'
  return {
    kind: isQuestion ? 'question' : 'assessment',
    title: titleOf(kept),
    path: isQuestion
      ? `${paths.adminQuestionBank}?question=${id}`
      : `${paths.adminAssessments}?assessment=${id}`,
  }
})
