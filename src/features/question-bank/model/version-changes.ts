import { letters } from '#contract/assessments/shapes.ts'
import { languages, type Language } from '#contract/common.ts'
import type { QuestionVersion } from '#contract/question-bank/question-bank.ts'

export interface VersionChange {
  field: 'answer' | 'language' | 'prompt' | 'option' | 'explanation'
  /** Of words: theirs; null for what is the same in all languages. */
  language: Language | null
  /** Of an option. */
  letter: string | null
  before: string
  after: string
}

/** What differs from one version to the next, in reading order; nothing for equal ones. */
export const versionChanges = (before: QuestionVersion, after: QuestionVersion): VersionChange[] => {
  const found: VersionChange[] = []
  const note = (
    field: VersionChange['field'],
    [old, now]: [string, string],
    language: Language | null = null,
    letter: string | null = null,
  ) => {
    if (old !== now) found.push({ field, language, letter, before: old, after: now })
  }
  note('answer', [before.answer, after.answer])
  note('language', [before.language, after.language])
  for (const language of languages) {
    const [old, now] = [before.texts[language], after.texts[language]]
    note('prompt', [old?.prompt ?? '', now?.prompt ?? ''], language)
    for (const [at, letter] of letters.entries())
      note('option', [old?.options[at] ?? '', now?.options[at] ?? ''], language, letter)
    note('explanation', [old?.explanation ?? '', now?.explanation ?? ''], language)
  }
  return found
}
