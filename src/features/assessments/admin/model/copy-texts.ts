import type { AssessmentSettings, AssessmentTexts } from '#contract/assessments/admin/authoring.ts'
import { languages, type Language } from '#contract/common.ts'
import { cut } from '#contract/text/truncate.ts'

/** Part of the title, hence in the title's language and not in the reader's. */
const COPY: Record<Language, string> = { en: ' (copy)', hi: ' (प्रति)', ar: ' (نسخة)' }
const TITLE_MAX = 200

/** The texts of a copy: its titles say what it is, however long they were. */
export const copyTexts = (texts: AssessmentSettings['texts']): AssessmentSettings['texts'] => {
  const copied: Partial<Record<Language, AssessmentTexts>> = {}
  for (const language of languages) {
    const text = texts[language]
    const mark = COPY[language]
    if (text) copied[language] = { ...text, title: `${cut(text.title, TITLE_MAX - mark.length)}${mark}` }
  }
  return copied
}
