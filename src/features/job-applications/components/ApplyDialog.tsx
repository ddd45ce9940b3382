import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { paths } from '#src/core/paths.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { EmptyState } from '#src/shared/ui/feedback/EmptyState.tsx'
import { SkeletonText } from '#src/shared/ui/feedback/Skeleton.tsx'
import { Sheet } from '#src/shared/ui/overlays/Dialog.tsx'
import { applyFormQuery } from '../api/applications.queries.ts'
import { ApplyForm } from './ApplyForm.tsx'

type Props = { jobId: number; open: boolean; onOpenChange: (open: boolean) => void }

/** The application to one job, from the form to the confirmation. */
export const ApplyDialog = ({ jobId, open, onOpenChange }: Props) => {
  const { t } = useTranslation('job-applications')
  const { data } = useQuery(applyFormQuery(jobId))
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      className="sm:max-w-xl"
      title={data ? t('form.title', { job: data.job.title }) : t('form.loading')}
      description={data && <bdi>{data.job.company}</bdi>}
      closeLabel={t('form.close')}
    >
      <Content jobId={jobId} onClose={() => onOpenChange(false)} />
    </Sheet>
  )
}

const Content = ({ jobId, onClose }: { jobId: number; onClose: () => void }) => {
  const { t } = useTranslation('job-applications')
  const { data, error, refetch } = useQuery(applyFormQuery(jobId))
  if (!data)
    return error ? (
      <EmptyState
        role="alert"
        illustration="error"
        title={errorText(error, t('form.notLoaded'))}
        action={<Button onClick={() => void refetch()}>{t('retry')}</Button>}
      />
    ) : (
      <SkeletonText lines={8} />
    )
  if (data.application)
    return (
      <EmptyState
        role="status"
        illustration="podium"
        as="h2"
        title={t('form.done')}
        text={t('form.doneText')}
        action={
          <>
            <Link to={paths.jobApplication(data.application.id)} className={buttonClass()}>
              {t('form.toApplication')}
            </Link>
            <Button variant="secondary" onClick={onClose}>
              {t('form.close')}
            </Button>
          </>
        }
      />
    )
  if (data.job.closed !== null)
    return (
      <EmptyState
        role="status"
        title={t('closed.title')}
        text={t(`closed.${data.job.closed}`)}
        action={
          <Button variant="secondary" onClick={onClose}>
            {t('form.close')}
          </Button>
        }
      />
    )
  return <ApplyForm form={data} />
}
