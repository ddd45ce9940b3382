import type { LiveOptions } from '#contract/live/admin/sessions.ts'
import type { FormProblem, TypedSession } from './session-form.ts'

/** What each section of the form gets. */
export interface FormPart {
  form: TypedSession
  change: (changes: Partial<TypedSession>) => void
  problems: readonly FormProblem[]
  options: LiveOptions
}
