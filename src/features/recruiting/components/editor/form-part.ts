import type { JobOptions } from '#contract/job-applications/editor.ts'
import type { Language } from '#contract/languages.ts'
import type { TypedJob } from '../../model/job-form.ts'

/** What every part of the form gets. */
export interface FormPart {
  form: TypedJob
  change: (next: Partial<TypedJob>) => void
  options: JobOptions
  /** Of the texts that are shown. */
  language: Language
  /** The message under the field, by its path in the document. */
  errorAt: (path: string) => string | null
}

