import { letters } from '#contract/assessments/shapes.ts'
import { languages, type Language } from '#contract/languages.ts'
import type { QuestionVersion } from '#contract/question-bank/question-bank.ts'

export interface VersionChange {
  field: 'answer' | 'language' | 'prompt' | 'option' | 'explanation'
  /** Null for fields that are the same in all languages. */
  language: Language | null
  /** Set for an option. */
  letter: string | null
  before: string
  after: string
}

/** The differences between two versions, in reading order. */
export const versionChanges = (before: QuestionVersion, after: QuestionVersion): VersionChange[] => {
  const changes: VersionChange[] = []
  const addIfChanged = (
    field: VersionChange['field'],
    [previous, current]: [string, string],
    language: Language | null = null,
    letter: string | null = null,
  ) => {
    if (previous !== current) changes.push({ field, language, letter, before: previous, after: current })
  }
  addIfChanged('answer', [before.answer, after.answer])
  addIfChanged('language', [before.language, after.language])
  for (const language of languages) {
    const [previous, current] = [before.texts[language], after.texts[language]]
    addIfChanged('prompt', [previous?.prompt ?? '', current?.prompt ?? ''], language)
    for (const [index, letter] of letters.entries())
      addIfChanged(
        'option',
        [previous?.options[index] ?? '', current?.options[index] ?? ''],
        language,
        letter,
      )
    addIfChanged('explanation', [previous?.explanation ?? '', current?.explanation ?? ''], language)
  }
  return changes
}
