import { useTranslation } from 'react-i18next'
import type { Purchase } from '#contract/courses/enrolment.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { RequestHistory } from '#src/shared/ui/content/RequestHistory.tsx'

type Props = { refund: NonNullable<Purchase['refund']>; className?: string }

/** The requests that were declined before the one that counts now. */
export const PastRefunds = ({ refund: { declined_before: before }, className }: Props) => {
  const { t } = useTranslation('courses/catalogue')
  const language = useLanguage()
  if (before.length === 0) return null
  return (
    <RequestHistory
      {...(className !== undefined && { className })}
      title={t('refund.earlier')}
      requests={before.map((past) => ({
        asked: t('refund.askedOn', { day: formatDate(past.asked_at, language) }),
        reason: past.reason,
        decided: t('refund.declinedOn', { day: formatDate(past.settled_at, language) }),
        note: past.note,
      }))}
    />
  )
}
