import { useTranslation } from 'react-i18next'
import { ANSWER_MAX_CHARS, type ShownQuestion } from '#contract/job-applications/applications.ts'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { Segmented } from '#src/shared/ui/forms/Segmented.tsx'
import { Select } from '#src/shared/ui/forms/Select.tsx'
import { TextArea, TextInput } from '#src/shared/ui/forms/TextInput.tsx'

type Props = {
  question: ShownQuestion
  value: string
  error: string | null
  onChange: (value: string) => void
}

/** One question of the employer. */
export const QuestionField = ({ question, value, error, onChange }: Props) => {
  const { t } = useTranslation('job-applications')
  const { kind, label, options, required } = question
  return (
    <Field
      id={`question-${question.id}`}
      label={<bdi>{label}</bdi>}
      error={error}
      required={required}
      {...(!required && { optionalLabel: t('form.optional') })}
    >
      {(control) => {
        if (kind === 'choice')
          return (
            <Select
              {...control}
              value={value === '' ? null : value}
              options={options.map((option) => ({ value: option, label: option }))}
              placeholder={t('form.choose')}
              onChange={onChange}
            />
          )
        if (kind === 'yes_no')
          return (
            <Segmented
              legend={<span className="sr-only">{label}</span>}
              value={value === 'yes' || value === 'no' ? value : null}
              options={[
                { value: 'yes', label: t('form.yes') },
                { value: 'no', label: t('form.no') },
              ]}
              onChange={onChange}
              className="max-w-60"
            />
          )
        if (kind === 'number')
          return (
            <TextInput
              {...control}
              dir="ltr"
              inputMode="decimal"
              maxLength={18}
              value={value}
              onChange={(event) => onChange(event.target.value)}
            />
          )
        return (
          <TextArea
            {...control}
            rows={3}
            maxLength={ANSWER_MAX_CHARS}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        )
      }}
    </Field>
  )
}
