import type { AssessmentForm, FormProblem } from './assessment-form.ts'

interface Part<Form> {
  form: Form
  change: (next: Partial<AssessmentForm>) => void
  problems: readonly FormProblem[]
}

/** The props of the section with the texts. */
export type TextsPart = Part<AssessmentForm>

/** The props of every other section. They do not get the texts, so that typing does not render them. */
export type FormPart = Part<Omit<AssessmentForm, 'texts' | 'language'>>
