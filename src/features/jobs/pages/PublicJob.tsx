import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router-dom'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { paths } from '#src/core/paths.ts'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { publicJobQuery } from '../api/jobs.queries.ts'
import { JobArticle, Lines } from '../components/JobArticle.tsx'
import { JobFailure, JobSkeleton } from '../components/JobFailure.tsx'

/** A job for people who are not signed in. */
export const PublicJob = ({ onSignIn }: { onSignIn: () => void }) => {
  const { t } = useTranslation('jobs')
  const language = useLanguage()
  const { pathname } = useLocation()
  const jobId = Number(pathname.split('/')[2])
  const { data: job, error, refetch } = useQuery(publicJobQuery(jobId, language))
  const title = job?.title
  useEffect(() => {
    if (title !== undefined) document.title = title
  }, [title])
  if (!job) return error ? <JobFailure error={error} onRetry={() => void refetch()} /> : <JobSkeleton />
  return (
    <JobArticle
      job={job}
      requirements={<Lines lines={job.requirements} language={job.language} />}
      action={
        job.closed === null && (
          <>
            <Link to={paths.login} className={buttonClass({ block: true })} onClick={onSignIn}>
              {t('visitor.apply')}
            </Link>
            <p className="text-sm text-ink-muted">{t('visitor.hint')}</p>
          </>
        )
      }
    />
  )
}
