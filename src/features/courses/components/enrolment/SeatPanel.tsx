import ChevronDown from 'lucide-react/icons/chevron-down'
import { useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { CourseDetail } from '#contract/courses/outline.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { safeLocal } from '#src/core/storage/safe-storage.ts'
import { clockText } from '#src/shared/lib/countdown.ts'
import { formatDate, formatMoney } from '#src/shared/lib/format.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { useAccess, useSeatAction } from '../../api/access.queries.ts'
import type { ReceivedAccess } from '../../api/consequences.ts'
import { hideSeatPrompt, isSeatPromptHidden } from '../../model/seat-prompt.ts'
import { ToPay } from './ToPay.tsx'
import { useTimeLeft } from './use-time-left.ts'

/** A course with limited seats: book, confirm in time, join the waiting list, or accept an offer. `button` is the action. */
export const SeatPanel = ({ course, button }: { course: CourseDetail; button: ReactNode }) => {
  const { t } = useTranslation(['courses/catalogue', 'courses'])
  const { data: access, isError, refetch } = useAccess(course.id)
  if (access?.seat?.state === 'confirmed') return button
  if (access) return <SeatStatus course={course} access={access} button={button} />
  if (!isError) return <Skeleton className="h-28 w-full" />
  return (
    <Alert
      kind="error"
      title={t('seats.failed')}
      action={
        <Button size="sm" variant="secondary" onClick={() => void refetch()}>
          {t('detail.retry', { ns: 'courses' })}
        </Button>
      }
    />
  )
}

type Props = { course: CourseDetail; access: ReceivedAccess; button: ReactNode }

const SeatStatus = (props: Props) => {
  const state = props.access.seat?.state
  if (state === 'held') return <Held {...props} />
  if (state === 'offered') return <Offered {...props} />
  if (state === 'waiting') return <Waiting {...props} />
  return (props.access.seats?.left ?? 0) === 0 ? <SoldOut {...props} /> : <Booking {...props} />
}

const SoldOut = ({ access, button }: Props) => {
  const { t } = useTranslation('courses/catalogue')
  const waiting = access.seats?.waiting ?? 0
  return (
    <>
      <p className="text-lg font-semibold text-ink">{t('seats.soldOut')}</p>
      <p className="text-sm text-ink-muted">
        {t('seats.soldOutText')}{' '}
        {waiting === 0 ? t('seats.nobodyWaits') : t('seats.waitingCount', { count: waiting })}
      </p>
      {button}
    </>
  )
}

/** With the seat-booking prompt, Book My Seat and Maybe Later, until it is put off for a week (spec 2). */
const Booking = ({ course, access, button }: Props) => {
  const { t } = useTranslation('courses/catalogue')
  const [isHidden, setIsHidden] = useState(() => isSeatPromptHidden(safeLocal, course.id, Date.now()))
  const details = (
    <>
      <SeatsLeft access={access} />
      <Price access={access} />
      {button}
    </>
  )
  if (isHidden || access.may_manage)
    return (
      <>
        {details}
        <p className="text-sm text-ink-muted">{t('seats.holdNote')}</p>
        <PaymentAhead course={course} access={access} />
      </>
    )
  return (
    <section aria-labelledby="seat-prompt" className="flex flex-col gap-4">
      <div>
        <h2 id="seat-prompt" className="text-lg font-semibold text-ink">
          {t('seats.promptTitle')}
        </h2>
        <p className="mt-1 text-sm text-ink-muted">{t('seats.holdNote')}</p>
      </div>
      {details}
      <PaymentAhead course={course} access={access} />
      <Button
        variant="ghost"
        onClick={() => {
          hideSeatPrompt(safeLocal, course.id, Date.now())
          setIsHidden(true)
        }}
      >
        {t('seats.later')}
      </Button>
    </section>
  )
}

/** Before booking, how to pay is there for those who want to know. */
const PaymentAhead = ({ course, access }: Omit<Props, 'button'>) => {
  const { t } = useTranslation('courses/catalogue')
  if (!access.price) return null
  return (
    <details className="group text-sm">
      <summary className="flex min-h-11 list-none items-center justify-between gap-2 font-medium text-primary-text">
        {t('pay.ahead')}
        <ChevronDown
          aria-hidden="true"
          size={18}
          className="shrink-0 transition-transform group-open:rotate-180"
        />
      </summary>
      <ToPay course={course} access={access} />
    </details>
  )
}

/** A bar of the taken seats, with its text. */
const SeatsLeft = ({ access }: { access: ReceivedAccess }) => {
  const { t } = useTranslation('courses/catalogue')
  const { capacity = 0, left = 0 } = access.seats ?? {}
  return (
    <div>
      <p className="font-semibold text-ink">{t('seats.left', { count: left })}</p>
      <div aria-hidden="true" className="mt-2 h-2 overflow-hidden rounded-full bg-line">
        <div
          style={{ width: `${capacity === 0 ? 0 : (100 * (capacity - left)) / capacity}%` }}
          className="h-full rounded-full bg-warning"
        />
      </div>
      <p className="mt-1.5 text-sm text-ink-muted">{t('seats.limited', { capacity })}</p>
    </div>
  )
}

export const Price = ({ access }: { access: ReceivedAccess }) => {
  const { t } = useTranslation('courses/catalogue')
  const language = useLanguage()
  const { price } = access
  if (!price) return null
  return (
    <div>
      <p className="text-2xl font-bold text-ink">
        {formatMoney(price.amount_minor, price.currency, language)}
      </p>
      {price.booking_minor !== null && (
        <p className="text-sm text-ink-muted">
          {t('seats.bookingAmount', { amount: formatMoney(price.booking_minor, price.currency, language) })}
        </p>
      )}
    </div>
  )
}

const Release = ({ courseId, text }: { courseId: number; text: string }) => {
  const action = useSeatAction(courseId)
  return (
    <Button variant="ghost" size="sm" pending={action.isPending} onClick={() => action.mutate('release')}>
      {text}
    </Button>
  )
}

const Held = ({ course, access, button }: Props) => {
  const { t } = useTranslation('courses/catalogue')
  const seconds = useTimeLeft(access)
  const { refetch } = useAccess(course.id)
  const isExpired = seconds === 0
  useEffect(() => {
    if (isExpired) void refetch()
  }, [isExpired, refetch])
  const premium = course.price === 'premium'
  return (
    <>
      <p className="font-semibold text-ink">{t('seats.held')}</p>
      <p role="timer" className="text-3xl font-bold tabular-nums text-ink">
        <span className="sr-only">{t('seats.timeLeft')} </span>
        <bdi dir="ltr">{clockText(seconds)}</bdi>
      </p>
      <Price access={access} />
      <p className="text-sm text-ink-muted">{t(premium ? 'seats.heldPremium' : 'seats.heldFree')}</p>
      {premium ? <ToPay course={course} access={access} /> : button}
      <Release courseId={course.id} text={t('seats.release')} />
    </>
  )
}

const Offered = ({ course, access, button }: Props) => {
  const { t } = useTranslation('courses/catalogue')
  const language = useLanguage()
  const until = formatDate(access.seat?.until ?? access.now, language, { time: true })
  return (
    <>
      <Alert kind="success" title={t('seats.offered')}>
        {t('seats.offeredText', { until })}
      </Alert>
      <Price access={access} />
      {button}
      <Release courseId={course.id} text={t('seats.decline')} />
    </>
  )
}

const Waiting = ({ course, access }: Props) => {
  const { t } = useTranslation('courses/catalogue')
  return (
    <>
      <Alert kind="info" title={t('seats.waiting')}>
        {t('seats.position', { position: access.seat?.position ?? 1 })} {t('seats.waitingText')}
      </Alert>
      <Release courseId={course.id} text={t('seats.leaveList')} />
    </>
  )
}
