import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatNumber } from '#src/shared/lib/format.ts'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { EmptyState } from '#src/shared/ui/feedback/EmptyState.tsx'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { riskQuery } from '../api/dashboard.queries.ts'
import { riskLink } from '../model/links.ts'
import type { Dashboard } from '../model/dashboard.ts'
import { PersonLink } from './PersonLink.tsx'
import { RiskReasons } from './RiskReasons.tsx'
import { WriteButton } from './WriteButton.tsx'

const SHOWN = 3

/** Who may give up: how many for each reason, and the most urgent ones. */
export const RiskCard = ({ counts }: { counts: Dashboard['at_risk'] }) => {
  const { t } = useTranslation('dashboard')
  const language = useLanguage()
  const [address] = useSearchParams()
  const link = 'inline-flex min-h-11 items-center gap-2 text-sm text-primary-text hover:underline'
  return (
    <section aria-labelledby="dashboard-risk" className="min-w-0">
      <Card>
        <h2 id="dashboard-risk" className="text-lg font-semibold text-ink">
          {t('risk.title')}
        </h2>
        {counts.any === 0 ? (
          <EmptyState title={t('risk.none')} text={t('risk.noneText')} />
        ) : (
          <>
            <ul className="flex flex-wrap gap-x-4">
              {counts.reasons.map(({ reason, learners }) => (
                <li key={reason}>
                  <Link to={riskLink(address, reason)} className={link}>
                    {t(`risk.reasons.${reason}`)}
                    <span className="font-semibold tabular-nums text-ink">
                      {formatNumber(learners, language)}
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
            <Urgent />
            <Link to={riskLink(address, null)} className={`${link} mt-2 font-medium`}>
              {t('risk.all', { number: formatNumber(counts.any, language) })}
            </Link>
          </>
        )}
      </Card>
    </section>
  )
}

const Urgent = () => {
  const { t } = useTranslation('dashboard')
  const { data, isError } = useQuery(riskQuery({ reason: null, page: 1, perPage: SHOWN }))
  if (isError) return <p className="py-4 text-ink-muted">{t('risk.failed')}</p>
  if (!data) return <Skeleton className="mt-2 h-64 rounded-xl" />
  return (
    <ul className="mt-1 divide-y divide-line border-y border-line">
      {data.results.map((learner) => (
        <li key={learner.id} className="flex items-start justify-between gap-3 py-3">
          <div className="min-w-0">
            <PersonLink person={learner} />
            <RiskReasons reasons={learner.reasons} />
          </div>
          <WriteButton learner={learner} />
        </li>
      ))}
    </ul>
  )
}
