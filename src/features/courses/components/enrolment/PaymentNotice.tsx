import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import type { CoursePayment } from '#contract/money/course-payments.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatMoney } from '#src/shared/lib/format.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Spinner } from '#src/shared/ui/feedback/Spinner.tsx'
import { coursePaymentQuery } from '../../api/payment.queries.ts'
import { useCourseChanges } from '../../api/use-course-changes.ts'

const ASK_EVERY_MS = 2_000
const ASK_SLOWLY_MS = 15_000
const SLOW_AFTER_MS = 60_000

type Checkout = NonNullable<CoursePayment['checkout']>
type Outcome = 'waiting' | 'left' | 'paid' | 'failed' | 'expired' | 'returned'

const KINDS = {
  waiting: 'info',
  left: 'info',
  paid: 'success',
  failed: 'error',
  expired: 'warning',
  returned: 'warning',
} as const satisfies Record<Outcome, string>

const outcomeOf = ({ state, goes_back: goesBack }: Checkout, hasLeft: boolean): Outcome => {
  if (state === 'paid') return goesBack ? 'returned' : 'paid'
  if (state === 'processing') return 'waiting'
  return state === 'created' ? (hasLeft ? 'left' : 'waiting') : state
}

/**
 * What became of the payment from which the payer comes back (`?checkout=` in the address). Its confirmation arrives by
 * another way than the payer, so the page asks until it is there.
 */
export const PaymentNotice = ({ courseId }: { courseId: number }) => {
  const { t } = useTranslation('courses/catalogue')
  const language = useLanguage()
  const [address] = useSearchParams()
  const returned = address.get('checkout')
  const hasLeft = address.has('left')
  const [isSlow, setIsSlow] = useState(false)
  const shownOf = (payment: CoursePayment | null | undefined): Outcome | null => {
    const checkout = payment?.checkout
    return checkout && (checkout.id === returned || checkout.state === 'processing')
      ? outcomeOf(checkout, hasLeft)
      : null
  }
  const { data: payment } = useQuery({
    ...coursePaymentQuery(courseId),
    refetchInterval: ({ state }) =>
      shownOf(state.data) === 'waiting' ? (isSlow ? ASK_SLOWLY_MS : ASK_EVERY_MS) : false,
  })
  const shown = shownOf(payment)
  const isWaiting = shown === 'waiting'
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => setIsSlow(true), SLOW_AFTER_MS)
    return () => clearTimeout(timer)
  }, [isWaiting])
  useReload(courseId, shown === 'paid')
  if (!payment?.checkout || shown === null) return null
  const amount = formatMoney(payment.checkout.amount_minor, payment.currency, language)
  return (
    <div ref={showOnce} className="scroll-mt-24">
      <Alert kind={KINDS[shown]} title={t(`pay.notice.${shown}`, { amount })}>
        {isWaiting && isSlow ? t('pay.notice.slowText') : t(`pay.notice.${shown}Text`)}
        {isWaiting && !isSlow && <Spinner size={18} className="ms-2 inline-block align-middle" />}
      </Alert>
    </div>
  )
}

/** On phones it is below the headline: who comes back sees it at once. */
const showOnce = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'center' })

/** The payment opened the course: once, what the page knows of it is asked for again. */
const useReload = (courseId: number, isPaid: boolean): void => {
  const courseChanged = useCourseChanges()
  const isDone = useRef(false)
  useEffect(() => {
    if (!isPaid || isDone.current) return
    isDone.current = true
    void courseChanged({ type: 'membership', courseId })
  }, [isPaid, courseChanged, courseId])
}
