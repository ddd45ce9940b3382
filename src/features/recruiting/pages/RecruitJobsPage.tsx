import { useQuery } from '@tanstack/react-query'
import Flag from 'lucide-react/icons/flag'
import Plus from 'lucide-react/icons/plus'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { PAGE_SIZE_DEFAULT } from '#contract/common.ts'
import type { RecruitJob } from '#contract/job-applications/pipeline.ts'
import { jobStates } from '#contract/jobs/shapes.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { FilterSelect } from '#src/core/lists/FilterSelect.tsx'
import { ListShell } from '#src/core/lists/ListShell.tsx'
import { useListFilters } from '#src/core/lists/use-list-filters.ts'
import { adminPaths } from '#src/core/admin-paths.ts'
import { selectUser } from '#src/core/session/auth-slice.ts'
import { roleFlags } from '#src/core/session/roles.ts'
import { useAppSelector } from '#src/core/store/hooks.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { jobReportsQuery, recruitJobsQuery } from '../api/recruiting.queries.ts'
import { RECRUIT_FILTERS } from '../model/recruit-filters.ts'

/** /admin/jobs: the jobs whose applications one handles. */
export const RecruitJobsPage = () => {
  const { t } = useTranslation('recruiting')
  const list = useListFilters(RECRUIT_FILTERS)
  const jobs = useQuery(recruitJobsQuery(list.filters))
  const { mayAdminister } = roleFlags(useAppSelector(selectUser).role)
  return (
    <>
      <PageHeader
        title={t('jobs.title')}
        text={t('jobs.text')}
        actions={
          mayAdminister && (
            <>
              <ReportsLink />
              <Link to={adminPaths.jobNew} className={buttonClass({})}>
                <Plus aria-hidden="true" size={18} />
                {t('jobs.create')}
              </Link>
            </>
          )
        }
      />
      <ListShell
        list={list}
        query={jobs}
        page={jobs.data}
        perPage={PAGE_SIZE_DEFAULT}
        search={t('jobs.search')}
        filters={
          <FilterSelect
            label={t('jobs.state')}
            all={t('jobs.allStates')}
            value={list.filters.state}
            options={jobStates.map((value) => ({ value, label: t(`jobs.states.${value}`) }))}
            onChange={(state) => list.change({ state })}
          />
        }
        texts={{
          loading: t('jobs.loading'),
          failed: t('jobs.failed'),
          empty: { title: t('jobs.empty'), text: t('jobs.emptyText') },
          none: t('jobs.none'),
        }}
        skeleton={{ rows: 6, className: 'h-20' }}
      >
        {(rows) => (
          <ul className="flex flex-col gap-3">
            {rows.map((job) => (
              <JobRow key={job.id} job={job} />
            ))}
          </ul>
        )}
      </ListShell>
    </>
  )
}

/** Stays away while nothing was reported. */
const ReportsLink = () => {
  const { t } = useTranslation('recruiting')
  const { data } = useQuery(jobReportsQuery(1))
  if (!data?.count) return null
  return (
    <Link to={adminPaths.jobReports} className={buttonClass({ variant: 'secondary' })}>
      <Flag aria-hidden="true" size={18} />
      {t('reports.link', { count: data.count })}
    </Link>
  )
}

const total = (job: RecruitJob) => Object.values(job.counts).reduce((sum, count) => sum + count, 0)

const JobRow = ({ job }: { job: RecruitJob }) => {
  const { t } = useTranslation('recruiting')
  const language = useLanguage()
  const isOpen = job.state === 'open' && job.closed === null
  return (
    <li>
      <Link
        to={adminPaths.job(job.id)}
        className="flex flex-wrap items-center gap-x-6 gap-y-2 card card-link px-4 py-4 sm:px-5"
      >
        <span className="min-w-0 grow basis-56">
          <bdi className="block font-semibold text-ink">{job.title}</bdi>
          <span className="mt-0.5 block text-sm text-ink-muted">
            <bdi>{job.company}</bdi> · {t('jobs.until', { date: formatDate(job.deadline, language) })}
          </span>
        </span>
        <span className="flex flex-wrap items-center gap-2">
          {job.counts.applied > 0 && (
            <Badge tone="primary">{t('jobs.new', { count: job.counts.applied })}</Badge>
          )}
          <Badge tone={isOpen ? 'success' : 'neutral'}>
            {t(job.closed === 'deadline' ? 'jobs.ended' : `jobs.states.${job.state}`)}
          </Badge>
        </span>
        <span className="w-full text-sm text-ink-muted tabular-nums sm:w-36 sm:text-end">
          {t('jobs.applications', { count: total(job) })}
        </span>
      </Link>
    </li>
  )
}
