import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { manualPlaces, REFERENCE_MAX } from '#contract/courses/enrolment.ts'
import { isApiError } from '#src/core/http/api-error.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useFocusInvalid } from '#src/shared/lib/hooks/use-focus-invalid.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { Select } from '#src/shared/ui/forms/Select.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { useGrant } from '../../api/roster.queries.ts'
import { parseAmount } from '#src/shared/lib/amount-input.ts'

type Props = { courseId: number; currency: string }
type Place = (typeof manualPlaces)[number]

/** Records a payment and opens the course for one person. The reference makes a repeated submit harmless. */
export const GrantForm = ({ courseId, currency }: Props) => {
  const { t } = useTranslation('courses/catalogue')
  const { values, set, isSubmitted, isAmountInvalid, grant, submit } = useGrantForm(courseId, currency)
  const isUnknownEmail = isApiError(grant.error) && grant.error.fields?.['email'] !== undefined
  const focusInvalid = useFocusInvalid(grant.error)
  const isConflict = isApiError(grant.error) && grant.error.code === 'conflict'
  const missing = (text: string) => (isSubmitted && text.trim() === '' ? t('staff.required') : null)
  return (
    <form
      {...focusInvalid}
      noValidate
      className="mt-4 flex flex-col gap-4 border-t border-line pt-4"
      onSubmit={submit}
    >
      <h4 className="font-medium text-ink">{t('staff.grantTitle')}</h4>
      {grant.isError && !isUnknownEmail && (
        <Alert
          kind="error"
          title={isConflict ? t('staff.grantConflict') : errorText(grant.error, t('staff.failed'))}
        />
      )}
      {grant.isSuccess && <Alert kind="success" title={t('staff.granted')} />}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={t('staff.email')}
          required
          error={isUnknownEmail ? t('staff.unknownEmail') : missing(values.email)}
        >
          {(control) => (
            <TextInput
              {...control}
              type="email"
              dir="ltr"
              autoComplete="off"
              value={values.email}
              onChange={(event) => set({ email: event.target.value })}
            />
          )}
        </Field>
        <Field label={t('staff.reference')} required error={missing(values.reference)}>
          {(control) => (
            <TextInput
              {...control}
              autoComplete="off"
              maxLength={REFERENCE_MAX}
              value={values.reference}
              onChange={(event) => set({ reference: event.target.value })}
            />
          )}
        </Field>
        <Field
          label={t('staff.amount', { currency })}
          required
          error={isSubmitted && isAmountInvalid ? t('staff.noAmount') : null}
        >
          {(control) => (
            <TextInput
              {...control}
              dir="ltr"
              inputMode="decimal"
              autoComplete="off"
              value={values.amount}
              onChange={(event) => set({ amount: event.target.value })}
            />
          )}
        </Field>
        <PlaceField place={values.place} onChange={(place) => set({ place })} />
      </div>
      <div>
        <Button type="submit" pending={grant.isPending}>
          {t('staff.grant')}
        </Button>
      </div>
    </form>
  )
}

/** How the payment came. */
const PlaceField = ({ place, onChange }: { place: Place; onChange: (place: Place) => void }) => {
  const { t } = useTranslation('courses/catalogue')
  return (
    <Field label={t('staff.place')}>
      {(control) => (
        <Select
          {...control}
          value={place}
          options={manualPlaces.map((value) => ({ value, label: t(`staff.placeNames.${value}`) }))}
          onChange={onChange}
        />
      )}
    </Field>
  )
}

const EMPTY: { email: string; reference: string; amount: string; place: Place } = {
  email: '',
  reference: '',
  amount: '',
  place: 'bank',
}

/** What is typed, and recording the payment; the form is empty again afterwards. */
const useGrantForm = (courseId: number, currency: string) => {
  const [values, setValues] = useState(EMPTY)
  const [isSubmitted, setSubmitted] = useState(false)
  const grant = useGrant(courseId)
  const { email, reference, place } = values
  const minor = parseAmount(values.amount, currency)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (email.trim() === '' || reference.trim() === '' || minor === null) return
    grant.mutate(
      { email, reference, amount_minor: minor, place },
      {
        onSuccess: () => {
          setValues(EMPTY)
          setSubmitted(false)
        },
      },
    )
  }
  const set = (change: Partial<typeof EMPTY>) => setValues((current) => ({ ...current, ...change }))
  return { values, set, isSubmitted, isAmountInvalid: minor === null, grant, submit }
}
