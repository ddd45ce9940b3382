import { useTranslation } from 'react-i18next'
import { manualPlaces } from '#contract/courses/enrolment.ts'
import { NOTE_REFERENCE_MAX } from '#contract/money/payment-links.ts'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { Segmented } from '#src/shared/ui/forms/Segmented.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'

/** Money that changes hands outside of the product. */
export type ByHand = {
  amount: string
  place: (typeof manualPlaces)[number]
  reference: string
  day: string
}

export const today = () => {
  const now = new Date()
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
}

type Props = {
  form: ByHand
  change: (changes: Partial<ByHand>) => void
  labels: { amount: string; place: string; day: string }
  errors: { amount: string | null; reference: string | null; day: string | null }
}

export const ByHandFields = ({ form, change, labels, errors }: Props) => {
  const { t } = useTranslation('money/links')
  return (
    <>
      <Field label={labels.amount} error={errors.amount}>
        {(control) => (
          <TextInput
            {...control}
            dir="ltr"
            inputMode="decimal"
            autoComplete="off"
            value={form.amount}
            onChange={({ target }) => change({ amount: target.value })}
          />
        )}
      </Field>
      <Segmented
        legend={labels.place}
        value={form.place}
        options={manualPlaces.map((value) => ({ value, label: t(`place.${value}`) }))}
        onChange={(place) => change({ place })}
      />
      <Field label={t('notes.reference')} hint={t('notes.referenceHint')} error={errors.reference}>
        {(control) => (
          <TextInput
            {...control}
            maxLength={NOTE_REFERENCE_MAX}
            autoComplete="off"
            value={form.reference}
            onChange={({ target }) => change({ reference: target.value })}
          />
        )}
      </Field>
      <Field label={labels.day} error={errors.day}>
        {(control) => (
          <TextInput
            {...control}
            dir="ltr"
            type="date"
            value={form.day}
            onChange={({ target }) => change({ day: target.value })}
          />
        )}
      </Field>
    </>
  )
}
