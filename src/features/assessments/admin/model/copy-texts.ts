import type { AssessmentSettings, AssessmentTexts } from '#contract/assessments/admin/authoring.ts'
import { languages, type Language } from '#contract/languages.ts'
import { cut } from '#contract/text/truncate.ts'

/** Part of the title, so it is in the title's language and not in the reader's. */
const COPY_SUFFIX: Record<Language, string> = { en: ' (copy)', hi: ' (प्रति)', ar: ' (نسخة)' }
const TITLE_MAX = 200

/** Marks every title as a copy, shortening it if necessary. */
export const copyTexts = (texts: AssessmentSettings['texts']): AssessmentSettings['texts'] => {
  const copied: Partial<Record<Language, AssessmentTexts>> = {}
  for (const language of languages) {
    const text = texts[language]
    const suffix = COPY_SUFFIX[language]
    if (text) copied[language] = { ...text, title: `${cut(text.title, TITLE_MAX - suffix.length)}${suffix}` }
  }
  return copied
}
