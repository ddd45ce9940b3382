import { useQuery } from '@tanstack/react-query'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { ApplicationLine } from '#contract/job-applications/applications.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { listSchema } from '#src/core/lists/list-filters.ts'
import { ListShell } from '#src/core/lists/ListShell.tsx'
import { useListFilters } from '#src/core/lists/use-list-filters.ts'
import { paths } from '#src/core/paths.ts'
import { formatDate, formatRelative } from '#src/shared/lib/format.ts'
import { useNow } from '#src/shared/lib/hooks/use-countdown.ts'
import { BackLink } from '#src/shared/ui/BackLink.tsx'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { APPLICATIONS_PER_PAGE, applicationsQuery } from '../api/applications.queries.ts'
import { StateBadge } from '../components/StateBadge.tsx'

const FILTERS = listSchema({})

/** /jobs/applications: everything that one applied to, newest first. */
export const ApplicationsPage = () => {
  const { t } = useTranslation('job-applications')
  const now = useNow()
  const list = useListFilters(FILTERS)
  const applications = useQuery(applicationsQuery(list.filters.page))
  return (
    <>
      <PageHeader
        title={t('list.title')}
        text={t('list.text')}
        above={<BackLink to={paths.jobs}>{t('list.back')}</BackLink>}
      />
      <ListShell
        list={list}
        query={applications}
        page={applications.data}
        perPage={APPLICATIONS_PER_PAGE}
        texts={{
          loading: t('list.loading'),
          failed: t('list.failed'),
          empty: {
            title: t('list.empty'),
            text: t('list.emptyText'),
            action: (
              <Link to={paths.jobs} className={buttonClass()}>
                {t('list.find')}
              </Link>
            ),
          },
        }}
        skeleton={{ rows: 4, className: 'h-20' }}
      >
        {(lines) => (
          <ul className="flex flex-col gap-3">
            {lines.map((line) => (
              <Row key={line.id} line={line} now={now} />
            ))}
          </ul>
        )}
      </ListShell>
    </>
  )
}

const Row = ({ line, now }: { line: ApplicationLine; now: number }) => {
  const { t } = useTranslation('job-applications')
  const language = useLanguage()
  return (
    <li>
      <Link
        to={paths.jobApplication(line.id)}
        className="flex items-center gap-4 card card-link px-4 py-4 sm:px-5"
      >
        <span className="min-w-0 grow">
          <bdi className="block font-semibold text-ink">{line.job.title}</bdi>
          <span className="mt-0.5 block text-sm text-ink-muted">
            <bdi>{line.job.company}</bdi> · <bdi>{line.job.location}</bdi>
          </span>
          <span className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-muted">
            <StateBadge state={line.state} />
            <span>{t('list.applied', { date: formatDate(line.applied_at, language) })}</span>
            {line.changed_at !== line.applied_at && (
              <span>{t('list.changed', { when: formatRelative(line.changed_at, language, now) })}</span>
            )}
          </span>
        </span>
        <ChevronRight aria-hidden="true" size={20} className="shrink-0 text-ink-muted rtl:-scale-x-100" />
      </Link>
    </li>
  )
}
