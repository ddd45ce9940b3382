import { useTranslation } from 'react-i18next'
import type { DueRefund } from '#contract/money/payments.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { RequestHistory } from '#src/shared/ui/content/RequestHistory.tsx'

type Props = { requests: DueRefund['declined_before']; className?: string }

/** Declined requests of the same learner for the same payment. */
export const PastRequests = ({ requests, className }: Props) => {
  const { t } = useTranslation('money')
  const language = useLanguage()
  if (requests.length === 0) return null
  return (
    <RequestHistory
      {...(className !== undefined && { className })}
      title={t('refunds.earlier')}
      requests={requests.map((past) => ({
        asked: t('refunds.askedOn', { day: formatDate(past.asked_at, language) }),
        reason: past.reason,
        decided: t('refunds.declinedOn', { day: formatDate(past.settled_at, language) }),
        note: past.note,
      }))}
    />
  )
}
