import type { AssessmentForm, FormProblem } from './assessment-form.ts'

/** What every part of the form gets. */
export interface FormPart {
  form: AssessmentForm
  change: (next: Partial<AssessmentForm>) => void
  problems: readonly FormProblem[]
}
