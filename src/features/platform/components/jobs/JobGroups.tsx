import ChevronDown from 'lucide-react/icons/chevron-down'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PlatformJob } from '#contract/platform/jobs.ts'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { groupJobs, type JobGroup } from '../../model/job-groups.ts'
import { JobTable } from './JobTable.tsx'

type Props = { jobs: readonly PlatformJob[]; now: number }

/** Jobs by what they are about, folded. A group in which something fails is open. */
export const JobGroups = ({ jobs, now }: Props) => (
  <ul className="flex flex-col gap-3">
    {groupJobs(jobs).map(({ group, jobs: own }) => (
      <li key={group}>
        <Group group={group} jobs={own} now={now} />
      </li>
    ))}
  </ul>
)

const Group = ({ group, jobs, now }: Props & { group: JobGroup }) => {
  const { t } = useTranslation('platform')
  const [isOpen, setOpen] = useState<boolean | null>(null)
  const failing = jobs.filter(({ failures }) => failures > 0).length
  const title = t(`jobs.groups.${group}`)
  return (
    <details
      open={isOpen ?? failing > 0}
      className="card group"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="flex min-h-14 cursor-pointer list-none items-center gap-3 px-4 py-3 sm:px-5 [&::-webkit-details-marker]:hidden">
        <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3">
          <h3 className="font-semibold text-ink">{title}</h3>
          <span className="text-sm text-ink-muted">{t('jobs.count', { count: jobs.length })}</span>
        </span>
        {failing > 0 ? (
          <Badge tone="error">{t('jobs.groupFailing', { count: failing })}</Badge>
        ) : (
          <Badge tone="success">{t('jobs.fine')}</Badge>
        )}
        <ChevronDown
          aria-hidden="true"
          size={20}
          className="shrink-0 text-ink-muted transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="px-4 pb-4 sm:px-5">
        <JobTable label={title} jobs={jobs} now={now} />
      </div>
    </details>
  )
}
