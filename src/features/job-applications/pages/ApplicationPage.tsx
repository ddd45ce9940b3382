import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router-dom'
import type { OwnApplication } from '#contract/job-applications/applications.ts'
import { FailedPage } from '#src/core/editing/FailedPage.tsx'
import { errorText } from '#src/core/http/error-text.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { paths } from '#src/core/paths.ts'
import { parseId } from '#src/shared/lib/parse-id.ts'
import { BackLink } from '#src/shared/ui/BackLink.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { SkeletonText } from '#src/shared/ui/feedback/Skeleton.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { applicationKeys, applicationQuery, withdraw } from '../api/applications.queries.ts'
import { SentView } from '../components/SentView.tsx'
import { StateBadge } from '../components/StateBadge.tsx'
import { Timeline } from '../components/Timeline.tsx'

/** /jobs/applications/{id}: what was sent, and what became of it. */
export const ApplicationPage = () => {
  const { t } = useTranslation('job-applications')
  const id = parseId(useParams()['applicationId']) ?? 0
  const { data, error, isFetching, refetch } = useQuery(applicationQuery(id))
  if (!data && error)
    return (
      <FailedPage
        error={error}
        say={(key) => t(key === 'retry' ? 'retry' : `one.${key}`)}
        missing={t('one.missing')}
        pending={isFetching}
        onRetry={() => void refetch()}
      />
    )
  if (!data) return <SkeletonText lines={8} />
  return <Application own={data} />
}

const Application = ({ own }: { own: OwnApplication }) => {
  const { t } = useTranslation('job-applications')
  const { application, sent, events, gap } = own
  return (
    <>
      <PageHeader
        title={<bdi>{application.job.title}</bdi>}
        text={
          <>
            <bdi>{application.job.company}</bdi> · <bdi>{application.job.location}</bdi>
          </>
        }
        above={<BackLink to={paths.jobApplications}>{t('one.back')}</BackLink>}
        actions={<StateBadge state={application.state} />}
      />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,24rem)]">
        <div className="flex min-w-0 flex-col gap-6">
          {gap.length > 0 && <Gap gap={gap} />}
          <Card as="section" aria-labelledby="history">
            <h2 id="history" className="text-lg font-semibold text-ink">
              {t('one.history')}
            </h2>
            <Timeline events={events} />
          </Card>
        </div>
        <Card as="section" aria-labelledby="sent">
          <h2 id="sent" className="mb-4 text-lg font-semibold text-ink">
            {t('one.sent')}
          </h2>
          <SentView sent={sent} />
        </Card>
      </div>
      <div className="mt-6 flex flex-wrap items-center gap-4">
        <Link
          to={paths.job(application.job.id)}
          className="inline-flex min-h-11 items-center font-medium text-primary-text hover:underline"
        >
          {t('one.toJob')}
        </Link>
        {application.can_withdraw && <Withdraw id={application.id} />}
      </div>
    </>
  )
}

/** A rejection leads on: the courses that the job asks for and the learner has not done. */
const Gap = ({ gap }: { gap: OwnApplication['gap'] }) => {
  const { t } = useTranslation('job-applications')
  return (
    <Card as="section" aria-labelledby="gap" className="border-primary bg-primary-soft">
      <h2 id="gap" className="text-lg font-semibold text-ink">
        {t('gap.title')}
      </h2>
      <p className="mt-1 text-ink">{t('gap.text')}</p>
      <ul className="mt-2">
        {gap.map((course) => (
          <li key={course.id}>
            <Link
              to={paths.course(course.id)}
              className="inline-flex min-h-11 items-center font-semibold text-primary-text underline"
            >
              <bdi>{course.title}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const Withdraw = ({ id }: { id: number }) => {
  const { t } = useTranslation('job-applications')
  const [isOpen, setIsOpen] = useState(false)
  const cache = useQueryClient()
  const notify = useNotify()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => withdraw(id),
    onSuccess: async () => {
      setIsOpen(false)
      notify({ kind: 'success', title: t('withdraw.done') })
      await cache.invalidateQueries({ queryKey: applicationKeys.all })
    },
  })
  return (
    <>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        {t('withdraw.button')}
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title={t('withdraw.title')}
        description={t('withdraw.text')}
        closeLabel={t('form.close')}
        actions={
          <>
            <Button variant="danger" pending={isPending} onClick={() => mutate()}>
              {t('withdraw.confirm')}
            </Button>
            <Button variant="secondary" onClick={() => setIsOpen(false)}>
              {t('withdraw.keep')}
            </Button>
          </>
        }
      >
        {error && (
          <p role="alert" className="text-error-text">
            {errorText(error, t('withdraw.failed'))}
          </p>
        )}
      </Dialog>
    </>
  )
}
