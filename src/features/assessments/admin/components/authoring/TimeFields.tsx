import { useTranslation } from 'react-i18next'
import { DURATION_MAX_MINUTES } from '#contract/assessments/admin/authoring.ts'
import { variants } from '#contract/assessments/shapes.ts'
import { DateTimeInput } from '#src/shared/ui/forms/DateTimeInput.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { Segmented } from '#src/shared/ui/forms/Segmented.tsx'
import { Switch } from '#src/shared/ui/forms/Switch.tsx'
import type { FormPart } from '../../model/form-part.ts'
import { FormSection } from './FormSection.tsx'
import { NumberField } from './NumberField.tsx'

const ATTEMPTS_MAX = 20

/** Duration, time window, attempts, and how an attempt starts. */
export const TimeFields = ({ form, change, problems }: FormPart) => {
  const { t } = useTranslation('assessments/admin/authoring')
  return (
    <FormSection title={t('time.title')}>
      <div className="grid gap-4 sm:grid-cols-2">
        <Segmented
          legend={t('time.variant')}
          value={form.variant}
          options={variants.map((value) => ({ value, label: t(`variant.${value}`) }))}
          onChange={(variant) => change({ variant })}
        />
        <NumberField
          label={t('time.duration')}
          hint={t('time.durationHint')}
          error={problems.includes('duration') ? t('problem.duration') : null}
          min={1}
          max={DURATION_MAX_MINUTES}
          value={form.duration_minutes}
          onChange={(minutes) => change({ duration_minutes: minutes })}
        />
        <DateTimeField
          label={t('time.opens')}
          hint={t('time.opensHint')}
          error={null}
          value={form.opens_at}
          onChange={(iso) => change({ opens_at: iso })}
        />
        <DateTimeField
          label={t('time.closes')}
          hint={t('time.closesHint')}
          error={
            problems.includes('window')
              ? t('problem.window')
              : problems.includes('endMissing')
                ? t('problem.endMissing')
                : null
          }
          value={form.closes_at}
          onChange={(iso) => change({ closes_at: iso })}
        />
        <NumberField
          label={t('time.attempts')}
          error={problems.includes('attempts') ? t('problem.attempts') : null}
          min={1}
          max={ATTEMPTS_MAX}
          value={form.attempts_allowed}
          onChange={(attempts) => change({ attempts_allowed: attempts })}
        />
      </div>
      <div className="flex flex-col divide-y divide-line">
        <Switch
          label={t('time.phone')}
          hint={t('time.phoneHint')}
          checked={form.phone_verification}
          onChange={(on) => change({ phone_verification: on })}
        />
        <Switch
          label={t('time.shuffleQuestions')}
          checked={form.shuffle_questions}
          onChange={(on) => change({ shuffle_questions: on })}
        />
        <Switch
          label={t('time.shuffleOptions')}
          checked={form.shuffle_options}
          onChange={(on) => change({ shuffle_options: on })}
        />
      </div>
    </FormSection>
  )
}

type DateTimeFieldProps = {
  label: string
  hint: string
  error: string | null
  value: string | null
  onChange: (iso: string | null) => void
}

const DateTimeField = ({ label, hint, error, value, onChange }: DateTimeFieldProps) => (
  <Field label={label} hint={hint} error={error}>
    {(control) => <DateTimeInput {...control} optional value={value} onChange={onChange} />}
  </Field>
)
