import { useTranslation } from 'react-i18next'
import { questionsOf, type QuizContent } from '#contract/course-draft.ts'
import { reveals } from '#contract/quiz.ts'
import { Field } from '#src/shared/ui/Field.tsx'
import { Select } from '#src/shared/ui/Select.tsx'
import { QuestionList } from '../quiz/QuestionList.tsx'
import { WholeNumber } from './WholeNumber.tsx'

type Props = { quiz: QuizContent; onChange: (quiz: QuizContent) => void }

/** When a quiz is passed and how often it may be tried, then its questions. */
export const QuizEditor = ({ quiz, onChange }: Props) => {
  const { t } = useTranslation('course-builder')
  const set = (change: Partial<QuizContent>) => onChange({ ...quiz, ...change })
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <WholeNumber
          label={t('quiz.pass')}
          min={1}
          max={100}
          value={quiz.pass_percent}
          onChange={(value) => {
            if (value !== null) set({ pass_percent: value })
          }}
        />
        <WholeNumber
          label={t('quiz.attempts')}
          hint={t('quiz.attemptsHint')}
          min={1}
          max={100}
          value={quiz.attempts_limit}
          onChange={(value) => set({ attempts_limit: value })}
        />
        <WholeNumber
          label={t('quiz.cooldown')}
          min={0}
          max={10_080}
          value={quiz.cooldown_minutes}
          onChange={(value) => set({ cooldown_minutes: value ?? 0 })}
        />
        <Field label={t('quiz.reveal')}>
          {(control) => (
            <Select
              {...control}
              value={quiz.reveal}
              options={reveals.map((value) => ({ value, label: t(`quiz.reveals.${value}`) }))}
              onChange={(reveal) => set({ reveal })}
            />
          )}
        </Field>
      </div>
      <QuestionList
        questions={questionsOf(quiz)}
        onChange={(questions) => set({ questions: questions as unknown as QuizContent['questions'] })}
      />
    </>
  )
}
