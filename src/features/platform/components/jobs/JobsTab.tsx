import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ListStates } from '#src/core/lists/ListStates.tsx'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatRelative } from '#src/shared/lib/format.ts'
import { jobsQuery } from '../../api/jobs.queries.ts'
import { FailedWorkPart } from './FailedWorkPart.tsx'
import { JobGroups } from './JobGroups.tsx'

/** What runs beside the requests, and what of it was given up. */
export const JobsTab = () => {
  const { t } = useTranslation('platform')
  const language = useLanguage()
  const jobs = useQuery(jobsQuery())
  const { servers = 0, reported_at: at = null } = jobs.data ?? {}
  return (
    <div className="flex flex-col gap-10">
      <FailedWorkPart />
      <section className="flex flex-col gap-4">
        <div>
          <h2 className="text-lg font-semibold text-ink">{t('jobs.title')}</h2>
          {at !== null && (
            <p className="text-sm text-ink-muted">
              {t('jobs.servers', { count: servers })}{' '}
              {t('jobs.reported', { when: formatRelative(at, language, jobs.dataUpdatedAt) })}
            </p>
          )}
        </div>
        <ListStates
          rows={jobs.data?.jobs}
          query={jobs}
          texts={{ loading: t('jobs.loading'), failed: t('jobs.failed'), empty: { title: t('jobs.empty') } }}
          skeleton={{ rows: 5, className: 'h-14' }}
        >
          {(rows) => <JobGroups jobs={rows} now={jobs.dataUpdatedAt} />}
        </ListStates>
      </section>
    </div>
  )
}
