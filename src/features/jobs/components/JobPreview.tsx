import { useTranslation } from 'react-i18next'
import type { JobDetail } from '#contract/jobs/jobs.ts'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { JobArticle, Lines } from './JobArticle.tsx'

/** A job as learners would see it; nobody can apply from here. */
export const JobPreview = ({ job }: { job: JobDetail }) => {
  const { t } = useTranslation('jobs')
  return (
    <JobArticle
      job={job}
      requirements={<Lines lines={job.requirements} language={job.language} />}
      action={
        <span aria-disabled="true" className={buttonClass({ block: true, className: 'pointer-events-none' })}>
          {t('detail.apply')}
        </span>
      }
    />
  )
}
