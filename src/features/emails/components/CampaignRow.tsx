import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { listCampaigns } from '#contract/emails/campaigns.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatDate, formatNumber } from '#src/shared/lib/format.ts'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { WaitLine } from './waiting/WaitNotes.tsx'
import { campaignLink, stateLabel, STATE_TONES } from '../model/filters.ts'

/** A campaign or an automation in its list. */
export const CampaignRow = ({ row }: { row: ResponseOf<typeof listCampaigns>['results'][number] }) => {
  const { t } = useTranslation('emails')
  const language = useLanguage()
  const { automation } = row
  const time = (at: string) => formatDate(at, language, { time: true })
  const when =
    row.scheduled_at !== null && row.state === 'scheduled'
      ? t('result.scheduled', { time: time(row.scheduled_at) })
      : automation === null && row.wait?.reason === 'paused' && row.wait.since !== null
        ? t('wait.paused', { time: time(row.wait.since) })
        : time(row.started_at ?? row.changed_at)
  const progress =
    automation === null
      ? t('progress', { done: formatNumber(row.settled, language), of: formatNumber(row.total, language) })
      : t('automation.sent', { count: row.settled })
  const parts = [
    automation !== null && row.name !== t(`automation.${automation}`) && t(`automation.${automation}`),
    when,
    row.made_by !== null && <bdi key="by">{row.made_by}</bdi>,
    row.total > 0 && progress,
  ].filter((part) => part !== false)
  return (
    <li className="flex flex-col gap-1 py-3">
      <div className="flex items-start justify-between gap-x-4">
        <Link
          to={campaignLink(row.id)}
          className="inline-flex min-h-6 items-center font-medium text-primary-text hover:underline pointer-coarse:min-h-11"
        >
          <bdi className="wrap-anywhere">{row.name}</bdi>
        </Link>
        <Badge tone={STATE_TONES[row.state]} className="mt-0.5 shrink-0">
          {t(stateLabel(row))}
        </Badge>
      </div>
      <p className="text-sm text-ink-muted">
        {parts.map((part, index) => (
          // The parts never change their places.
          // oxlint-disable-next-line react/no-array-index-key
          <span key={index}>
            {index > 0 && ' · '}
            {part}
          </span>
        ))}
      </p>
      <WaitLine row={row} />
    </li>
  )
}
