import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { PAGE_SIZE_DEFAULT } from '#contract/common.ts'
import type { ReportedJob } from '#contract/job-applications/reports.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { ListShell } from '#src/core/lists/ListShell.tsx'
import { listSchema } from '#src/core/lists/list-filters.ts'
import { useListFilters } from '#src/core/lists/use-list-filters.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { adminPaths } from '#src/core/admin-paths.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { BackLink } from '#src/shared/ui/BackLink.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { jobReportsQuery, recruitingKeys, settleReports } from '../api/recruiting.queries.ts'

const FILTERS = listSchema({})

/** /admin/jobs/reports: what learners report about jobs, until an admin settles it. */
export const ReportsPage = () => {
  const { t } = useTranslation('recruiting')
  const list = useListFilters(FILTERS)
  const reports = useQuery(jobReportsQuery(list.filters.page))
  return (
    <>
      <PageHeader
        above={<BackLink to={adminPaths.jobs}>{t('board.back')}</BackLink>}
        title={t('reports.title')}
        text={t('reports.text')}
      />
      <ListShell
        list={list}
        query={reports}
        page={reports.data}
        perPage={PAGE_SIZE_DEFAULT}
        texts={{
          loading: t('reports.loading'),
          failed: t('reports.failed'),
          empty: { title: t('reports.empty'), text: t('reports.emptyText') },
          none: t('reports.empty'),
        }}
        skeleton={{ rows: 3, className: 'h-40' }}
      >
        {(rows) => (
          <ul className="flex flex-col gap-4">
            {rows.map((reported) => (
              <Reported key={reported.job.id} reported={reported} />
            ))}
          </ul>
        )}
      </ListShell>
    </>
  )
}

const Reported = ({ reported }: { reported: ReportedJob }) => {
  const { t } = useTranslation('recruiting')
  const language = useLanguage()
  const notify = useNotify()
  const cache = useQueryClient()
  const { job, reports, count } = reported
  const { mutate, isPending } = useMutation({
    mutationFn: () => settleReports(job.id, reports[0]?.at ?? ''),
    onSuccess: async ({ settled }) => {
      notify({ kind: 'success', title: t('reports.settled', { count: settled }) })
      await cache.invalidateQueries({ queryKey: recruitingKeys.allReports })
    },
    onError: (error) => notify({ kind: 'error', title: errorText(error, t('reports.notSettled')) }),
  })
  return (
    <li className="card p-4 sm:p-5">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="font-semibold text-ink">
            <bdi>{job.title}</bdi>
          </h2>
          <p className="text-sm text-ink-muted">
            <bdi>{job.company}</bdi> · {t('reports.count', { count })}
          </p>
        </div>
        <Badge tone={job.state === 'open' && job.closed === null ? 'success' : 'neutral'}>
          {t(job.closed === 'deadline' ? 'jobs.ended' : `jobs.states.${job.state}`)}
        </Badge>
      </div>
      <ul className="mt-3 flex flex-col gap-3">
        {reports.map(({ reason, text, at }, index) => (
          <li key={index} className="border-s-2 border-line ps-3">
            <p className="text-sm text-ink">
              <span className="font-medium">{t(`reports.reasons.${reason}`)}</span>{' '}
              <span className="text-ink-muted">· {formatDate(at, language, { time: true })}</span>
            </p>
            {text && (
              <p dir="auto" className="mt-0.5 max-w-reading break-words text-ink">
                {text}
              </p>
            )}
          </li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-2">
        <Link to={adminPaths.jobEdit(job.id)} className={buttonClass({ size: 'sm' })}>
          {t('reports.open')}
        </Link>
        <Button size="sm" variant="secondary" pending={isPending} onClick={() => mutate()}>
          {t('reports.settle')}
        </Button>
      </div>
    </li>
  )
}
