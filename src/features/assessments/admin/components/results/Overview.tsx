import { useQuery } from '@tanstack/react-query'
import Activity from 'lucide-react/icons/activity'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { AssessmentTotals } from '#contract/assessments/admin/results.ts'
import { ListStates } from '#src/core/lists/ListStates.tsx'
import { adminPaths } from '#src/core/admin-paths.ts'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { totalsQuery } from '../../api/results.queries.ts'
import { useLocalized } from '#src/core/i18n/use-localized.ts'
import { AssessmentBadges, AttentionBadges } from './Badges.tsx'

/** All assessments with attempt counts and what needs a decision by staff. */
export const Overview = () => {
  const { t } = useTranslation('assessments/admin/results')
  const totals = useQuery(totalsQuery())
  return (
    <>
      <PageHeader title={t('title')} text={t('intro')} />
      <ListStates
        rows={totals.data}
        query={totals}
        texts={{
          loading: t('overview.loading'),
          failed: t('overview.failed'),
          empty: {
            title: t('overview.empty'),
            text: t('overview.emptyHint'),
            action: (
              <Link to={adminPaths.assessments} className={buttonClass()}>
                {t('overview.toAssessments')}
              </Link>
            ),
          },
        }}
        skeleton={{ rows: 2, className: 'h-56', list: 'grid gap-4 lg:grid-cols-2' }}
      >
        {(items) => (
          <ul className="grid gap-4 lg:grid-cols-2">
            {items.map((item) => (
              <li key={item.id}>
                <AssessmentCard item={item} />
              </li>
            ))}
          </ul>
        )}
      </ListStates>
    </>
  )
}

const AssessmentCard = ({ item }: { item: AssessmentTotals }) => {
  const { t } = useTranslation('assessments/admin/results')
  const { local, number } = useLocalized()
  const title = local(item.title, item.main_language)
  return (
    <Card as="article" aria-labelledby={`assessment-${item.id}`} className="flex h-full flex-col gap-3">
      <h2 id={`assessment-${item.id}`} className="text-lg font-semibold">
        <Link
          to={`${adminPaths.results}?assessment=${item.id}`}
          className="inline-flex min-h-6 items-center text-ink hover:underline pointer-coarse:min-h-11"
        >
          <bdi>{title}</bdi>
        </Link>
      </h2>
      <div className="flex flex-wrap gap-2">
        <AssessmentBadges item={item} />
        <AttentionBadges flagged={item.flagged} appeals={item.appeals} late={item.late} />
      </div>
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        <div className="flex flex-col-reverse">
          <dt className="text-sm text-ink-muted">{t('overview.open')}</dt>
          <dd className="text-2xl font-bold tabular-nums text-ink">{number(item.open)}</dd>
        </div>
        <div className="flex flex-col-reverse">
          <dt className="text-sm text-ink-muted">{t('overview.submitted')}</dt>
          <dd className="text-2xl font-bold tabular-nums text-ink">{number(item.submitted)}</dd>
        </div>
      </dl>
      <div className="mt-auto flex flex-wrap gap-3">
        <Link
          to={`${adminPaths.results}?assessment=${item.id}`}
          aria-label={t('overview.resultsOf', { title })}
          className={buttonClass({ variant: 'secondary', size: 'sm' })}
        >
          {t('views.results')}
        </Link>
        <Link
          to={adminPaths.resultsLive(item.id)}
          aria-label={t('overview.liveOf', { title })}
          className={buttonClass({ variant: 'secondary', size: 'sm' })}
        >
          <Activity aria-hidden="true" size={18} />
          {t('overview.live')}
        </Link>
      </div>
    </Card>
  )
}
