import { useTranslation } from 'react-i18next'
import type { Language } from '#contract/common.ts'
import { Field } from '#src/shared/ui/Field.tsx'
import { TextArea, TextInput } from '#src/shared/ui/TextInput.tsx'
import { partsOf, withTranslation, type Question } from '../../model/questions.ts'

type Props = {
  questions: readonly Question[]
  language: Language
  onChange: (questions: Question[]) => void
}

/** The words of a quiz in another language, each beside what it translates. */
export const QuestionTranslations = ({ questions, language, onChange }: Props) => {
  const { t } = useTranslation('course-builder')
  return (
    <ol className="flex flex-col gap-4">
      {questions.map((question, index) => {
        const own = question.texts?.[language]
        const set = (change: Parameters<typeof withTranslation>[2]) =>
          onChange(
            questions.map((each, at) => (at === index ? withTranslation(each, language, change) : each)),
          )
        return (
          <li key={question.id ?? index} className="card flex flex-col gap-4 p-4">
            <p className="text-sm font-medium text-ink-muted">
              {t('quiz.question', { number: index + 1 })} · {t(`quiz.kinds.${question.kind}`)}
            </p>
            <Field label={t('quiz.prompt')} hint={<bdi>{question.prompt}</bdi>}>
              {(control) => (
                <TextArea
                  {...control}
                  lang={language}
                  dir="auto"
                  rows={2}
                  maxLength={2000}
                  value={own?.prompt ?? ''}
                  onChange={(event) => set({ prompt: event.target.value })}
                />
              )}
            </Field>
            {partsOf(question).map(({ list, id, text }) => (
              <Field key={`${list}-${id}`} label={<bdi>{text}</bdi>}>
                {(control) => (
                  <TextInput
                    {...control}
                    lang={language}
                    dir="auto"
                    maxLength={list === 'parts' ? 1000 : 2000}
                    value={own?.[list]?.[id] ?? ''}
                    onChange={(event) => set({ [list]: { ...own?.[list], [id]: event.target.value } })}
                  />
                )}
              </Field>
            ))}
            {question.explanation ? (
              <Field label={t('quiz.explanation')} hint={<bdi>{question.explanation}</bdi>}>
                {(control) => (
                  <TextArea
                    {...control}
                    lang={language}
                    dir="auto"
                    rows={2}
                    maxLength={2000}
                    value={own?.explanation ?? ''}
                    onChange={(event) => set({ explanation: event.target.value })}
                  />
                )}
              </Field>
            ) : null}
          </li>
        )
      })}
    </ol>
  )
}
