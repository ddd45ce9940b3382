import { useTranslation } from 'react-i18next'
import type { Language } from '#contract/languages.ts'
import { namedParts, withProblemTexts, type Problem } from '../../model/problems.ts'
import { TranslationField } from '../editors/fields/TranslationField.tsx'

type Props = { problem: Problem; language: Language; onChange: (problem: Problem) => void }

/** Translates the names of tests and checks, hints, and the texts of the rubric. */
export const PartTranslations = ({ problem, language, onChange }: Props) => {
  const { t } = useTranslation('course-builder')
  const translation = { parts: {}, hints: {}, ...problem.texts?.[language] } as {
    parts: Record<string, string>
    hints: Record<string, string>
  }
  const parts = namedParts(problem)
  if (parts.length === 0) return <p className="text-sm text-ink-muted">{t('problem.noNames')}</p>
  return (
    <fieldset className="flex flex-col gap-4">
      <legend className="mb-3 font-semibold">{t('problem.names')}</legend>
      {parts.map(({ kind, id, number, title, description }) => {
        const name = t(`problem.${kind}`, { number })
        return (
          <div key={id} className="flex flex-col gap-4 rounded-lg border border-line p-3">
            {title.trim() !== '' && (
              <TranslationField
                label={kind === 'criterion' ? name : t('problem.testTitle', { name })}
                source={title}
                language={language}
                max={kind === 'criterion' ? 200 : 120}
                value={translation.parts[id] ?? ''}
                onChange={(text) =>
                  onChange(
                    withProblemTexts(problem, language, { parts: { ...translation.parts, [id]: text } }),
                  )
                }
              />
            )}
            {description.trim() !== '' && (
              <TranslationField
                label={kind === 'hint' ? name : t('problem.criterionText', { name })}
                source={description}
                language={language}
                rows={2}
                max={1000}
                value={translation.hints[id] ?? ''}
                onChange={(text) =>
                  onChange(
                    withProblemTexts(problem, language, { hints: { ...translation.hints, [id]: text } }),
                  )
                }
              />
            )}
          </div>
        )
      })}
    </fieldset>
  )
}
