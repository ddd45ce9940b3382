import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { paths } from '#src/core/paths.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { lazyPart } from '#src/shared/lib/lazy-part.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { applyFormQuery } from '../api/applications.queries.ts'
import { StateBadge } from './StateBadge.tsx'

const ApplyDialog = lazyPart(async () => (await import('./ApplyDialog.tsx')).ApplyDialog)

/** On a job's page of a signed-in person: applying, or what became of it. */
export const ApplyPanel = ({ jobId }: { jobId: number }) => {
  const { t } = useTranslation('job-applications')
  const language = useLanguage()
  const { data } = useQuery(applyFormQuery(jobId))
  const [isOpen, setIsOpen] = useState(false)
  const [isAsked, setIsAsked] = useState(false)
  const application = data?.application
  return (
    <div className="flex flex-col gap-2">
      {application ? (
        <div className="flex flex-col items-start gap-2">
          <p className="flex flex-wrap items-center gap-2 text-sm text-ink-muted">
            <StateBadge state={application.state} />
            {t('panel.applied', { date: formatDate(application.applied_at, language) })}
          </p>
          <Link
            to={paths.jobApplication(application.id)}
            className="inline-flex min-h-11 items-center font-medium text-primary-text hover:underline"
          >
            {t('panel.open')}
          </Link>
        </div>
      ) : data?.job.closed ? (
        <p className="text-ink-muted">{t(`closed.${data.job.closed}`)}</p>
      ) : (
        <Button
          block
          onClick={() => {
            setIsAsked(true)
            setIsOpen(true)
          }}
        >
          {t('panel.apply')}
        </Button>
      )}
      {isAsked && (
        <Suspense>
          <ApplyDialog jobId={jobId} open={isOpen} onOpenChange={setIsOpen} />
        </Suspense>
      )}
    </div>
  )
}
