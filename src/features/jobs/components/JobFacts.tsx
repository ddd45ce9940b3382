import Banknote from 'lucide-react/icons/banknote'
import CalendarClock from 'lucide-react/icons/calendar-clock'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { salaryRange } from '#contract/jobs/salary-range.ts'
import type { JobCard } from '#contract/jobs/shapes.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { initials } from '#src/shared/lib/text/initials.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { daysLeft } from '../model/job-facts.ts'

/** The employer's initials: employers have no pictures here. */
export const CompanyMark = ({ name, large = false }: { name: string; large?: boolean }) => (
  <span
    aria-hidden="true"
    data-initials={initials(name)}
    className={cx(
      'inline-flex shrink-0 select-none items-center justify-center rounded-xl bg-primary-soft font-bold text-primary-text before:content-[attr(data-initials)]',
      large ? 'size-16 text-xl' : 'size-12 text-base',
    )}
  />
)

export const JobBadges = ({ job }: { job: JobCard }) => {
  const { t } = useTranslation('jobs')
  return (
    <div className="flex flex-wrap gap-1.5">
      {job.closed !== null && <Badge tone="warning">{t('closed.badge')}</Badge>}
      {job.featured && <Badge tone="primary">{t('featured')}</Badge>}
      <Badge>{t(`type.${job.type}`)}</Badge>
      <Badge>{t(`level.${job.level}`)}</Badge>
      {job.remote && <Badge tone="success">{t('remote')}</Badge>}
    </div>
  )
}

const ROW = 'flex items-center gap-2 text-sm'

export const SalaryLine = ({ job, className }: { job: JobCard; className?: string }) => {
  const { t } = useTranslation('jobs')
  const language = useLanguage()
  if (!job.salary) return null
  return (
    <p className={cx(ROW, 'text-ink', className)}>
      <Banknote aria-hidden="true" size={17} className="shrink-0 text-ink-muted" />
      <span>{t(`salary.${job.salary.period}`, { amount: salaryRange(job.salary, language) })}</span>
    </p>
  )
}

/** Until when one can apply; the last days are counted. */
export const DeadlineLine = ({ job, withTime = false }: { job: JobCard; withTime?: boolean }) => {
  const { t } = useTranslation('jobs')
  const language = useLanguage()
  const [now] = useState(() => Date.now())
  const left = daysLeft(job, now)
  const day = formatDate(job.deadline, language)
  const text =
    job.closed !== null
      ? t('closed.title')
      : left === null || withTime
        ? t(withTime ? 'deadline.time' : 'deadline.day', { day })
        : left === 0
          ? t('deadline.today')
          : t('deadline.left', { count: left })
  return (
    <p className={cx(ROW, left !== null && left <= 2 ? 'font-medium text-warning-text' : 'text-ink-muted')}>
      <CalendarClock aria-hidden="true" size={17} className="shrink-0" />
      {text}
    </p>
  )
}
