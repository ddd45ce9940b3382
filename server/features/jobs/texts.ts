import type { Language } from '#contract/languages.ts'
import type { JobTexts, JobTextsByLanguage, TextByLanguage } from '#contract/jobs/shapes.ts'

/** A job's texts in the language, or in its own; `language` names the latter. */
export const textsIn = (
  job: { texts: JobTextsByLanguage; language: Language },
  language: Language,
): { texts: JobTexts; language?: Language } => {
  const texts = job.texts[language]
  if (texts) return { texts }
  const own = job.texts[job.language]
  if (!own) throw new Error('a job without texts in its own language')
  return { texts: own, language: job.language }
}

export const lineIn = (texts: TextByLanguage, language: Language, own: Language): string =>
  texts[language] ?? texts[own] ?? Object.values(texts)[0] ?? ''
