import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { referralSteps, type ReferrerPage } from '#contract/money/referrals.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatNumber } from '#src/shared/lib/format.ts'
import { peopleAddress } from './people-address.ts'

/** How many reached each step; a press shows who. */
export const Funnel = ({ totals }: { totals: ReferrerPage['totals'] }) => {
  const { t } = useTranslation('money/referrals')
  const language = useLanguage()
  return (
    <ul aria-label={t('funnel')} className="card grid grid-cols-2 gap-1 p-1.5 sm:flex sm:flex-wrap">
      {referralSteps
        .filter((step) => step !== 'review')
        .map((step) => (
          <li key={step} className="min-w-28 flex-1">
            <Link
              to={peopleAddress({ step })}
              className="flex h-full flex-col rounded-lg px-3 py-2 hover:bg-surface-sunken"
            >
              <span className="text-sm text-ink-muted">{t(`step.${step}`)}</span>
              <span className="text-2xl font-bold text-ink tabular-nums">
                {formatNumber(totals[step], language)}
              </span>
            </Link>
          </li>
        ))}
    </ul>
  )
}
