import { useTranslation } from 'react-i18next'
import type { Purchase } from '#contract/courses/enrolment.ts'
import { REFUND_ASKS_MAX } from '#contract/courses/refund-requests.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { PastRefunds } from './PastRefunds.tsx'

const KINDS = { asked: 'info', refunded: 'success', declined: 'warning' } as const

type Props = { refund: NonNullable<Purchase['refund']>; day: string; mayAsk: boolean }

/** What became of the learner's request, and whether they can ask again. */
export const OwnRefund = ({ refund, day, mayAsk }: Props) => {
  const { t } = useTranslation('courses/catalogue')
  const language = useLanguage()
  const { state, reason, note, asks_left: left } = refund
  const next = () => {
    if (mayAsk) return t('refund.againUntil', { day, left })
    return left > 0 ? t('refund.over', { day }) : t('refund.noneLeft', { max: REFUND_ASKS_MAX })
  }
  return (
    <>
      <Alert kind={KINDS[state]} title={t(`refund.state.${state}`)}>
        {state === 'asked'
          ? t('refund.asked', { day: formatDate(refund.asked_at, language) })
          : note && (
              <p dir="auto" className="wrap-anywhere">
                {note}
              </p>
            )}
      </Alert>
      {reason !== '' && <p className="wrap-anywhere text-ink-muted">{t('refund.yourReason', { reason })}</p>}
      {state === 'declined' && <p className="text-ink">{next()}</p>}
      <PastRefunds refund={refund} />
    </>
  )
}
