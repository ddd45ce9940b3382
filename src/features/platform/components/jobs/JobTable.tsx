import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { PlatformJob } from '#contract/platform/jobs.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { formatRelative } from '#src/shared/lib/format.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { RowTable, type Column } from '#src/shared/ui/content/RowTable.tsx'
import { useRunJob } from '../../api/jobs.queries.ts'
import { formatElapsed } from '../../model/elapsed.ts'

const JobState = ({ job }: { job: PlatformJob }) => {
  const { t } = useTranslation('platform')
  if (job.failures > 0) return <Badge tone="error">{t('jobs.failing', { count: job.failures })}</Badge>
  if (job.is_asked) return <Badge tone="info">{t('jobs.asked')}</Badge>
  if (job.is_running) return <Badge tone="primary">{t('jobs.running')}</Badge>
  if (job.started_at === null) return <Badge>{t('jobs.never')}</Badge>
  return <Badge tone="success">{t('jobs.fine')}</Badge>
}

type FailureProps = { failure: NonNullable<PlatformJob['failure']>; now: number }

const Failure = ({ failure, now }: FailureProps) => {
  const { t } = useTranslation('platform')
  const language = useLanguage()
  return (
    <div className="max-w-md min-w-0 text-sm">
      <span className="text-ink-muted">
        {formatRelative(failure.at, language, now)}
        {failure.client_id !== null && ` · ${t('jobs.atClient', { id: failure.client_id })}`}
      </span>
      <bdi dir="ltr" className="block wrap-anywhere text-ink">
        {failure.message}
      </bdi>
    </div>
  )
}

const RunButton = ({ job }: { job: PlatformJob }) => {
  const { t } = useTranslation('platform')
  const notify = useNotify()
  const { mutate, isPending } = useRunJob()
  const name = t(`jobs.names.${job.name}`)
  return (
    <Button
      variant="secondary"
      size="sm"
      pending={isPending || job.is_asked}
      aria-label={t('jobs.runNamed', { name })}
      onClick={() =>
        mutate(job.name, {
          onSuccess: () => notify({ kind: 'success', title: t('jobs.askedFor', { name }) }),
          onError: (error) => notify({ kind: 'error', title: errorText(error, t('failed')) }),
        })
      }
    >
      {t('jobs.run')}
    </Button>
  )
}

type TableProps = { label: string; jobs: readonly PlatformJob[]; now: number }

/** `now`: when these rows were read. */
export const JobTable = ({ label, jobs, now }: TableProps) => {
  const { t } = useTranslation('platform')
  const language = useLanguage()
  const columns = useMemo(
    (): Column<PlatformJob>[] => [
      {
        key: 'name',
        title: t('jobs.name'),
        names: true,
        cell: ({ name, every_ms: every }) => (
          <span className="block min-w-0">
            <span className="block font-medium text-ink">{t(`jobs.names.${name}`)}</span>
            <span className="block text-sm text-ink-muted">
              {t('jobs.every', { time: formatElapsed(every, language) })}
            </span>
          </span>
        ),
      },
      { key: 'state', title: t('jobs.state'), cell: (job) => <JobState job={job} /> },
      {
        key: 'last',
        title: t('jobs.last'),
        cell: ({ started_at: at, took_ms: took }) =>
          at === null
            ? t('jobs.never')
            : [
                formatRelative(at, language, now),
                took !== null && t('jobs.took', { time: formatElapsed(took, language) }),
              ]
                .filter(Boolean)
                .join(' · '),
      },
      {
        key: 'next',
        title: t('jobs.next'),
        cell: ({ next_at: at }) => (at === null ? null : formatRelative(at, language, now)),
      },
      {
        key: 'failure',
        title: t('jobs.failure'),
        wide: true,
        cell: ({ failure }) => (failure === null ? null : <Failure failure={failure} now={now} />),
      },
      {
        key: 'actions',
        title: t('clients.actions'),
        actions: true,
        cell: (job) => (job.name === 'mailDelivery' ? null : <RunButton job={job} />),
      },
    ],
    [t, language, now],
  )
  return <RowTable label={label} columns={columns} rows={jobs} keyOf={({ name }) => name} />
}
