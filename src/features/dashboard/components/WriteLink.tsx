import Mail from 'lucide-react/icons/mail'
import { useTranslation } from 'react-i18next'
import type { RiskLearner } from '#contract/dashboard/at-risk.ts'
import { buttonClass } from '#src/shared/ui/button-class.ts'

/** Opens a mail to the learner with a friendly beginning. Instructors see no addresses. */
export const WriteLink = ({ learner }: { learner: RiskLearner }) => {
  const { t } = useTranslation('dashboard')
  if (learner.email === null) return null
  const query = [
    `subject=${encodeURIComponent(t('risk.mail.subject'))}`,
    `body=${encodeURIComponent(t('risk.mail.body', { name: learner.name }))}`,
  ].join('&')
  return (
    <a
      data-no-print=""
      href={`mailto:${learner.email}?${query}`}
      aria-label={t('risk.writeTo', { name: learner.name })}
      className={buttonClass({ variant: 'secondary', size: 'sm', className: 'shrink-0' })}
    >
      <Mail aria-hidden="true" size={16} />
      {t('risk.write')}
    </a>
  )
}
