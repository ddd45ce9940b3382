import { useTranslation } from 'react-i18next'
import { questionsOf, type QuizContent } from '#contract/course-draft.ts'
import { reveals } from '#contract/quiz.ts'
import { Field } from '#src/shared/ui/Field.tsx'
import { Select } from '#src/shared/ui/Select.tsx'
import { TextInput } from '#src/shared/ui/TextInput.tsx'
import { QuestionList } from '../quiz/QuestionList.tsx'

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

type NumberProps = {
  label: string
  hint?: string
  min: number
  max: number
  value: number | null
  /** Null for an emptied field. */
  onChange: (value: number | null) => void
}

const WholeNumber = ({ label, hint, min, max, value, onChange }: NumberProps) => (
  <Field label={label} hint={hint}>
    {(control) => (
      <TextInput
        {...control}
        dir="ltr"
        type="number"
        min={min}
        max={max}
        value={value ?? ''}
        onChange={(event) => {
          if (event.target.value === '') return onChange(null)
          const next = Math.trunc(event.target.valueAsNumber)
          if (next >= min && next <= max) onChange(next)
        }}
      />
    )}
  </Field>
)
