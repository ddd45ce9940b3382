import ExternalLink from 'lucide-react/icons/external-link'
import MapPin from 'lucide-react/icons/map-pin'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { JobDetail } from '#contract/jobs/jobs.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { CompanyMark, DeadlineLine, JobBadges, SalaryLine } from './JobFacts.tsx'

type Props = {
  job: JobDetail
  /** Above the title, such as a back link. */
  above?: ReactNode
  /** The requirements; plain lines for visitors. */
  requirements: ReactNode
  /** The way to apply, in the panel. */
  action: ReactNode
  /** At the end of the panel. */
  tools?: ReactNode
}

/** One job: what it is, what it needs and gives, and the panel with the way to apply. */
export const JobArticle = ({ job, above, requirements, action, tools }: Props) => {
  const { t } = useTranslation('jobs')
  return (
    <>
      {above}
      <article className="grid gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,1fr)_320px]">
        <JobHeader job={job} />
        <aside className="lg:row-span-2" aria-label={t('detail.apply')}>
          <div className="card flex flex-col gap-4 p-4 sm:p-5 lg:sticky lg:top-24 lg:shadow-float">
            <div className="flex flex-col gap-2">
              <SalaryLine job={job} className="text-base font-semibold" />
              <DeadlineLine job={job} withTime />
            </div>
            {action}
            {tools}
          </div>
        </aside>
        <div className="flex min-w-0 flex-col gap-8 lg:col-start-1">
          {job.closed !== null && (
            <Alert kind="warning" title={t('closed.title')}>
              {t('closed.text')}
            </Alert>
          )}
          <Section title={t('detail.about')}>
            <div lang={job.language} className="flex max-w-reading flex-col gap-3 text-ink">
              {job.description.split(/\n\s*\n/).map((paragraph, index) => (
                <p key={index} className="whitespace-pre-line">
                  <bdi>{paragraph}</bdi>
                </p>
              ))}
            </div>
          </Section>
          {job.requirements.length > 0 && <Section title={t('detail.requirements')}>{requirements}</Section>}
          {job.benefits.length > 0 && (
            <Section title={t('detail.benefits')}>
              <Lines lines={job.benefits} language={job.language} />
            </Section>
          )}
        </div>
      </article>
    </>
  )
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h2 className="mb-3 text-xl font-bold text-ink">{title}</h2>
    {children}
  </section>
)

export const Lines = ({ lines, language }: { lines: readonly string[]; language: string | undefined }) => (
  <ul
    lang={language}
    className="flex max-w-reading list-disc flex-col gap-2 ps-5 text-ink marker:text-primary-text"
  >
    {lines.map((line, index) => (
      <li key={index}>
        <bdi>{line}</bdi>
      </li>
    ))}
  </ul>
)

const JobHeader = ({ job }: { job: JobDetail }) => {
  const { t } = useTranslation('jobs')
  const language = useLanguage()
  return (
    <header className="flex min-w-0 gap-4 lg:col-start-1">
      <div className="max-sm:hidden">
        <CompanyMark name={job.company} large />
      </div>
      <div className="min-w-0">
        <h1 tabIndex={-1} className="text-2xl font-bold tracking-tight text-ink sm:text-3xl">
          <bdi lang={job.language}>{job.title}</bdi>
        </h1>
        <p className="mt-1.5 flex flex-wrap items-center gap-x-4 gap-y-1 text-ink-muted">
          {job.company_url === null ? (
            <bdi className="font-medium text-ink">{job.company}</bdi>
          ) : (
            <a
              href={job.company_url}
              rel="noopener noreferrer nofollow"
              target="_blank"
              className="inline-flex items-center gap-1.5 font-medium text-primary-text hover:underline"
            >
              <bdi>{job.company}</bdi>
              <ExternalLink aria-hidden="true" size={15} />
              <span className="sr-only">{t('detail.newTab')}</span>
            </a>
          )}
          <span className="inline-flex items-center gap-1.5">
            <MapPin aria-hidden="true" size={17} className="shrink-0" />
            <bdi lang={job.language}>{job.location}</bdi>
          </span>
          <span>{t('detail.posted', { day: formatDate(job.posted_at, language) })}</span>
        </p>
        <div className="mt-3">
          <JobBadges job={job} />
        </div>
      </div>
    </header>
  )
}
