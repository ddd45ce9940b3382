import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { CourseAccess, CourseRoster } from '#contract/courses/enrolment.ts'
import type { CourseDetail } from '#contract/courses/outline.ts'
import { isApiError } from '#src/core/http/api-error.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { foldDigits } from '#src/shared/lib/text/digits.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { DateTimeInput } from '#src/shared/ui/forms/DateTimeInput.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { useOffer } from '../../api/roster.queries.ts'
import { parseAmount, formatAmountInput } from '../../model/money.ts'

const CAPACITY_MAX = 100_000

type Props = { course: CourseDetail; access: CourseAccess; roster: CourseRoster }

/** Sets the number of seats, the opening date and the price. */
export const OfferForm = ({ course, access, roster }: Props) => {
  const { t } = useTranslation('courses/catalogue')
  const [seats, setSeats] = useState(roster.seats ? String(roster.seats.capacity) : '')
  const [opens, setOpens] = useState(access.opens_at)
  const { currency } = roster
  const [price, setPrice] = useState(formatAmountInput(access.price?.amount_minor ?? null, currency))
  const [booking, setBooking] = useState(formatAmountInput(access.price?.booking_minor ?? null, currency))
  const offer = useOffer(course.id)
  const isPremium = course.price === 'premium'
  const priceMinor = isPremium && price.trim() !== '' ? parseAmount(price, currency) : null
  const bookingMinor = isPremium && booking.trim() !== '' ? parseAmount(booking, currency) : null
  const isPriceInvalid = isPremium && price.trim() !== '' && priceMinor === null
  const isBookingInvalid =
    isPremium && booking.trim() !== '' && (bookingMinor === null || bookingMinor > (priceMinor ?? 0))
  const capacityText = foldDigits(seats).trim()
  const capacity = capacityText === '' ? null : Number(capacityText)
  const isCapacityInvalid =
    capacity !== null && !(Number.isInteger(capacity) && capacity >= 1 && capacity <= CAPACITY_MAX)
  const isCapacityTooLow = isApiError(offer.error) && offer.error.fields?.['capacity'] !== undefined

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isCapacityInvalid || isPriceInvalid || isBookingInvalid) return
    offer.mutate({
      capacity,
      opens_at: opens,
      price_minor: priceMinor,
      booking_minor: bookingMinor,
    })
  }
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
      <h3 className="font-semibold text-ink">{t('staff.offer')}</h3>
      {offer.isError && !isCapacityTooLow && (
        <Alert kind="error" title={errorText(offer.error, t('staff.failed'))} />
      )}
      {offer.isSuccess && <Alert kind="success" title={t('staff.saved')} />}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={t('staff.capacity')}
          hint={t('staff.capacityHint')}
          error={isCapacityInvalid ? t('staff.capacityWrong') : isCapacityTooLow ? t('staff.tooFew') : null}
        >
          {(control) => (
            <TextInput
              {...control}
              dir="ltr"
              inputMode="numeric"
              autoComplete="off"
              value={seats}
              onChange={(event) => setSeats(event.target.value)}
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
              value={price}
              error={isPriceInvalid ? t('staff.noAmount') : null}
              onChange={setPrice}
            />
            <Amount
              label={t('staff.booking', { currency })}
              hint={t('staff.bookingHint')}
              value={booking}
              error={isBookingInvalid ? t('staff.bookingWrong') : null}
              onChange={setBooking}
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
