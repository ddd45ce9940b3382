import { useEffect, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { CourseDetail } from '#contract/courses/outline.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { clockText } from '#src/shared/lib/countdown.ts'
import { formatDate, formatMoney } from '#src/shared/lib/format.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { useAccess, useSeatAction } from '../../api/access.queries.ts'
import type { ReceivedAccess } from '../../api/consequences.ts'
import { useTimeLeft } from './use-time-left.ts'

/**
 * Actions for a course with limited seats: book, confirm in time, join the waiting list, or accept an offer.
 * `seated` is shown to a person with a confirmed seat.
 */
export const SeatPanel = ({ course, seated }: { course: CourseDetail; seated: ReactNode }) => {
  const { t } = useTranslation(['courses/catalogue', 'courses'])
  const { data: access, isError, refetch } = useAccess(course.id)
  if (access?.seat?.state === 'confirmed') return seated
  if (access) return <SeatStatus course={course} access={access} />
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

const SeatStatus = ({ course, access }: { course: CourseDetail; access: ReceivedAccess }) => {
  const state = access.seat?.state
  if (state === 'held') return <Held course={course} access={access} />
  if (state === 'offered') return <Offered course={course} access={access} />
  if (state === 'waiting') return <Waiting course={course} access={access} />
  return <NoSeat course={course} access={access} />
}

type Props = { course: CourseDetail; access: ReceivedAccess }

const NoSeat = ({ course, access }: Props) => {
  const { t } = useTranslation('courses/catalogue')
  const action = useSeatAction(course.id)
  const { left = 0, waiting = 0 } = access.seats ?? {}
  if (left === 0)
    return (
      <>
        <p className="font-semibold text-ink">{t('seats.soldOut')}</p>
        <p className="text-sm text-ink-muted">
          {t('seats.soldOutText')}{' '}
          {waiting === 0 ? t('seats.nobodyWaits') : t('seats.waitingCount', { count: waiting })}
        </p>
        <Button
          variant="cta"
          size="lg"
          block
          pending={action.isPending}
          onClick={() => action.mutate('wait')}
        >
          {t('seats.join')}
        </Button>
      </>
    )
  return (
    <>
      <SeatsLeft access={access} />
      <Price access={access} />
      <Button variant="cta" size="lg" block pending={action.isPending} onClick={() => action.mutate('book')}>
        {t('seats.book')}
      </Button>
      <p className="text-sm text-ink-muted">{t('seats.holdNote')}</p>
    </>
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

const Held = ({ course, access }: Props) => {
  const { t } = useTranslation('courses/catalogue')
  const action = useSeatAction(course.id)
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
      {!premium && (
        <Button
          variant="cta"
          size="lg"
          block
          pending={action.isPending}
          onClick={() => action.mutate('confirm')}
        >
          {t('seats.confirm')}
        </Button>
      )}
      <Button variant="ghost" size="sm" pending={action.isPending} onClick={() => action.mutate('release')}>
        {t('seats.release')}
      </Button>
    </>
  )
}

const Offered = ({ course, access }: Props) => {
  const { t } = useTranslation('courses/catalogue')
  const language = useLanguage()
  const action = useSeatAction(course.id)
  const until = formatDate(access.seat?.until ?? access.now, language, { time: true })
  return (
    <>
      <Alert kind="success" title={t('seats.offered')}>
        {t('seats.offeredText', { until })}
      </Alert>
      <Price access={access} />
      <Button variant="cta" size="lg" block pending={action.isPending} onClick={() => action.mutate('book')}>
        {t('seats.book')}
      </Button>
      <Button variant="ghost" size="sm" pending={action.isPending} onClick={() => action.mutate('release')}>
        {t('seats.decline')}
      </Button>
    </>
  )
}

const Waiting = ({ course, access }: Props) => {
  const { t } = useTranslation('courses/catalogue')
  const action = useSeatAction(course.id)
  return (
    <>
      <Alert kind="info" title={t('seats.waiting')}>
        {t('seats.position', { position: access.seat?.position ?? 1 })} {t('seats.waitingText')}
      </Alert>
      <Button variant="ghost" size="sm" pending={action.isPending} onClick={() => action.mutate('release')}>
        {t('seats.leaveList')}
      </Button>
    </>
  )
}
