import type { AssessmentForm, FormProblem } from './assessment-form.ts'

/** The props of every section of the assessment form. */
export interface FormPart {
  form: AssessmentForm
  change: (next: Partial<AssessmentForm>) => void
  problems: readonly FormProblem[]
}
