import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { CourseAccess, CourseRoster } from '#contract/courses/enrolment.ts'
import type { CourseDetail } from '#contract/courses/outline.ts'
import { isApiError } from '#src/core/http/api-error.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { useFocusInvalid } from '#src/shared/lib/hooks/use-focus-invalid.ts'
import { DateTimeInput } from '#src/shared/ui/forms/DateTimeInput.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { useOffer } from '../../api/roster.queries.ts'
import { formatAmountInput } from '#src/shared/lib/amount-input.ts'
import { readOffer, type TypedOffer } from '../../model/offer-form.ts'

type Props = { course: CourseDetail; access: CourseAccess; roster: CourseRoster }

/** Sets the number of seats, the opening date and the price. */
export const OfferForm = ({ course, access, roster }: Props) => {
  const { t } = useTranslation('courses/catalogue')
  const { currency } = roster
  const [typed, setTyped] = useState(() => typedOffer(access, roster))
  const [opens, setOpens] = useState(access.opens_at)
  const offer = useOffer(course.id)
  const focusInvalid = useFocusInvalid(offer.error)
  const isPremium = course.price === 'premium'
  const { capacity, priceMinor, bookingMinor, invalid } = readOffer(typed, currency, isPremium)
  const isCapacityTooLow = isApiError(offer.error) && offer.error.fields?.['capacity'] !== undefined
  const set = (change: Partial<TypedOffer>) => setTyped((current) => ({ ...current, ...change }))

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (invalid.seats || invalid.price || invalid.booking) return
    offer.mutate({ capacity, opens_at: opens, price_minor: priceMinor, booking_minor: bookingMinor })
  }
  return (
    <form {...focusInvalid} noValidate className="flex flex-col gap-4" onSubmit={submit}>
      <h3 className="font-semibold text-ink">{t('staff.offer')}</h3>
      {offer.isError && !isCapacityTooLow && (
        <Alert kind="error" title={errorText(offer.error, t('staff.failed'))} />
      )}
      {offer.isSuccess && <Alert kind="success" title={t('staff.saved')} />}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={t('staff.capacity')}
          hint={t('staff.capacityHint')}
          error={invalid.seats ? t('staff.capacityWrong') : isCapacityTooLow ? t('staff.tooFew') : null}
        >
          {(control) => (
            <TextInput
              {...control}
              dir="ltr"
              inputMode="numeric"
              autoComplete="off"
              value={typed.seats}
              onChange={(event) => set({ seats: event.target.value })}
            />
          )}
        </Field>
        <Field label={t('staff.opens')} hint={t('staff.opensHint')}>
          {(control) => <DateTimeInput {...control} optional value={opens} onChange={setOpens} />}
        </Field>
        {isPremium && (
          <>
            <Amount
              label={t('staff.price', { currency })}
              value={typed.price}
              error={invalid.price ? t('staff.noAmount') : null}
              onChange={(price) => set({ price })}
            />
            <Amount
              label={t('staff.booking', { currency })}
              hint={t('staff.bookingHint')}
              value={typed.booking}
              error={invalid.booking ? t('staff.bookingWrong') : null}
              onChange={(booking) => set({ booking })}
            />
          </>
        )}
      </div>
      <div>
        <Button type="submit" variant="secondary" pending={offer.isPending}>
          {t('staff.save')}
        </Button>
      </div>
    </form>
  )
}

const typedOffer = ({ price }: CourseAccess, { seats, currency }: CourseRoster): TypedOffer => ({
  seats: seats ? String(seats.capacity) : '',
  price: formatAmountInput(price?.amount_minor ?? null, currency),
  booking: formatAmountInput(price?.booking_minor ?? null, currency),
})

const Amount = (props: {
  label: string
  hint?: string
  value: string
  error: string | null
  onChange: (text: string) => void
}) => (
  <Field label={props.label} hint={props.hint} error={props.error}>
    {(control) => (
      <TextInput
        {...control}
        dir="ltr"
        inputMode="decimal"
        autoComplete="off"
        value={props.value}
        onChange={(event) => props.onChange(event.target.value)}
      />
    )}
  </Field>
)
