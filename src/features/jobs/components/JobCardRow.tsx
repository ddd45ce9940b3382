import CircleCheck from 'lucide-react/icons/circle-check'
import CircleDashed from 'lucide-react/icons/circle-dashed'
import MapPin from 'lucide-react/icons/map-pin'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { ListedJob, MatchCount } from '#contract/jobs/jobs.ts'
import { paths } from '#src/core/paths.ts'
import { CompanyMark, DeadlineLine, JobBadges, SalaryLine } from './JobFacts.tsx'
import { SaveButton } from './SaveButton.tsx'

/** One job of the list. The whole card is a link to the job, named by its title. */
export const JobCardRow = memo(function JobCardRow({ job }: { job: ListedJob }) {
  return (
    <li className="group/card card card-link p-4 sm:p-5">
      <div className="flex items-start gap-4">
        <CompanyMark name={job.company} />
        <div className="min-w-0 flex-1">
          <h2 className="text-lg font-semibold text-ink">
            <Link
              to={paths.job(job.id)}
              className="outline-none after:absolute after:inset-0 group-hover/card:text-primary-text"
            >
              <bdi lang={job.language}>{job.title}</bdi>
            </Link>
          </h2>
          <p className="mt-0.5 flex flex-wrap items-center gap-x-3 gap-y-0.5 text-sm text-ink-muted">
            <bdi className="font-medium text-ink">{job.company}</bdi>
            <span className="inline-flex min-w-0 items-center gap-1">
              <MapPin aria-hidden="true" size={15} className="shrink-0" />
              <bdi lang={job.language}>{job.location}</bdi>
            </span>
          </p>
        </div>
        <div className="-me-2 -mt-2">
          <SaveButton job={job} saved={job.saved} />
        </div>
      </div>
      <div className="mt-3 sm:ps-16">
        <JobBadges job={job} />
        <div className="mt-3 flex flex-wrap items-center gap-x-5 gap-y-1.5">
          <SalaryLine job={job} />
          <DeadlineLine job={job} />
          <MatchLine match={job.match} />
        </div>
      </div>
    </li>
  )
})

/** How many of the comparable requirements the learner meets. */
const MatchLine = ({ match: { met, of } }: { match: MatchCount }) => {
  const { t } = useTranslation('jobs')
  if (of === 0) return null
  const isFull = met === of
  const Icon = isFull ? CircleCheck : CircleDashed
  return (
    <p
      className={
        isFull
          ? 'flex items-center gap-2 text-sm font-medium text-success-text'
          : 'flex items-center gap-2 text-sm text-ink-muted'
      }
    >
      <Icon aria-hidden="true" size={17} className="shrink-0" />
      {isFull ? t('match.all') : t('match.some', { met, of })}
    </p>
  )
}
