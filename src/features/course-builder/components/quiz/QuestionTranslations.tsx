import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { Language } from '#contract/languages.ts'
import { partsOf, withTranslation, type Question, type QuestionPart } from '../../model/questions.ts'
import { TranslationField } from '../editors/fields/TranslationField.tsx'

type Props = {
  questions: readonly Question[]
  language: Language
  onChange: (questions: Question[]) => void
}

/** Translates the texts of a quiz, each beside its source. */
export const QuestionTranslations = ({ questions, language, onChange }: Props) => {
  const { t } = useTranslation('course-builder')
  return (
    <ol className="flex flex-col gap-4">
      {questions.map((question, index) => {
        const translation = question.texts?.[language]
        const changeTranslation = (change: Parameters<typeof withTranslation>[2]) =>
          onChange(
            questions.map((each, otherIndex) =>
              otherIndex === index ? withTranslation(each, language, change) : each,
            ),
          )
        return (
          <li key={question.id ?? index} className="card flex flex-col gap-4 p-4">
            <p className="text-sm font-medium text-ink-muted">
              {t('quiz.question', { number: index + 1 })} · {t(`quiz.kinds.${question.kind}`)}
            </p>
            <TranslationField
              label={t('quiz.prompt')}
              source={question.prompt}
              language={language}
              rows={2}
              max={2000}
              value={translation?.prompt ?? ''}
              onChange={(prompt) => changeTranslation({ prompt })}
            />
            {partsOf(question).map((part) => (
              <TranslationField
                key={`${part.list}-${part.id}`}
                label={labelOf(part, t)}
                source={part.text}
                language={language}
                max={part.list === 'parts' ? 1000 : 2000}
                value={translation?.[part.list]?.[part.id] ?? ''}
                onChange={(text) =>
                  changeTranslation({ [part.list]: { ...translation?.[part.list], [part.id]: text } })
                }
              />
            ))}
            {question.explanation ? (
              <TranslationField
                label={t('quiz.explanation')}
                source={question.explanation}
                language={language}
                rows={2}
                max={2000}
                value={translation?.explanation ?? ''}
                onChange={(explanation) => changeTranslation({ explanation })}
              />
            ) : null}
          </li>
        )
      })}
    </ol>
  )
}

const labelOf = ({ name, number }: QuestionPart, t: TFunction<'course-builder'>): string => {
  switch (name) {
    case 'optionHint':
      return t('quiz.optionHint', { name: t('quiz.option', { number }) })
    case 'left':
    case 'right':
      return t(`quiz.${name}`, { name: t('quiz.pair', { number }) })
    default:
      return t(`quiz.${name}`, { number })
  }
}
